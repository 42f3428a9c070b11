package org.offloadtck.ptx.ir.modifier;

/// What `vote` finds out.
public enum VoteMode implements Modifier {
    ALL("all"),
    ANY("any"),
    /// Whether all lanes agree.
    UNI("uni"),
    /// One bit a lane.
    BALLOT("ballot");

    private final String suffix;

    VoteMode(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
