package org.offloadtck.engine.launch;

/// How instructions are executed; results, counts and faults do not depend on it.
public enum ExecutionStrategy {
    /// By the interpreter, and what turns out to be executed often as bytecode.
    AUTOMATIC,
    /// By the interpreter alone.
    INTERPRETER,
    /// As bytecode from the first time on, whatever can be.
    BYTECODE;

    /// How often code is executed before it is compiled. A block of a dozen instructions is then
    /// worth milliseconds of interpretation, which is what making it and HotSpot's compiling it
    /// cost.
    private static final int COMPILE_THRESHOLD = 4096;

    /// How often code is executed before it is compiled.
    public int compileThreshold() {
        return switch (this) {
            case AUTOMATIC -> COMPILE_THRESHOLD;
            case INTERPRETER -> Integer.MAX_VALUE;
            case BYTECODE -> 0;
        };
    }
}
