package org.offloadtck.emulation.api;

/// How the program of a run ended.
///
/// @param pluginSearches how often, at least, processes searched for the CUDA plugin of
///   libomptarget by its name: each process whose libomptarget is of LLVM 18 or earlier, once
/// @param status the exit status of the program, or 128 and the number of the signal that ended it,
///   as shells have it
public record RunEnd(long pluginSearches, long status) {

    /// A program that exited with 0 and searched for no plugin.
    public static final RunEnd EXITED = new RunEnd(0, 0);

    /// Of a program that the dynamic linker cannot start, or that misses a function when it calls
    /// it (glibc 2.36, `_dl_fatal_printf`).
    private static final long NOT_LINKED = 127;

    private static final long SIGNALLED = 128;

    /// signal(7): the numbers of SIGABRT and of the last signal, SIGRTMAX.
    private static final long ABORT = 6;

    private static final long LAST_SIGNAL = 64;

    /// Whether something other than its own exit ended the program.
    public boolean isAbrupt() {
        return status == NOT_LINKED || (status > SIGNALLED && status <= SIGNALLED + LAST_SIGNAL);
    }

    /// Whether the program aborted, as libomptarget does if offloading is mandatory and fails.
    public boolean isAbort() {
        return status == SIGNALLED + ABORT;
    }
}
