package org.offloadtck.ptx.ir.modifier;

/// Cache hints of memory instructions. They affect performance only.
public sealed interface CacheHint extends Modifier {

    /// The cache operator of a load or store (PTX ISA §9.7.9.1).
    enum Operator implements CacheHint {
        CA("ca"),
        CG("cg"),
        CS("cs"),
        LU("lu"),
        CV("cv"),
        WB("wb"),
        WT("wt");

        private final String suffix;

        Operator(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The eviction priority in the first-level cache (PTX ISA §9.7.9.2).
    enum EvictionPriority implements CacheHint {
        EVICT_NORMAL("L1::evict_normal"),
        EVICT_UNCHANGED("L1::evict_unchanged"),
        EVICT_FIRST("L1::evict_first"),
        EVICT_LAST("L1::evict_last"),
        NO_ALLOCATE("L1::no_allocate");

        private final String suffix;

        EvictionPriority(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The eviction priority in the second-level cache (PTX ISA §9.7.9.2).
    enum SecondLevelPriority implements CacheHint {
        EVICT_LAST("L2::evict_last"),
        EVICT_NORMAL("L2::evict_normal"),
        EVICT_FIRST("L2::evict_first"),
        EVICT_UNCHANGED("L2::evict_unchanged");

        private final String suffix;

        SecondLevelPriority(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The last operand is a cache policy, the result of `createpolicy` (PTX ISA §9.7.9.18).
    enum Policy implements CacheHint {
        CACHE_HINT;

        @Override
        public String suffix() {
            return "L2::cache_hint";
        }
    }

    /// The prefetch size of the second-level cache (PTX ISA §9.7.9.8).
    enum PrefetchSize implements CacheHint {
        BYTES_64("L2::64B"),
        BYTES_128("L2::128B"),
        BYTES_256("L2::256B");

        private final String suffix;

        PrefetchSize(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }
}
