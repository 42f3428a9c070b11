package org.offloadtck.object.offload;

import java.util.Locale;

/// The programming model a device image or an offload entry belongs to. The number that stands for
/// it in a file depends on the release that wrote it: see [OffloadKindNumbering].
///
/// Source: LLVM 15 to 23, `llvm/include/llvm/Object/OffloadBinary.h`, `enum OffloadKind`.
public enum OffloadKind {
    OPENMP,
    CUDA,
    HIP,
    SYCL;

    /// The name LLVM's tools print and take, such as `openmp`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
