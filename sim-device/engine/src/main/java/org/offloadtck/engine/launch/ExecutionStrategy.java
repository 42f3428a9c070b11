package org.offloadtck.engine.launch;

/// How instructions are executed. Results, counters and faults do not depend on it.
public enum ExecutionStrategy {
    /// Interprets instructions and compiles blocks that are executed often.
    AUTOMATIC,
    /// Interprets all instructions.
    INTERPRETER,
    /// Compiles each block before its first execution.
    BYTECODE;

    /// Executions of a block before it is compiled. A block of a dozen instructions has then taken
    /// milliseconds in the interpreter, which is about the time to compile it, by HotSpot too.
    private static final int COMPILE_THRESHOLD = 4096;

    /// Executions of a block before it is compiled.
    public int compileThreshold() {
        return switch (this) {
            case AUTOMATIC -> COMPILE_THRESHOLD;
            case INTERPRETER -> Integer.MAX_VALUE;
            case BYTECODE -> 0;
        };
    }
}
