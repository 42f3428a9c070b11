package org.offloadtck.ptx.ir.modifier;

/// The coordinate of a CTA that `clusterlaunchcontrol.query_cancel` returns (PTX ISA 8.6
/// §9.7.13.17.2).
public enum LaunchCoordinate implements Modifier {
    X("get_first_ctaid::x"),
    Y("get_first_ctaid::y"),
    Z("get_first_ctaid::z");

    private final String suffix;

    LaunchCoordinate(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
