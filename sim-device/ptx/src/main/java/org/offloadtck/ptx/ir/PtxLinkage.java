package org.offloadtck.ptx.ir;

/// The linking directive of a symbol (PTX ISA §11.6).
public enum PtxLinkage {
    /// No directive: visible in its module only.
    LOCAL(""),
    VISIBLE(".visible"),
    WEAK(".weak"),
    /// Defined in another module.
    EXTERN(".extern"),
    /// Several modules may define it; the largest definition is the variable.
    COMMON(".common");

    private final String directive;

    PtxLinkage(String directive) {
        this.directive = directive;
    }

    public String directive() {
        return directive;
    }
}
