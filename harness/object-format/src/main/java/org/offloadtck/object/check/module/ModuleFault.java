package org.offloadtck.object.check.module;

import org.offloadtck.object.ir.TextPosition;

/// Something wrong with the module of a device.
///
/// @param symbol the one it is about
/// @param place in the device's module; the start of the file for a symbol that is not there
/// @param problem what is, when it should be what
public record ModuleFault(Kind kind, String symbol, TextPosition position, String problem) {

    /// What can be wrong.
    public enum Kind {
        /// The module of a GPU has offload entries.
        HAS_ENTRIES,
        /// What the host asks for is not exported.
        MISSING_EXPORT,
        /// What the host asks for is exported as something else.
        WRONG_EXPORT,
        /// A kernel or variable is exported that the host does not ask for.
        UNASKED_EXPORT,
        /// Another image may define an exported variable or function in place of this one.
        PREEMPTIBLE,
        /// Device code is left to be linked with the device runtime.
        RUNTIME_LEFT_OUT,
        /// The device runtime is linked in, and calls functions that are not.
        RUNTIME_INCOMPLETE
    }
}
