package PACKAGE;

/**
 * Runs the tests of a candidate and prints the mark when they have come to their end.
 *
 * The mark arrives on standard input before anything of the candidate runs, and stays in two local numbers of this
 * thread: no field, no object and no string holds it. The package has a name that nobody can guess.
 */
public final class Driver {
    private Driver() {}

    /** The first argument is the class of the tests; the others are names of types that the candidate declares and the tests use. */
    public static void main(String[] arguments) throws Throwable {
        java.io.FileOutputStream out = new java.io.FileOutputStream(java.io.FileDescriptor.out);
        java.io.PrintStream complaints =
            new java.io.PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.err), true, "UTF-8");
        byte[] line = new byte[32];
        java.io.FileInputStream in = new java.io.FileInputStream(java.io.FileDescriptor.in);
        if (in.readNBytes(line, 0, 32) != 32) java.lang.System.exit(1);
        in.close();
        long high = number(line, 0);
        long low = number(line, 16);
        java.util.Arrays.fill(line, (byte) 0);

        for (int i = 1; i < arguments.length; i++) refuseLibraryName(arguments[i], complaints);
        Class<?> tests = Class.forName(arguments[0], false, Driver.class.getClassLoader());
        java.lang.reflect.Method start = tests.getDeclaredMethod("main", String[].class);
        start.setAccessible(true);
        try {
            start.invoke(null, (Object) new String[0]);
        } catch (java.lang.reflect.InvocationTargetException failure) {
            complain(failure.getCause(), tests, complaints);
            java.lang.Runtime.getRuntime().halt(1);
        }
        refuseSilencedAssertions(tests, complaints);
        for (int i = 0; i < 16; i++) line[i] = digit(high, i);
        for (int i = 0; i < 16; i++) line[16 + i] = digit(low, i);
        byte[] whole = new byte[34];
        whole[0] = whole[33] = '\n';
        java.lang.System.arraycopy(line, 0, whole, 1, 32);
        out.write(whole);
    }

    private static void complain(Throwable failure, Class<?> tests, java.io.PrintStream complaints) {
        StackTraceElement[] trace = failure.getStackTrace();
        boolean raisedByTests = trace.length > 0
            && trace[0].getClassName().equals(tests.getName()) && trace[0].getMethodName().equals("main");
        complaints.print(raisedByTests ? "A test failed: " : "Exception in thread \"main\" ");
        failure.printStackTrace(complaints);
    }

    private static long number(byte[] digits, int from) {
        long value = 0;
        for (int i = from; i < from + 16; i++) value = value << 4 | java.lang.Character.digit(digits[i], 16);
        return value;
    }

    private static byte digit(long value, int place) {
        return (byte) java.lang.Character.forDigit((int) (value >>> 60 - 4 * place & 15), 16);
    }

    private static void refuseLibraryName(String name, java.io.PrintStream complaints) {
        for (String part : new String[] {"lang", "util", "util.function", "util.stream", "math", "io", "text"}) {
            try {
                Class.forName("java." + part + "." + name, false, null);
            } catch (ClassNotFoundException | LinkageError absent) {
                continue;
            }
            complaints.println("the candidate declares " + name + " in place of java." + part + "." + name
                + ", which the tests use");
            java.lang.Runtime.getRuntime().halt(1);
        }
    }

    private static void refuseSilencedAssertions(Class<?> tests, java.io.PrintStream complaints) throws Exception {
        try {
            java.lang.reflect.Field silenced = tests.getDeclaredField("$assertionsDisabled");
            silenced.setAccessible(true);
            if (!silenced.getBoolean(null)) return;
        } catch (NoSuchFieldException none) {
            return;
        }
        complaints.println("the candidate switches assertions off");
        java.lang.Runtime.getRuntime().halt(1);
    }
}
