package org.offloadtck.ptx.ir.modifier;

/// The sizes of the matrices of `wmma`: `a` is m by k, `b` k by n (PTX ISA §9.7.15.2).
public enum MatrixShape implements Modifier {
    M16N16K16("m16n16k16"),
    M8N32K16("m8n32k16"),
    M32N8K16("m32n8k16"),
    M16N16K8("m16n16k8"),
    M8N8K4("m8n8k4"),
    M8N8K32("m8n8k32"),
    M8N8K128("m8n8k128");

    private final String suffix;

    MatrixShape(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
