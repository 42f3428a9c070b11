package org.offloadtck.object.startup;

import org.offloadtck.object.offload.entry.PointerResolver.SectionOffset;

/// A call in a function.
///
/// @param at the call instruction
/// @param target the function
/// @param argument the first argument
public record FunctionCall(SectionOffset at, CodeValue target, CodeValue argument) {

    /// The name of an imported function, without a version; empty for any other.
    public String name() {
        return target instanceof CodeValue.Imported(var symbol, var addend) && addend == 0
                ? symbol.split("@", 2)[0]
                : "";
    }
}
