package org.offloadtck.object.check.image;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck;
import org.offloadtck.object.check.codeobject.CodeObjectCheck;
import org.offloadtck.object.check.content.ExecutionModeCheck;
import org.offloadtck.object.check.content.ImageContentCheck;
import org.offloadtck.object.check.content.LoadedImageCheck;
import org.offloadtck.object.check.observation.EntryContent;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedCudaImage;
import org.offloadtck.object.check.observation.ObservedEntry;
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

    private static final int EI_ABIVERSION = 8;

    private final String source;
    private final Observations observations;

    public DeviceImageCheck(String source, Observations observations) {
        this.source = source;
        this.observations = observations;
    }

    public void read() {
        var opened = new ArrayList<OpenedImage>();
        var content = new ImageContentCheck(observations);
        for (var found : observations.images()) {
            content.read(found);
            open(found).ifPresent(object -> opened.add(new OpenedImage(found, object)));
        }
        var registered = observations.registeredStarts();
        opened.forEach(image -> check(image, registered));
        exports(opened);
        new RepeatedSymbolCheck(observations).read(opened);
        new EntryKindCheck(observations).read();
        observations.registeredTogether().forEach(this::forOneDevice);
        new ImageEntryCheck(observations, opened).read();
        new BitcodeImageCheck(source, observations).read();
    }

    /// The image as an ELF file; empty for another format, class or byte order.
    private Optional<ElfObject> open(ObservedImage found) {
        try {
            return observations.elf(source, found);
        } catch (MalformedObjectException e) {
            observations.add(ImageRule.MALFORMED_IMAGE, found.section(), e);
            return Optional.empty();
        }
    }

    private void check(OpenedImage image, Set<Long> registered) {
        linked(image, registered);
        new RepeatedInputCheck(observations, image).read();
        new LoadedImageCheck(observations, image.found()).read(image.object());
        if (image.object().header().machine().equals(ElfMachine.CUDA)) {
            new ExecutionModeCheck(observations, image.found()).read(image.object());
            cuda(image);
        }
        if (image.object().header().machine().equals(ElfMachine.AMDGPU)) {
            new CodeObjectCheck(observations, image.found(), image.object()).read();
        }
    }

    /// Checks the images that a runtime loads or, in a file without any, those still to be linked.
    private void exports(List<OpenedImage> opened) {
        var stage =
                observations.images().stream().anyMatch(image -> image.stage() == ImageStage.LINKED)
                        ? ImageStage.LINKED
                        : ImageStage.UNLINKED;
        var checked =
                opened.stream()
                        .filter(image ->
                                image.found().stage() == stage && image.found().kind().isOpenmp())
                        .toList();
        new ExportedSymbolCheck(observations, entryNames(_ -> true)).read(checked);
        var kernels = new KernelPlaceCheck(observations, entryNames(DeviceImageCheck::isKernel));
        checked.forEach(kernels::read);
    }

    /// The pointer to an indirect function has the name of a region and a size.
    private static boolean isKernel(ObservedEntry entry) {
        return entry.content() == EntryContent.REGION && entry.row().fields().size() == 0;
    }

    private Set<String> entryNames(Predicate<ObservedEntry> wanted) {
        var names = HashSet.<String>newHashSet(observations.entries().size());
        for (var entry : observations.entries()) {
            if (entry.kind().isOpenmp() && !entry.row().name().isEmpty() && wanted.test(entry)) {
                names.add(entry.row().name());
            }
        }
        return names;
    }

    /// Reports a relocatable object among linked images. One that no descriptor registers is a
    /// leftover: a linker has merged a section of images still to be linked with that of linked
    /// images.
    private void linked(OpenedImage image, Set<Long> registered) {
        var found = image.found();
        if (found.stage() != ImageStage.LINKED
                || !image.object().header().type().equals(ElfType.RELOCATABLE)) {
            return;
        }
        if (registered.isEmpty()) {
            add(
                    ImageRule.IMAGE_NOT_LINKED,
                    found,
                    "the image is a relocatable object, in the section of linked images, when it should be linked");
        } else if (registered.contains(found.offset())
                || registered.contains(found.carrierOffset())) {
            add(
                    ImageRule.IMAGE_NOT_LINKED,
                    found,
                    "the registered image is a relocatable object when it should be linked");
        } else {
            add(
                    ImageRule.LEFTOVER_IMAGE,
                    found,
                    "the image is a relocatable object that no descriptor registers, a leftover beside the registered images");
        }
    }

    private void cuda(OpenedImage image) {
        var header = image.object().header();
        var digits = CudaImageCompatibility.digits(image.target().arch());
        var sm = CudaImageCompatibility.sm(header);
        if (sm.isEmpty()) {
            observations.add(
                    ImageRule.UNKNOWN_CUDA_ABI,
                    image.found().section(),
                    image.found().offset() + EI_ABIVERSION,
                    "EI_ABIVERSION is %d when it should be 7 or 8".formatted(header.abiVersion()));
        }
        if (image.target().arch().equals("generic")) {
            add(
                    ImageRule.IMAGE_FOR_OTHER_TARGET,
                    image.found(),
                    "arch is 'generic' when it should be that of the cubin; device code for every architecture is bitcode");
        }
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
