package org.offloadtck.runtime.trace;

/// What a construct did to a reference count.
///
/// @see "LLVM 16, openmp/libomptarget/src/device.cpp, getTargetPointer and getTgtPtrBegin"
public enum CountChange {
    /// It is not the count that the construct uses, or the row is new.
    NONE(""),
    INCREMENTED(" (incremented)"),
    DECREMENTED(" (decremented)"),
    /// Decremented, and the row is about to be removed.
    LAST(" (decremented, delayed deletion)"),
    /// Set to zero, and the row is about to be removed.
    RESET(" (reset, delayed deletion)"),
    /// Looked at only.
    KEPT(" (update suppressed)");

    private final String words;

    CountChange(String words) {
        this.words = words;
    }

    /// What the runtime prints behind the count.
    String words() {
        return words;
    }
}
