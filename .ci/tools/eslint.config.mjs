// ESLint's rules for the scripts in site/static. The build puts parts into other scripts by name, so a script alone
// does not show which names exist: no-undef is off, and no-unused-vars looks at local names only.
const errors = [
	"constructor-super", "eqeqeq", "for-direction", "getter-return", "no-async-promise-executor", "no-case-declarations",
	"no-class-assign", "no-compare-neg-zero", "no-cond-assign", "no-const-assign", "no-constant-binary-expression",
	"no-debugger", "no-dupe-args", "no-dupe-class-members", "no-dupe-else-if", "no-dupe-keys", "no-duplicate-case",
	"no-empty-character-class", "no-ex-assign", "no-extra-boolean-cast", "no-fallthrough", "no-func-assign",
	"no-implied-eval", "no-invalid-regexp", "no-irregular-whitespace", "no-loss-of-precision", "no-misleading-character-class",
	"no-new-native-nonconstructor", "no-obj-calls", "no-octal", "no-prototype-builtins", "no-regex-spaces", "no-self-assign",
	"no-self-compare", "no-setter-return", "no-shadow-restricted-names", "no-sparse-arrays", "no-this-before-super",
	"no-unexpected-multiline", "no-unmodified-loop-condition", "no-unreachable", "no-unsafe-finally", "no-unsafe-negation",
	"no-unsafe-optional-chaining", "no-unused-labels", "no-useless-assignment", "no-useless-backreference",
	"no-useless-catch", "no-useless-escape", "no-var", "no-with", "require-yield", "use-isnan", "valid-typeof",
];

export default [{
	files: ["**/*.js"],
	languageOptions: { sourceType: "script" },
	linterOptions: { reportUnusedDisableDirectives: "error" },
	rules: {
		...Object.fromEntries(errors.map((rule) => [rule, "error"])),
		"no-unused-vars": ["error", { vars: "local", args: "none" }],
		"prefer-const": ["error", { destructuring: "all" }],
	},
}];
