package org.offloadtck.ptx.ir;

/// A function with its body.
///
/// @param source the name of the text that it was parsed from, in diagnostics; linking keeps it
public record Function(String source, Signature signature, Body body) {

    public String name() {
        return signature.name();
    }

    public boolean isKernel() {
        return signature.kind() == Signature.FunctionKind.ENTRY;
    }
}
