package org.offloadtck.object.check.bitcode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.offloadtck.object.bitcode.BitcodeGlobal;
import org.offloadtck.object.bitcode.BitcodeGlobal.Kind;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck.DeviceLink;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck.OpenedBitcode;
import org.offloadtck.object.check.observation.HostDefinitions;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.rule.BitcodeRule;
import org.offloadtck.object.check.rule.Rule;
import org.offloadtck.object.offload.entry.CudaEntryKind;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;

/// Compares the entries of the host with the definitions in the bitcode of each target.
///
/// Requirement: OC-52.
final class BitcodeEntryCheck {

    /// Infix between a symbol's prefix and the entry's name in an image. Images for CPUs have
    /// entries too; the plugins of LLVM 15 and earlier find functions and variables by them.
    private static final String OWN_ENTRY = "offloading.entry.";

    /// The producers of bitcode for those plugins; empty if the bitcode does not state it.
    private static final Pattern OLD_PRODUCER = Pattern.compile("|LLVM1[345]\\..*");

    /// Start of the name of a target region. Source: LLVM 14 to 22, `getTargetEntryUniqueInfo` and
    /// `TargetRegionEntryInfo::KernelNamePrefix`.
    private static final String REGION = "__omp_offloading_";

    private final Observations observations;
    private final Map<DeviceLink, ? extends List<OpenedBitcode>> links;

    /// The definitions for each device link whose images were all read.
    private final Map<DeviceLink, Definitions> definitions = new LinkedHashMap<>();

    BitcodeEntryCheck(
            Observations observations, Map<DeviceLink, ? extends List<OpenedBitcode>> links) {
        this.observations = observations;
        this.links = links;
    }

    /// Checks the linked images or, in a file without any, the unlinked ones.
    void read() {
        boolean linked =
                observations.images().stream()
                        .anyMatch(image -> image.stage() == ImageStage.LINKED);
        var stage = linked ? ImageStage.LINKED : ImageStage.UNLINKED;
        if (observations.entries().isEmpty()) {
            return;
        }
        var others = otherImages();
        links.forEach((link, images) -> {
            if (link.stage() == stage && !others.contains(link)) {
                definitions.put(link, new Definitions(List.copyOf(images)));
            }
        });
        definitions.forEach(this::compare);
    }

    /// The links that have images of other formats, or damaged ones.
    private Set<DeviceLink> otherImages() {
        var counts = new LinkedHashMap<DeviceLink, Integer>();
        observations.images().forEach(image -> counts.merge(DeviceLink.of(image), 1, Integer::sum));
        var others = new HashSet<DeviceLink>();
        counts.forEach((link, count) -> {
            var opened = links.get(link);
            if (opened != null && opened.size() != count) {
                others.add(link);
                observations.skip(
                        "entries against the images for %s: not all of them are bitcode"
                                .formatted(link.text()));
            }
        });
        return others;
    }

    private void compare(DeviceLink link, Definitions definitions) {
        var images = definitions.images;
        var names = new HashSet<String>();
        for (var entry : observations.entries()) {
            if (DeviceModel.of(entry.kind()) == link.model()) {
                names.add(entry.row().name());
                if (isInImages(entry, link.model())) {
                    compare(link, images, definitions, entry);
                }
            }
        }
        if (link.model() == DeviceModel.OPENMP && ModuleTarget.of(link.triple()).isGpu()) {
            definitions.kernels(names).forEach(kernel -> withoutEntry(images, kernel));
        }
    }

    private void withoutEntry(List<OpenedBitcode> images, BitcodeGlobal kernel) {
        observations.add(
                BitcodeRule.KERNEL_WITHOUT_ENTRY,
                images.getFirst().section(),
                kernel.offset(),
                "the bitcode defines region '%s' when the host should have an entry for it"
                        .formatted(kernel.name()));
    }

    private void compare(
            DeviceLink link,
            List<OpenedBitcode> images,
            Definitions definitions,
            ObservedEntry entry) {
        var name = entry.row().name();
        var found = definitions.named.get(name);
        if (definitions.ownEntries.contains(name)) {
            return;
        }
        if (found == null) {
            var first = images.getFirst();
            observations.add(
                    missing(link, name),
                    first.section(),
                    first.offset(),
                    "no bitcode for %s defines '%s', for which the host has an entry at 0x%x"
                            .formatted(link.text(), name, entry.base() + entry.row().offset()));
        } else {
            compare(link, images.getFirst().section(), found, entry);
        }
    }

    /// Other targets of the model may define what this one lacks. One compilation writes the OpenMP
    /// entries for all of its targets, but a kernel of CUDA or HIP may be compiled for some
    /// architectures only, by a macro such as `__CUDA_ARCH__`.
    private Rule missing(DeviceLink link, String name) {
        boolean isOfOneSource =
                link.model() == DeviceModel.OPENMP
                        && link.stage() == ImageStage.UNLINKED
                        && observations.host().filter(HostDefinitions::isOfOneSource).isPresent();
        boolean isInNone =
                links.keySet().stream()
                        .filter(other ->
                                other.model() == link.model() && other.stage() == link.stage())
                        .allMatch(other -> isKnownToLack(other, name));
        return isInNone || isOfOneSource
                ? BitcodeRule.ENTRY_NOT_IN_BITCODE
                : BitcodeRule.ENTRY_NOT_IN_BITCODE_OF_ONE_TARGET;
    }

