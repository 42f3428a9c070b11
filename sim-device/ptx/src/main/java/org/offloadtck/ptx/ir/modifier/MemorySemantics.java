package org.offloadtck.ptx.ir.modifier;

/// The memory ordering of an operation or fence (PTX ISA §8.4).
public enum MemorySemantics implements Modifier {
    WEAK("weak"),
    RELAXED("relaxed"),
    ACQUIRE("acquire"),
    RELEASE("release"),
    ACQ_REL("acq_rel"),
    SC("sc"),
    VOLATILE("volatile"),
    MMIO("mmio");

    private final String suffix;

    MemorySemantics(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }

    /// The proxies, ways of access to memory, that `fence.proxy` orders (PTX ISA 9.0 §9.7.13.4).
    public enum Proxy implements Modifier {
        ALIAS("alias"),
        ASYNC("async"),
        ASYNC_GENERIC("async::generic"),
        TENSORMAP_GENERIC("tensormap::generic");

        private final String suffix;

        Proxy(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The objects that a fence is restricted to (PTX ISA 9.0 §9.7.13.4).
    public enum Restriction implements Modifier {
        SHARED_CTA("sync_restrict::shared::cta"),
        SHARED_CLUSTER("sync_restrict::shared::cluster");

        private final String suffix;

        Restriction(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }
}
