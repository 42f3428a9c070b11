package org.offloadtck.object.check.image;

import java.util.Set;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.rule.OffloadBinaryRule;
import org.offloadtck.object.offload.OffloadKind;

/// Compares the offload kinds of an object's images with those of its entries. A linker wrapper
/// registers an image with the runtime of the image's kind; the entries are registered with the
/// runtime of theirs. Tried with LLVM 16, 19 and 22: an image of another kind fails the link, or
/// the program aborts or crashes.
///
/// The numbers of kinds other than OpenMP depend on the release, so the check distinguishes OpenMP
/// from all others.
///
/// Requirement: OC-34.
record EntryKindCheck(Observations observations) {

    /// CUDA; HIP up to LLVM 20; HIP since LLVM 21.
    private static final Set<Integer> OTHERS = Set.of(2, 3, 4);

    /// `OFK_None`: a library, which wrappers link with the images of other kinds and do not
    /// register by itself. Source: LLVM 15 to 23, `llvm/include/llvm/Object/OffloadBinary.h`, and
    /// `clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp`.
    private static final OffloadKindCode NONE = new OffloadKindCode.Numbered(0);

    void read() {
        if (observations.images().isEmpty()
                || observations.images().stream().anyMatch(this::isLinked)) {
            return;
        }
        boolean openmp = observations.entries().stream().anyMatch(entry -> entry.kind().isOpenmp());
        boolean others =
                observations.entries().stream().anyMatch(entry -> isCudaOrHip(entry.kind()));
        var none =
                observations.images().stream().filter(image -> image.kind().equals(NONE)).toList();
        if (!observations.entries().isEmpty() && !none.isEmpty()) {
            none.forEach(this::none);
            return;
        }
        if (openmp && observations.images().stream().noneMatch(image -> image.kind().isOpenmp())) {
            add("OpenMP");
        }
        if (others && observations.images().stream().allMatch(image -> image.kind().isOpenmp())) {
            add("CUDA or HIP");
        }
    }

    private static boolean isCudaOrHip(OffloadKindCode kind) {
        return switch (kind) {
            case OffloadKindCode.Numbered(var code) -> OTHERS.contains(code);
            case OffloadKindCode.Named(var named) -> named != OffloadKind.OPENMP;
            case OffloadKindCode.Word _ -> false;
        };
    }

    private boolean isLinked(ObservedImage image) {
        return image.stage() == ImageStage.LINKED;
    }

    private void none(ObservedImage image) {
        observations.add(
                OffloadBinaryRule.NO_IMAGE_OF_KIND,
                image.section(),
                image.entryOffset() + OffloadBinaryCheck.OFFLOAD_KIND,
                "the offload kind of the image is none when it should be that of the object's entries");
    }

    private void add(String kind) {
        var first = observations.images().getFirst();
        observations.add(
                OffloadBinaryRule.NO_IMAGE_OF_KIND,
                first.section(),
                first.entryOffset() + OffloadBinaryCheck.OFFLOAD_KIND,
                "no image is of an offload kind of %s when the object has entries of it"
                        .formatted(kind));
    }
}
