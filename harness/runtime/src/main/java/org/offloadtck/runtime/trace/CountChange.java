package org.offloadtck.runtime.trace;

/// The change of a reference count by a construct.
///
/// @see "LLVM 16, openmp/libomptarget/src/device.cpp, getTargetPointer and getTgtPtrBegin"
public enum CountChange {
    /// The construct does not use this count, or the row is new.
    NONE(""),
    INCREMENTED(" (incremented)"),
    DECREMENTED(" (decremented)"),
    /// Decremented; the row will be removed.
    LAST(" (decremented, delayed deletion)"),
    /// Set to zero; the row will be removed.
    RESET(" (reset, delayed deletion)"),
    /// Unchanged.
    KEPT(" (update suppressed)");

    private final String words;

    CountChange(String words) {
        this.words = words;
    }

    /// The text that libomptarget prints after the count.
    public String words() {
        return words;
    }
}
