package org.offloadtck.ptx.ir;

/// A function with its body.
public record Function(Signature signature, Body body) {

    public String name() {
        return signature.name();
    }

    public boolean isKernel() {
        return signature.kind() == Signature.FunctionKind.ENTRY;
    }
}
