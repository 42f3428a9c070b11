package org.offloadtck.ptx.ir.modifier;

/// The set of threads for which an operation is strong (PTX ISA §8.5).
public enum MemoryScope implements Modifier {
    CTA("cta"),
    CLUSTER("cluster"),
    GPU("gpu"),
    SYS("sys");

    private final String suffix;

    MemoryScope(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }

    /// The set of threads that a `membar` orders writes for.
    public enum MembarLevel implements Modifier {
        CTA("cta"),
        /// All threads of the device.
        GL("gl"),
        SYS("sys");

        private final String suffix;

        MembarLevel(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }
}
