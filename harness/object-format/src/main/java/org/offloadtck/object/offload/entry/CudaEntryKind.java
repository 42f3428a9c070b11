package org.offloadtck.object.offload.entry;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The kind of a CUDA or HIP offload entry: the low three bits of its flags.
///
/// Source: LLVM 15 to 23, `OffloadEntryKindFlag`, in `clang/lib/CodeGen/CGCUDARuntime.h` until 17,
/// then in `llvm/include/llvm/Frontend/Offloading/Utility.h`.
public enum CudaEntryKind {
    /// A kernel when its size is 0, else a variable.
    GLOBAL(0),
    MANAGED(1),
    SURFACE(2),
    TEXTURE(3);

    private static final int MASK = 0x7;

    private final int code;

    CudaEntryKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /// The kind in `flags`; empty for a code that is newer than this kit.
    public static Optional<CudaEntryKind> in(long flags) {
        return Arrays.stream(values()).filter(kind -> kind.code == (flags & MASK)).findFirst();
    }

    /// A modifier in the flags of a CUDA or HIP entry. Written since LLVM 18.
    public enum Modifier {
        /// Declared `extern`.
        EXTERN(0x8),
        /// In constant memory.
        CONSTANT(0x10),
        /// A texture of normalized coordinates.
        NORMALIZED(0x20);

        private final int bit;

        Modifier(int bit) {
            this.bit = bit;
        }

        public int bit() {
            return bit;
        }

        /// The modifiers set in `flags`; bits without a meaning are omitted.
        public static Set<Modifier> in(long flags) {
            var set = EnumSet.noneOf(Modifier.class);
            Arrays.stream(values()).filter(one -> (flags & one.bit) != 0).forEach(set::add);
            return set;
        }

        /// The name of the modifier in reports.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
