package org.offloadtck.ptx.ir.modifier;

/// A state space (PTX ISA §5.1).
public enum StateSpace implements Modifier {
    REG("reg"),
    SREG("sreg"),
    CONST("const"),
    GLOBAL("global"),
    LOCAL("local"),
    PARAM("param"),
    /// The parameters of the kernel, also in a function that it calls.
    PARAM_ENTRY("param::entry"),
    /// The parameters of the function itself.
    PARAM_FUNC("param::func"),
    SHARED("shared"),
    /// Shared memory of the CTA of the thread; the same as `.shared`.
    SHARED_CTA("shared::cta"),
    /// Shared memory of any CTA of the cluster.
    SHARED_CLUSTER("shared::cluster"),
    TEX("tex"),
    /// No space is stated: a generic address.
    GENERIC("");

    private final String suffix;

    StateSpace(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
