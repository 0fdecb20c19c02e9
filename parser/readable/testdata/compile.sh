#!/bin/bash
# Compiles src with two versions of kotlinc, with javac, D8 and R8, into folders of OUT, each named
# for its compilers. Then `go test ./parser/readable -compiled OUT` checks names.txt. Needs a JDK 17
# and Maven, which downloads the compilers.
#
#   compile.sh OUT
set -euo pipefail
src=$(cd "$(dirname "$0")/src" && pwd)
mkdir -p "$1" && cd "$1"

# jars NAME GROUP:ARTIFACT:VERSION... puts artifacts and what they need into jars/NAME.
jars() {
	local name=$1 pom=$1.xml gav
	shift
	{
		echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
		echo "<groupId>x</groupId><artifactId>$name</artifactId><version>1</version><dependencies>"
		for gav; do
			IFS=: read -r group artifact version <<<"$gav"
			echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version></dependency>"
		done
		echo '</dependencies></project>'
	} >"$pom"
	mvn -q -B -f "$pom" dependency:copy-dependencies -DoutputDirectory="jars/$name"
}
kotlin=org.jetbrains.kotlin:kotlin
jars kotlin-1.9.25 $kotlin-compiler-embeddable:1.9.25 $kotlin-serialization-compiler-plugin-embeddable:1.9.25 \
	org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.8.1 org.jetbrains.kotlinx:kotlinx-serialization-core-jvm:1.6.3
jars kotlin-2.2.21 $kotlin-compiler-embeddable:2.2.21 $kotlin-serialization-compiler-plugin-embeddable:2.2.21 \
	org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.10.2 org.jetbrains.kotlinx:kotlinx-serialization-core-jvm:1.9.0 \
	$kotlin-compose-compiler-plugin-embeddable:2.2.21
jars compose-1.5.14 org.jetbrains.compose.compiler:compiler:1.5.14
jars runtime org.jetbrains.compose.runtime:runtime-desktop:1.7.3 androidx.collection:collection-jvm:1.4.0
jars r8 com.android.tools:r8:8.5.35

path() { printf '%s:' "$@"; }
kotlinc() { # VERSION OUT OPTION...
	local lib=jars/kotlin-$1 out=$2
	shift 2
	java -cp "$(path "$lib"/*.jar)" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -nowarn -no-stdlib -no-reflect \
		-module-name app_debug -jvm-target 11 -cp "$(path "$lib"/*.jar jars/runtime/*.jar)" \
		-Xplugin="$(ls "$lib"/kotlin-serialization-compiler*)" "$@" -d "$out" "$src"/*.kt
}
kotlinc 1.9.25 kotlinc-1.9.25 -Xplugin="$(ls jars/compose-1.5.14/compiler-1.5.14.jar)" \
	-P plugin:androidx.compose.compiler.plugins.kotlin:suppressKotlinVersionCompatibilityCheck=true
kotlinc 2.2.21 kotlinc-2.2.21 -Xplugin="$(ls jars/kotlin-2.2.21/kotlin-compose*)"
kotlinc 2.2.21 kotlinc-2.2.21-classes -Xplugin="$(ls jars/kotlin-2.2.21/kotlin-compose*)" \
	-Xlambdas=class -Xsam-conversions=class -jvm-default=disable
javac -nowarn --release 11 -d javac-11 "$src/Activity.java"
mkdir -p java8 && sed 's/private int own() { return 3; }//' "$src/Activity.java" >java8/Activity.java
javac -nowarn --release 8 -d javac-8 java8/Activity.java

classpath=()
for jar in jars/kotlin-2.2.21/*.jar jars/runtime/*.jar; do classpath+=(--classpath "$jar"); done
home=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
for classes in kotlinc-1.9.25 kotlinc-2.2.21 javac-8 javac-11; do
	mkdir -p "d8-$classes"
	jar cf "$classes.jar" -C "$classes" .
	java -cp "$(path jars/r8/*.jar)" com.android.tools.r8.D8 --min-api 21 --lib "$home" "${classpath[@]}" \
		--output "d8-$classes" "$classes.jar" >"d8-$classes.log" 2>&1
done

# R8 moves code that it finds at least 20 times into methods of their own: outlines.
mkdir -p outlines r8-outlines && {
	echo 'package com.example.outline; public class Report {'
	for i in {1..24}; do
		echo "public static class Part$i { public String text(StringBuilder b, String a, int n) {"
		echo "b.append(\"part \"); b.append(a); b.append(n); b.append(\" of \"); b.append($i); return b.toString(); } }"
	done
	echo '}'
} >outlines/Report.java
javac -nowarn --release 8 -d outlines outlines/Report.java
jar cf outlines.jar -C outlines com
printf '%s\n' '-keep class com.example.outline.** { *; }' -dontobfuscate >outlines.pro
java -cp "$(path jars/r8/*.jar)" com.android.tools.r8.R8 --release --min-api 21 --lib "$home" --pg-conf outlines.pro \
	--output r8-outlines outlines.jar >r8-outlines.log 2>&1
