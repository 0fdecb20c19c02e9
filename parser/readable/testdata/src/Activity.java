package com.example.java;

import java.util.*;
import java.util.function.*;

public class Activity {
    private int secret;
    private static int count;
    private static final Runnable STATIC = () -> System.out.println("static");
    private final Runnable field = () -> secret++;
    private int hidden() { return secret; }
    private static int hiddenStatic() { return count; }
    enum Mode { On, Off }
    void onCreate() {
        run(() -> { secret++; run(() -> secret++); });
        run(this::onPause);
        new Thread(new Runnable() { public void run() { hidden(); secret = 2; count++; hiddenStatic(); run2(() -> secret--); } void run2(Runnable r) { r.run(); } }).start();
    }
    void onPause() { Comparator<String> c = Comparator.comparing(s -> s.length()); Supplier<Activity> s = Activity::new; }
    int mode(Mode m) { switch (m) { case On: return 1; default: return 2; } }
    static void run(Runnable r) { r.run(); }
    class Inner { int get() { secret = 3; return hidden() + secret + count + hiddenStatic(); } }
    void local() { class Helper { int help() { return hidden(); } } new Helper().help(); }
    interface Shape { default int area() { return 1; } static int of() { return 2; } private int own() { return 3; } default int more() { return area(); } }
    static class Square implements Shape {}
    static <T extends Object & Runnable> void both(List<T> l) { Objects.hash(l); Math.floorMod(3L, 2); l.stream().map(x -> x).forEach(x -> { }); Long.compareUnsigned(1, 2);  }
}
