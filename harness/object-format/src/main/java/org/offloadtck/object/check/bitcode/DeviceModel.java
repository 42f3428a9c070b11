package org.offloadtck.object.check.bitcode;

import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.offload.OffloadKind;

/// The programming model of an image or entry, as far as the check of bitcode distinguishes them.
enum DeviceModel {
    OPENMP("OpenMP"),
    CUDA("CUDA"),
    /// HIP has two numbers, and other models have entries as HIP has.
    HIP("HIP");

    private static final int CUDA_CODE = 2;

    private final String text;

    DeviceModel(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    static DeviceModel of(OffloadKindCode kind) {
        if (kind.isOpenmp()) {
            return OPENMP;
        }
        boolean isCuda =
                switch (kind) {
                    case OffloadKindCode.Numbered(var code) -> code == CUDA_CODE;
                    case OffloadKindCode.Named(var named) -> named == OffloadKind.CUDA;
                    case OffloadKindCode.Word(var word) -> word.equals(OffloadKind.CUDA.label());
                };
        return isCuda ? CUDA : HIP;
    }
}
