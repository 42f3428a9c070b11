package org.offloadtck.ptx.ir;

/// A function with its body.
///
/// @param source what diagnostics call the text that it is in, after linking, too
public record Function(String source, Signature signature, Body body) {

    public String name() {
        return signature.name();
    }

    public boolean isKernel() {
        return signature.kind() == Signature.FunctionKind.ENTRY;
    }
}
