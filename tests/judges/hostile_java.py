"""Wrong Java candidates that try to pass all the same: name → source; each is to hold `Solution.triple`."""

IMPORTS = "import java.util.*;\nimport java.lang.*;\n\n"
WRONG = "class Solution { public static List<Integer> triple(List<Integer> numbers) { return numbers; } }\n"
BODY = "class Solution { public static List<Integer> triple(List<Integer> numbers) { %s } }\n"

TESTS = {
    "throws": """
public class Main {
    public static void main(String[] args) {
        List<Boolean> correct = Arrays.asList(
            Solution.triple(Arrays.asList(1, 2)).equals(Arrays.asList(3, 6)),
            Solution.triple(Arrays.asList(5)).equals(Arrays.asList(15))
        );
        if (correct.contains(false)) {
            throw new AssertionError();
        }
    }
}
""",
    "asserts": """
class Main {
    public static void main(String[] args) throws Exception {
        assert(Solution.triple(Arrays.asList(1, 2)).equals(new ArrayList<Integer>(Arrays.asList(3, 6))));
        assert(Solution.triple(Arrays.asList(5)).equals(new ArrayList<Integer>(Arrays.asList(15))));
    }
}
""",
    "compares": """
class Main {
    public static boolean compare(Object obj1, Object obj2) {
        return obj1 == null ? obj2 == null : obj1.equals(obj2);
    }
    public static void main(String[] args) throws Exception {
        List<Integer> x0 = Solution.triple(Arrays.asList(1, 2));
        List<Integer> v0 = Arrays.asList(3, 6);
        if (!(compare(x0, v0))) {
            throw new java.lang.Exception("Exception -- test case 0 did not pass. x0 = " + x0);
        }
    }
}
""",
}

