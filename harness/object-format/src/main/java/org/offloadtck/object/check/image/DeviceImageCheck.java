package org.offloadtck.object.check.image;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedCudaImage;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.profile.runtime.CudaImageCompatibility;

/// Checks the device images of a file that are ELF files: whether they match the strings of their
/// carrier, and whether a device linker linked each input once.
public final class DeviceImageCheck {

    /// `e_machine` by the first part of a triple. Source: the generic ABI's registry of machine
    /// numbers; LLVM 22, `clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp`, `linkDevice`.
    ///
    /// Requirement: OC-10.
    private static final Map<String, Integer> MACHINES =
            Map.ofEntries(
                    entry("x86_64", 62),
                    entry("aarch64", 183),
                    entry("powerpc64", 21),
                    entry("powerpc64le", 21),
                    entry("ppc64le", 21),
                    entry("s390x", 22),
                    entry("ve", 251),
                    entry("nvptx64", ElfMachine.CUDA.code()),
                    entry("amdgcn", ElfMachine.AMDGPU.code()));

    private final String source;
    private final Observations observations;

    public DeviceImageCheck(String source, Observations observations) {
        this.source = source;
        this.observations = observations;
    }

    public void read() {
        var opened = new ArrayList<OpenedImage>();
        for (var found : observations.images()) {
            open(found).ifPresent(object -> opened.add(new OpenedImage(found, object)));
        }
        opened.forEach(this::check);
        observations.registeredTogether().forEach(this::forOneDevice);
        new ImageEntryCheck(observations, opened).read();
        new BitcodeImageCheck(source, observations).read();
    }

    /// The image as an ELF file; empty for another format, class or byte order.
    private Optional<ElfObject> open(ObservedImage found) {
        var bytes = new ObjectBytes(source, found.image().bytes(), "image", found.offset());
        if (!ElfObject.isElf(bytes)) {
            return Optional.empty();
        }
        try {
            return Optional.of(ElfObject.parse(bytes));
        } catch (MalformedObjectException e) {
            observations.add(ImageRule.MALFORMED_IMAGE, found.section(), e);
            return Optional.empty();
        }
    }

    private void check(OpenedImage image) {
        machine(image);
        linked(image);
        new RepeatedInputCheck(observations, image).read();
        if (image.object().header().machine().equals(ElfMachine.CUDA)) {
            cuda(image);
        }
    }

    private void machine(OpenedImage image) {
        var triple = image.target().triple();
        var expected = MACHINES.get(triple.split("-", 2)[0]);
        int machine = image.object().header().machine().code();
        if (expected != null && expected != machine) {
            add(
                    ImageRule.IMAGE_FOR_OTHER_TARGET,
                    image.found(),
                    "machine is %d when it should be %d, that of triple '%s'"
                            .formatted(machine, expected, triple));
        }
    }

    private void linked(OpenedImage image) {
        if (image.found().stage() == ImageStage.LINKED
                && image.object().header().type().equals(ElfType.RELOCATABLE)) {
            add(
                    ImageRule.IMAGE_NOT_LINKED,
                    image.found(),
                    "the registered image is a relocatable object when it should be linked");
        }
    }

    private void cuda(OpenedImage image) {
        var header = image.object().header();
        var digits = CudaImageCompatibility.digits(image.target().arch());
        var sm = CudaImageCompatibility.sm(header);
        if (digits.isPresent()
                && sm.isPresent()
                && !digits.get().equals(Integer.toString(sm.getAsInt()))) {
            add(
                    ImageRule.IMAGE_FOR_OTHER_TARGET,
                    image.found(),
                    "e_flags name architecture %d when it should be that of arch '%s'"
                            .formatted(sm.getAsInt(), image.target().arch()));
        }
        if (image.found().stage() == ImageStage.LINKED && image.found().kind().isOpenmp()) {
            observations.add(new ObservedCudaImage(image.found(), header));
        }
    }

    /// Finds images of one descriptor that suit the same device.
    ///
    /// Requirement: OC-14.
    private void forOneDevice(List<ObservedImage> registered) {
        for (int one = 0; one < registered.size(); one++) {
            for (int other = one + 1; other < registered.size(); other++) {
                forOneDevice(registered.get(one), registered.get(other));
            }
        }
    }

    private void forOneDevice(ObservedImage one, ObservedImage other) {
        if (!one.image().target().triple().isEmpty()
                && suitOneDevice(one.image().target(), other.image().target())) {
            add(
                    ImageRule.IMAGES_FOR_ONE_DEVICE,
                    other,
                    "arch '%s' and arch '%s' of the image at 0x%x suit the same device, which loads one"
                                    .formatted(
                                            other.image().target().arch(),
                                            one.image().target().arch(),
                                            one.offset())
                            + " of them");
        }
    }

    /// Whether a device accepts images of both targets: the targets are equal, one states no
    /// architecture, or both are the same AMD processor with features that do not exclude each
    /// other.
    private static boolean suitOneDevice(Target one, Target other) {
        return one.triple().equals(other.triple())
                && (isAny(one.arch())
                        || isAny(other.arch())
                        || TargetId.of(one.arch()).suits(TargetId.of(other.arch())));
    }

    private static boolean isAny(String arch) {
        return arch.isEmpty() || arch.equals("generic");
    }

    private void add(Rule rule, ObservedImage image, String problem) {
        observations.add(rule, image.section(), image.offset(), problem);
    }

    /// A processor and the features that must be on (`+`) or off (`-`). Source: LLVM 22,
    /// `llvm/docs/AMDGPUUsage.rst`, "Target ID".
    private record TargetId(String processor, List<String> features) {

        static TargetId of(String arch) {
            var parts = List.of(arch.split(":", -1));
            return new TargetId(parts.getFirst(), parts.subList(1, parts.size()));
        }

        boolean suits(TargetId other) {
            return processor.equals(other.processor)
                    && features.stream().noneMatch(one -> other.features.contains(inverse(one)));
        }

        private static String inverse(String feature) {
            if (feature.isEmpty()) {
                return feature;
            }
            int last = feature.length() - 1;
            return feature.substring(0, last) + (feature.charAt(last) == '+' ? '-' : '+');
        }
    }

    /// An image that is an ELF file.
    record OpenedImage(ObservedImage found, ElfObject object) {

        Target target() {
            return found.image().target();
        }
    }
}
