package org.offloadtck.object.check.content;

import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.OffloadBinaryRule;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Located;

/// Checks the triple and the architecture of an image that is still to be linked: a linker wrapper
/// chooses the device linker by them. Runtimes do not read them.
///
/// Tried with the wrappers of LLVM 16, 19 and 22: an image without triple or of an unknown
/// architecture ends with "linking is not supported". An unknown operating system fails on a CPU in
/// 16 and on a GPU in 16 and 19. A cubin links under its own architecture only, an object for a CPU
/// under any.
///
/// Requirement: OC-31.
///
/// @param section the section of the offload binary; empty for a file
public record ImageTargetCheck(Observations observations, String section) {

    /// Offset of `StringOffset` in an entry, in bytes.
    private static final int STRINGS = 8;

    /// Checks the strings of the image at `index`.
    public void read(Located placed, int index) {
        var image = placed.binary().images().get(index);
        var texts = placed.textOffsets().get(index);
        long strings = placed.entryOffsets().get(index) + STRINGS;
        if (image.target().triple().isEmpty()) {
            add(
                    OffloadBinaryRule.UNLINKABLE_TRIPLE,
                    texts.getOrDefault("triple", strings),
                    "the image states no triple when it should state that of its device code");
            return;
        }
        var triple = DeviceTriple.of(image.target().triple());
        triple.fault()
                .ifPresent(fault ->
                        add(
                                OffloadBinaryRule.UNLINKABLE_TRIPLE,
                                texts.getOrDefault("triple", strings),
                                "triple is '%s': %s".formatted(image.target().triple(), fault)));
        triple.foreignVendor()
                .ifPresent(fault ->
                        add(
                                OffloadBinaryRule.FOREIGN_VENDOR,
                                texts.getOrDefault("triple", strings),
                                "triple is '%s': %s".formatted(image.target().triple(), fault)));
        arch(image, triple, texts.getOrDefault("arch", strings));
    }

    private void arch(Image image, DeviceTriple triple, long offset) {
        var arch = image.target().arch();
        if (!triple.has(arch)) {
            add(
                    OffloadBinaryRule.ARCH_OF_OTHER_TRIPLE,
                    offset,
                    "arch is '%s' when it should be one of triple '%s'"
                            .formatted(arch, image.target().triple()));
        } else if (triple.isForCpu() && DeviceTriple.isGpu(arch)) {
            add(
                    OffloadBinaryRule.GPU_ARCH_OF_CPU,
                    offset,
                    "arch is '%s', a GPU, when triple '%s' is for a CPU"
                            .formatted(arch, image.target().triple()));
        }
    }

    private void add(OffloadBinaryRule rule, long offset, String problem) {
        observations.add(rule, section, offset, problem);
    }
}
