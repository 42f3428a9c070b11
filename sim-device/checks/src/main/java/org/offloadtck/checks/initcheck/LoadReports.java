package org.offloadtck.checks.initcheck;

/// Which loads of uninitialised memory are findings, whatever becomes of the value.
public enum LoadReports {
    NONE,
    /// Those of global memory.
    GLOBAL
}