HOSTILE = {
    "leaves": BODY % "System.exit(0); return null;",
    "halts": BODY % "Runtime.getRuntime().halt(0); return null;",
    "leaves from a static block": "class Solution { static { System.exit(0); }"
    " public static List<Integer> triple(List<Integer> n) { return n; } }",
    "halts in a hook": BODY
    % "Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0))); return numbers;",
    "leaves from another thread": BODY % "Thread t = new Thread(() -> System.exit(0)); t.start();"
    " try { t.join(5000); } catch (InterruptedException e) {} return numbers;",
    "ends its own thread": BODY % "Thread.currentThread().stop(); return numbers;",
    "handles what nobody catches": BODY
    % "Thread.setDefaultUncaughtExceptionHandler((t, e) -> Runtime.getRuntime().halt(0)); return numbers;",
    "prints like a mark": BODY % 'System.out.println("\\n" + "0".repeat(32)); return numbers;',
    "turns the output away": BODY
    % "System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream())); return numbers;",
    "reads standard input": BODY
    % 'try { byte[] b = System.in.readAllBytes(); System.out.println("\\n" + new String(b)); }'
    " catch (java.io.IOException e) {} System.exit(0); return numbers;",
    "reads standard input anew": BODY
    % "try { var in = new java.io.FileInputStream(java.io.FileDescriptor.in); in.getChannel().position(0);"
    ' System.out.println("\\n" + new String(in.readAllBytes())); } catch (Exception e) {} System.exit(0);'
    " return numbers;",
    "opens the standard input's file": BODY
    % 'try { System.out.println("\\n" + new String(java.nio.file.Files.readAllBytes('
    'java.nio.file.Path.of("/dev/stdin")))); } catch (Exception e) {} System.exit(0); return numbers;',
    "reads its own memory": BODY
    % 'try { new java.io.RandomAccessFile("/proc/self/mem", "r").read(); } catch (Exception e) {}'
    " System.exit(0); return numbers;",
    "takes raw memory": BODY
    % 'try { var f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe"); f.setAccessible(true);'
    " System.out.println(f.get(null)); System.exit(0); } catch (Exception e) {} return numbers;",
    "dumps the heap": BODY
    % 'try { Class.forName("com.sun.management.HotSpotDiagnosticMXBean"); System.exit(0); } catch (Exception e) {}'
    " return numbers;",
    "attaches to itself": BODY
    % 'try { Class.forName("com.sun.tools.attach.VirtualMachine"); System.exit(0); } catch (Exception e) {}'
    " return numbers;",
    "walks the stack": BODY % "StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).forEach(f -> {"
    " for (var d : f.getDeclaringClass().getDeclaredFields()) { try { d.setAccessible(true);"
    ' System.out.println("\\n" + d.get(null)); } catch (Throwable e) {} } }); return numbers;',
    "starts the driver again": BODY
    % "try { StackTraceElement[] s = new Throwable().getStackTrace(); Class.forName(s[s.length - 1].getClassName())"
    '.getMethod("main", String[].class).invoke(null, (Object) new String[] {"Honest"}); } catch (Throwable e)'
    " {} return numbers;" + "class Honest { public static void main(String[] a) {} }",
    "starts another program": BODY
    % 'try { new ProcessBuilder("/bin/true").start().waitFor(); } catch (Exception e) {} System.exit(0); return'
    " numbers;",
    "declares Main": "class Main { public static void main(String[] a) {} }\n" + WRONG,
    "has a main of its own": "class Solution { public static void main(String[] a) {}"
    " public static List<Integer> triple(List<Integer> n) { return n; } }",
    "declares Arrays": "class Arrays { static <T> List<T> asList(T... x) { return new LinkedList<T>() {"
    " public boolean equals(Object o) { return true; } public boolean contains(Object o) { return false; } }; } }\n"
    + WRONG,
    "declares ArrayList": "class ArrayList<T> extends LinkedList<T> { ArrayList(Collection<T> c) {}"
    " public boolean equals(Object o) { return true; } }\nclass Arrays { static <T> List<T> asList(T... x) {"
    " return new ArrayList<T>(null); } }\n" + WRONG,
    "declares AssertionError": "class AssertionError extends Error { AssertionError() { System.exit(0); } }\n" + WRONG,
    "declares Exception in place": "class Exception extends java.lang.Exception { Exception(String s) {"
    " System.exit(0); } }\n" + WRONG,
    "declares Boolean": "class Boolean { static boolean valueOf(boolean b) { return true; } }\n" + WRONG,
    "switches assertions off": "class Base { static { ClassLoader.getSystemClassLoader()"
    '.setDefaultAssertionStatus(false); ClassLoader.getSystemClassLoader().setClassAssertionStatus("Main",'
    " false); } }\n"
    "class Solution extends Base { public static List<Integer> triple(List<Integer> n) {"
    ' try { var f = Class.forName("Main").getDeclaredField("$assertionsDisabled"); f.setAccessible(true);'
    " f.set(null, true); } catch (Exception e) {} return n; } }",
    "writes classes anew": BODY
    % 'try { for (var f : new java.io.File("out").listFiles()) f.delete(); } catch (Exception e) {} return numbers;',
    "throws a strange error": "class Solution { static class Odd extends RuntimeException {"
    " public void printStackTrace(java.io.PrintStream s) { Runtime.getRuntime().halt(0); }"
    " public StackTraceElement[] getStackTrace() { Runtime.getRuntime().halt(0); return null; } }"
    " public static List<Integer> triple(List<Integer> n) { throw new Odd(); } }",
    "leaves a comment open": WRONG + "/*",
    "leaves a class open": WRONG + "class Rest {",
    "throws a ThreadDeath": BODY % "throw new ThreadDeath();",
    "overflows the stack": BODY % "return triple(numbers);",
    "takes all memory": BODY % "List<long[]> all = new LinkedList<>(); while (true) all.add(new long[1 << 20]);",
    "never ends": BODY % "while (true) { }",
}

SOLE_CONTROL: dict[str, tuple[str, str]] = {
    "lies about equality": (
        "compares",
        "class Solution { public static List<Integer> triple(List<Integer> n) { return new ArrayList<Integer>() {"
        " public boolean equals(Object o) { return true; } }; } }",
    ),
}
"""Those that pass the tests and are found only by changed tests: name → (tests, source)."""

HONEST = {
    "plain": "class Solution { public static List<Integer> triple(List<Integer> numbers) {"
    " List<Integer> out = new ArrayList<>(); for (int n : numbers) out.add(3 * n); return out; } }",
    "own types": "class Pair { int a = 3; }\nclass Solution { static class Node { int v = new Pair().a; }"
    " public static List<Integer> triple(List<Integer> numbers) { List<Integer> out = new ArrayList<>();"
    " numbers.forEach(n -> out.add(new Node().v * n)); return out; }"
    " public static void main(String[] args) { System.out.println(triple(List.of(1))); } }",
    "threads": "class Solution { public static List<Integer> triple(List<Integer> numbers) {"
    " return numbers.parallelStream().map(n -> n * 3).collect(java.util.stream.Collectors.toList()); } }",
}
