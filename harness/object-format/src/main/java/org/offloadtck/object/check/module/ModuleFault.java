package org.offloadtck.object.check.module;

import org.offloadtck.object.ir.TextPosition;

/// A fault of a device module.
///
/// @param symbol the symbol at fault
/// @param position in the device module; the start of the file for a missing symbol
/// @param problem what is wrong and what is expected
public record ModuleFault(Kind kind, String symbol, TextPosition position, String problem) {

    /// The kinds of faults.
    public enum Kind {
        /// The module of a GPU has offload entries.
        HAS_ENTRIES,
        /// A symbol that the host requests is not exported.
        MISSING_EXPORT,
        /// A symbol that the host requests is exported as something else.
        WRONG_EXPORT,
        /// A kernel or variable is exported without a request of the host.
        UNASKED_EXPORT,
        /// An exported variable or function can be preempted by a definition in another image.
        PREEMPTIBLE,
        /// The device runtime is left out and has to be linked later.
        RUNTIME_LEFT_OUT,
        /// The device runtime is linked in, but some functions it calls are not.
        RUNTIME_INCOMPLETE
    }
}
