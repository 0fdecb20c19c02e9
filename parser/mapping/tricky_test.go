package mapping_test

// tricky holds the cases of format.md's last section. A row has F, frames of a dump with the newest
// first; T, a method of a trace with its descriptor; L, a class in a lock line; and S, the counts.
var tricky = []struct {
	name, text string
	rows       [][2]string
}{
	{"renamed method, original range as long as the obfuscated one", `
shop.Cart -> a.b:
# {"id":"sourceFile","fileName":"Cart.kt"}
    3:5:int total(shop.Item):40:42 -> a
`, [][2]string{
		{"F a.b.a(SourceFile:4)", "shop.Cart.total(Cart.kt:41)"},
	}},
	{"inline chain: first line innermost; a method of a trace is the outermost", `
shop.Cart -> a.b:
    7:7:void shop.Checks.notNull(java.lang.Object):18:18 -> c
    7:7:void add(shop.Item):55 -> c
    7:7:void addAll(java.util.List):61 -> c
    8:9:void addAll(java.util.List):62:63 -> c
`, [][2]string{
		{"F a.b.c(SourceFile:7)", "shop.Checks.notNull(Checks.java:18) | shop.Cart.add(Cart.java:55) | shop.Cart.addAll(Cart.java:61)"},
		{"F a.b.c(SourceFile:9)", "shop.Cart.addAll(Cart.java:63)"},
		{"F a.b.c(SourceFile)", "shop.Cart.addAll(Cart.java)"},
		{"T a.b c (Ljava/util/List;)V", "void shop.Cart.addAll(java.util.List)"},
	}},
	{"method kept under its own name: the class is translated all the same", `
shop.Sync -> h5:
    boolean busy -> Z
`, [][2]string{
		{"F h5.run(SourceFile:7)", "shop.Sync.run(Sync.java:7)"},
		{"T h5 run ()V", "shop.Sync.run"},
	}},
	{"line outside every range", `
shop.Cart -> a.b:
    1:3:void load():10:12 -> d
`, [][2]string{
		{"F a.b.d(SourceFile:40)", "shop.Cart.load(Cart.java) [line not in the mapping]"},
	}},
	{"no line, overloads of one name: one name", `
shop.Cart -> a.b:
    void put(int) -> e
    void put(java.lang.String) -> e
`, [][2]string{
		{"F a.b.e(Unknown Source)", "shop.Cart.put(Cart.java)"},
		{"T a.b e (I)V", "void shop.Cart.put(int)"},
		{"T a.b e (Ljava/lang/String;)V", "void shop.Cart.put(java.lang.String)"},
	}},
	{"no line, different names: all of them", `
shop.Cart -> a.b:
    void open(int) -> f
    void close(java.lang.String) -> f
`, [][2]string{
		{"F a.b.f(Unknown Source)", "one of: shop.Cart.close, shop.Cart.open"},
		{"T a.b f (Ljava/lang/String;)V", "void shop.Cart.close(java.lang.String)"},
	}},
	{"entries with and without range under one name", `
shop.Cart -> a.b:
    java.util.List pick(java.util.List) -> g
    5:5:void sync():425:425 -> g
    void stop(java.lang.String[]) -> g
`, [][2]string{
		{"F a.b.g(SourceFile:5)", "shop.Cart.sync(Cart.java:425)"},
		{"F a.b.g(SourceFile:6)", "one of: shop.Cart.pick, shop.Cart.stop (line 6)"},
		{"T a.b g ([Ljava/lang/String;)V", "void shop.Cart.stop(java.lang.String[])"},
	}},
	{"catch-all range", `
shop.Cart -> a.b:
    0:65535:void tick():33:33 -> i
`, [][2]string{
		{"F a.b.i(SourceFile:912)", "shop.Cart.tick(Cart.java:33)"},
		{"F a.b.i(SourceFile)", "shop.Cart.tick(Cart.java:33)"},
	}},
	{"ranges of different length", `
shop.Cart -> a.b:
    1:10:void one():27:27 -> j
    11:15:void one():42 -> j
    16:25:void one():60:62 -> j
    26:28:void one() -> j
`, [][2]string{
		{"F a.b.j(SourceFile:8)", "shop.Cart.one(Cart.java:27)"},
		{"F a.b.j(SourceFile:13)", "shop.Cart.one(Cart.java:42)"},
		{"F a.b.j(SourceFile:20)", "shop.Cart.one(Cart.java) [between lines 60 and 62]"},
		{"F a.b.j(SourceFile:27)", "shop.Cart.one(Cart.java:27)"},
	}},
	{"ranges that start at 0 (byte code positions): 0 is not \"no line\"", `
shop.Cart -> a.b:
    0:6:void check():54:54 -> k
    0:6:void run():50 -> k
    7:13:void run():51:51 -> k
`, [][2]string{
		{"F a.b.k(SourceFile:9)", "shop.Cart.run(Cart.java:51)"},
		{"F a.b.k(SourceFile:0)", "shop.Cart.check(Cart.java:54) | shop.Cart.run(Cart.java:50)"},
		{"F a.b.k(SourceFile)", "shop.Cart.run(Cart.java)"},
	}},
	{"ends swapped, or second end 0", `
shop.Cart -> a.b:
    5:3:void s() -> l
    2:5:void t():9:6 -> m
    7:0:void u():9:9 -> n
`, [][2]string{
		{"F a.b.l(SourceFile:4)", "shop.Cart.s(Cart.java:4)"},
		{"F a.b.m(SourceFile:3)", "shop.Cart.t(Cart.java:7)"},
		{"F a.b.n(SourceFile:7)", "shop.Cart.u(Cart.java:9)"},
	}},
	{"original line 0 is no line", `
shop.Cart -> a.b:
    1:1:void v():0:0 -> o
    2:2:void shop.In.x():0:0 -> o
    2:2:void v():0 -> o
`, [][2]string{
		{"F a.b.o(SourceFile:1)", "shop.Cart.v(Cart.java)"},
		{"F a.b.o(SourceFile:2)", "shop.In.x(In.java) | shop.Cart.v(Cart.java)"},
	}},
	{"residual signature: an argument was removed", `
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
shop.Cart -> a.b:
    void save(shop.Db) -> p
      # {"id":"com.android.tools.r8.residualsignature","signature":"()V"}
    void save(shop.Db,int) -> p
      # {"id":"com.android.tools.r8.residualsignature","signature":"(La/c;I)V"}
shop.Db -> a.c:
`, [][2]string{
		{"T a.b p ()V", "void shop.Cart.save(shop.Db)"},
		{"T a.b p (La/c;I)V", "void shop.Cart.save(shop.Db,int)"},
	}},
	{"types of a signature, without residual signature", `
shop.Db$Row -> a.d$a:
shop.Cart -> a.b:
    shop.Db$Row[] rows(shop.Db$Row[][],int) -> q
    void rows(int) -> q
`, [][2]string{
		{"T a.b q ([[La/d$a;I)[La/d$a;", "shop.Db$Row[] shop.Cart.rows(shop.Db$Row[][],int)"},
		{"T a.b q (I)V", "void shop.Cart.rows(int)"},
	}},
	{"no arguments is not \"any arguments\"", `
shop.Cart -> a.b:
    1:2:void first(int):10:11 -> r
    3:4:void second():20:21 -> r
`, [][2]string{
		{"T a.b r ()V", "void shop.Cart.second()"},
		{"T a.b r (I)V", "void shop.Cart.first(int)"},
		{"T a.b r (J)V", "one of: void shop.Cart.first(int), void shop.Cart.second() (signature not in the mapping)"},
	}},
	{"two classes merged into one (class id)", `
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
shop.A -> a:
    byte shop.A.$r8$classId -> a
      # {"id":"com.android.tools.r8.synthesized"}
    1:1:void shop.B.work():51:51 -> a
    2:2:void work():40:40 -> a
    1:8:void shop.B.rest():46:46 -> b
`, [][2]string{
		{"F a.a(SourceFile:1)", "shop.B.work(B.java:51)"},
		{"F a.a(SourceFile:2)", "shop.A.work(A.java:40)"},
		{"F a.a(SourceFile)", "one of: shop.A.work, shop.B.work"},
		{"F a.b(SourceFile)", "shop.B.rest(B.java)"},
		{"T a a ()V", "one of: void shop.A.work(), void shop.B.work()"},
		{"L a", "shop.A or a class merged into it"},
	}},
	{"class merged into its subclass; source file of a class that is gone", `
shop.Base -> R8$$REMOVED$$CLASS$$0:
# {"id":"sourceFile","fileName":"Bases.kt"}
shop.Sub -> a:
# {"id":"sourceFile","fileName":"Sub.kt"}
    0:2:void go():47:47 -> a
    0:7:void shop.Base.go():52:52 -> b
`, [][2]string{
		{"F a.a(r8-map-id-0a:1)", "shop.Sub.go(Sub.kt:47)"},
		{"F a.b(r8-map-id-0a:3)", "shop.Base.go(Bases.kt:52)"},
	}},
	{"lambda class: the made-up outer frame goes, the code in it stays", `
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
shop.Cart$$ExternalSyntheticLambda3 -> b.c:
# {"id":"sourceFile","fileName":"R8$$SyntheticClass"}
# {"id":"com.android.tools.r8.synthesized"}
    int b.Cart$$ExternalSyntheticLambda3.$r8$classId -> n
      # {"id":"com.android.tools.r8.synthesized"}
    4:4:void shop.Cart.lambda$onCreate$0(shop.Item):225:225 -> run
    4:4:void b.Cart$$ExternalSyntheticLambda3.run():0 -> run
      # {"id":"com.android.tools.r8.synthesized"}
    5:5:void shop.Menu.lambda$show$1():17:17 -> run
    5:5:void b.Cart$$ExternalSyntheticLambda3.run():0 -> run
    6:6:void b.Cart$$ExternalSyntheticLambda3.run():0:0 -> run
shop.Cart -> b.d:
# {"id":"sourceFile","fileName":"Cart.kt"}
`, [][2]string{
		{"F b.c.run(SourceFile:4)", "shop.Cart.lambda$onCreate$0(Cart.kt:225)"},
		{"F b.c.run(SourceFile:6)", "shop.Cart$$ExternalSyntheticLambda3.run [generated by the compiler]"},
		{"T b.c run ()V", "one of: void shop.Cart.lambda$onCreate$0(shop.Item), void shop.Menu.lambda$show$1() [through a class generated by the compiler]"},
	}},
	{"outline: its frame gives the position to the frame below", `
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
shop.Out -> a:
# {"id":"com.android.tools.r8.synthesized"}
    1:2:int m():0:0 -> a
      # {"id":"com.android.tools.r8.synthesized"}
      # {"id":"com.android.tools.r8.outline"}
shop.Cart -> b:
    8:8:int pay(int):98:98 -> s
    9:9:int shop.Tax.of(int):100:100 -> s
    9:9:int pay(int):99 -> s
    27:27:int pay(int):0:0 -> s
      # {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":8,"2":9},"outline":"La;a()I"}
`, [][2]string{
		{"F a.a(SourceFile:1) ; b.s(SourceFile:27)", "shop.Cart.pay(Cart.java:98)"},
		{"F a.a(SourceFile:2) ; b.s(SourceFile:27)", "shop.Tax.of(Tax.java:100) | shop.Cart.pay(Cart.java:99)"},
		{"F b.s(SourceFile:27)", "shop.Cart.pay(Cart.java)"},
		{"T a a ()I", "outline"},
	}},
	{"rewriteFrame: only for the exception named; never in a dump or a trace", `
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
shop.Cart -> a:
    4:4:void shop.Item.name():23:23 -> a
    4:4:void show(shop.Item):7 -> a
      # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}
`, [][2]string{
		{"F a.a(SourceFile:4)", "shop.Item.name(Item.java:23) | shop.Cart.show(Cart.java:7)"},
	}},
	{"classes in lock lines", `
shop.Db -> a.c:
shop.Db$Row -> a.c$a:
`, [][2]string{
		{"L a.c", "shop.Db"},
		{"L a.c$a", "shop.Db$Row"},
		{"L a.c[][]", "shop.Db[][]"},
		{"L a.cx", "a.cx"},
	}},
	{"source file names", `
# {"id":"sourceFile","fileName":"Ignored.kt"}
shop.My$Inner -> a:
    1:1:void run():5:5 -> a
shop.UtilKt -> b:
    1:1:void run():5:5 -> a
    2:2:void shop.Late.z():9:9 -> a
    2:2:void run():6 -> a
shop.Late -> c:
# {"id":"sourceFile","fileName":"Two words.kt"}
`, [][2]string{
		{"F a.a(SourceFile:1)", "shop.My$Inner.run(My.java:5)"},
		{"F b.a(SourceFile:1)", "shop.UtilKt.run(Util.kt:5)"},
		{"F b.a(SourceFile:2)", "shop.Late.z(Two words.kt:9) | shop.UtilKt.run(Util.kt:6)"},
	}},
	{"a frame that carries another map id is left alone", `
# pg_map_id: 1111
shop.Cart -> a.b:
    1:1:void x():5:5 -> a
`, [][2]string{
		{"F a.b.a(r8-map-id-1111:1)", "shop.Cart.x(Cart.java:5)"},
		{"F a.b.a(r8-map-id-2222:1)", "a.b.a(r8-map-id-2222:1) [other build]"},
		{"F a.b.a(:com.google.android.gms@2:1)", "a.b.a(:com.google.android.gms@2:1) [other app]"},
	}},
	{"spaces, tabs, BOM, line ends, comments, a bad line", "\ufeff# free text\r\n\r\nshop.A->a:\r\n  1:1:void x(int , java.lang.String):5:5   ->   b  \r\n\tint n -> f\r\n   # free text\r\n    what is this\r\n# {broken\r\n    2:2:void y():6:6 -> b\r\n", [][2]string{
		{"F a.b(SourceFile:1)", "shop.A.x(A.java:5)"},
		{"F a.b(SourceFile:2)", "shop.A.y(A.java:6)"},
		{"S skipped lines", "1"},
	}},
	{"the same class twice: both sections count", `
shop.A -> a:
    1:1:void x():5:5 -> a
shop.A -> a:
    1:1:void y():6:6 -> b
`, [][2]string{
		{"F a.a(SourceFile:1)", "shop.A.x(A.java:5)"},
		{"F a.b(SourceFile:1)", "shop.A.y(A.java:6)"},
	}},
	{"names beyond ASCII", `
shop.Größe -> α.é:
    1:1:void 数える():5:5 -> ž
`, [][2]string{
		{"F α.é.ž(SourceFile:1)", "shop.Größe.数える(Größe.java:5)"},
	}},
	{"constructors", `
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
shop.Sub -> a:
    1:4:void <init>():42:42 -> <init>
    5:5:void shop.Base.<init>():30:30 -> <init>
      # {"id":"com.android.tools.r8.residualsignature","signature":"(I)V"}
    1:1:void <clinit>():9:9 -> <clinit>
`, [][2]string{
		{"F a.<init>(SourceFile:5)", "shop.Base.<init>(Base.java:30)"},
		{"T a <init> ()V", "void shop.Sub.<init>()"},
		{"T a <init> (I)V", "void shop.Base.<init>()"},
		{"F a.<clinit>(SourceFile:1)", "shop.Sub.<clinit>(Sub.java:9)"},
	}},
	{"newer information", `
# {"id":"com.android.tools.r8.mapping","version":"2.3"}
shop.A -> a:
# {"id":"com.android.tools.r8.mergedClasses","kind":"horizontal","classIdField":"x","mergedClasses":[{"name":"shop.A","classId":"0"},{"name":"shop.B","classId":"1"}]}
    0:7:void shop.B.bar():21:21 -> a
`, [][2]string{
		{"F a.a(SourceFile:3)", "shop.B.bar(B.java:21)"},
		{"L a", "shop.A or shop.B"},
	}},
	{"ProGuard: ranges of two methods overlap", `
shop.Clock -> a:
    93:387:void start(shop.S) -> a
    144:388:void update(java.lang.String) -> a
`, [][2]string{
		{"F a.a(SourceFile:214)", "one of: shop.Clock.start, shop.Clock.update (line 214)"},
		{"T a a (Ljava/lang/String;)V", "void shop.Clock.update(java.lang.String)"},
	}},
	{"one method, two blocks with different outermost names (merged) and one residual signature", `
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
shop.A$1 -> a:
    int b.A$1.$r8$classId -> a
      # {"id":"com.android.tools.r8.synthesized"}
    20:25:void shop.A$1.done(shop.M,boolean):7:7 -> a
      # {"id":"com.android.tools.r8.residualsignature","signature":"(Lg/q;Z)V"}
    26:30:void shop.A$2.done(shop.M,boolean):9:9 -> a
shop.M -> g.q:
`, [][2]string{
		{"T a a (Lg/q;Z)V", "one of: void shop.A$1.done(shop.M,boolean), void shop.A$2.done(shop.M,boolean)"},
		{"F a.a(SourceFile:27)", "shop.A$2.done(A.java:9)"},
	}},
}