    private boolean isKnownToLack(DeviceLink link, String name) {
        var defined = definitions.get(link);
        return defined != null
                && !defined.named.containsKey(name)
                && !defined.ownEntries.contains(name);
    }

    private void compare(
            DeviceLink link, String section, BitcodeGlobal found, ObservedEntry entry) {
        boolean isGpu = ModuleTarget.of(link.triple()).isGpu();
        if (isGpu && isKernel(entry, link.model()) && found.kind() == Kind.FUNCTION) {
            observations.add(
                    BitcodeRule.FUNCTION_IS_NO_KERNEL,
                    section,
                    found.offset(),
                    "'%s' is a function when it should be a kernel, as the host has an entry for it"
                            .formatted(found.name()));
        }
        if (!found.isExported() && found.isDefined() && isGpu) {
            observations.add(
                    BitcodeRule.DEFINITION_NOT_EXPORTED,
                    section,
                    found.offset(),
                    "'%s' is %s %s when the host should find it in the image"
                            .formatted(
                                    found.name(),
                                    found.linkage().keyword(),
                                    found.visibility().name().toLowerCase(Locale.ROOT)));
        }
        size(found, entry, link.model());
    }

    private void size(BitcodeGlobal found, ObservedEntry entry, DeviceModel model) {
        long stated = entry.row().fields().size();
        if (found.kind() == Kind.VARIABLE
                && found.isDefined()
                && stated != 0
                && found.size().isPresent()
                && found.size().getAsLong() != stated
                && hasSizeOfItsDefinition(entry, model)) {
            observations.add(
                    BitcodeRule.VARIABLE_SIZE_DIFFERS,
                    entry.section(),
                    entry.base() + entry.row().offset(),
                    "'%s' has %d bytes when it should have %d, as in the bitcode at 0x%x"
                            .formatted(
                                    found.name(),
                                    stated,
                                    found.size().getAsLong(),
                                    found.offset()));
        }
    }

    /// Whether the entry has the size of its definition. The entry of a virtual table has the size
    /// of the table, but the image defines a pointer to it; a managed variable is a pointer in the
    /// image; textures and surfaces are handles there.
    private static boolean hasSizeOfItsDefinition(ObservedEntry entry, DeviceModel model) {
        long flags = entry.row().fields().flags();
        return switch (model) {
            case OPENMP -> !OpenmpEntryFlag.INDIRECT_VTABLE.isIn(flags);
            case CUDA, HIP ->
                    CudaEntryKind.in(flags)
                            .filter(kind -> kind == CudaEntryKind.GLOBAL)
                            .isPresent();
        };
    }

    private static boolean isKernel(ObservedEntry entry, DeviceModel model) {
        var fields = entry.row().fields();
        return switch (model) {
            case OPENMP -> fields.size() == 0 && entry.row().name().startsWith(REGION);
            case CUDA, HIP ->
                    fields.size() == 0
                            && CudaEntryKind.in(fields.flags())
                                    .filter(kind -> kind == CudaEntryKind.GLOBAL)
                                    .isPresent();
        };
    }

    /// Whether an image must define the entry. A CUDA or HIP variable may be defined in another
    /// file: entries of LLVM 17 and earlier do not state whether it is `extern`.
    private static boolean isInImages(ObservedEntry entry, DeviceModel model) {
        if (entry.row().name().isEmpty()) {
            return false;
        }
        return switch (model) {
            case OPENMP -> !OpenmpEntryFlag.REGISTER_REQUIRES.isIn(entry.row().fields().flags());
            case CUDA, HIP -> isKernel(entry, model);
        };
    }

    /// The symbols of the images of one device link.
    private static final class Definitions {

        private final List<OpenedBitcode> images;
        private final Map<String, BitcodeGlobal> named = new LinkedHashMap<>();
        private final Set<String> ownEntries = new HashSet<>();

        Definitions(List<OpenedBitcode> images) {
            this.images = images;
            for (var image : images) {
                for (var module : image.file().modules()) {
                    boolean isOld = OLD_PRODUCER.matcher(module.producer()).matches();
                    module.globals().forEach(global -> add(global, isOld));
                }
            }
        }

        private void add(BitcodeGlobal global, boolean isOld) {
            int own = global.name().indexOf(OWN_ENTRY);
            if (own >= 0 && isOld) {
                ownEntries.add(global.name().substring(own + OWN_ENTRY.length()));
            } else if (global.isDefined() && !global.name().isEmpty()) {
                named.merge(global.name(), global, (one, other) -> one.isExported() ? one : other);
            }
        }

        /// The exported kernels that are target regions and whose names are not in `entries`.
        List<BitcodeGlobal> kernels(Set<String> entries) {
            var kernels = new ArrayList<BitcodeGlobal>();
            for (var global : named.values()) {
                if (global.kind() == Kind.KERNEL
                        && global.isExported()
                        && global.name().startsWith(REGION)
                        && !entries.contains(global.name())) {
                    kernels.add(global);
                }
            }
            return kernels;
        }
    }
}
