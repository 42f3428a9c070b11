package org.offloadtck.object.offload;

import java.util.Locale;

/// The programming model of a device image or an offload entry. Its number in a file depends on the
/// release that wrote the file: see [OffloadKindNumbering].
///
/// Source: LLVM 15 to 23, `llvm/include/llvm/Object/OffloadBinary.h`, `enum OffloadKind`.
public enum OffloadKind {
    OPENMP,
    CUDA,
    HIP,
    SYCL;

    /// The name in LLVM's tools, such as `openmp`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
