package org.offloadtck.object.check.image;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.offloadtck.object.check.image.DeviceImageCheck.OpenedImage;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;

/// Compares the OpenMP entries of the host with the definitions in the images.
///
/// Requirement: OC-12.
final class ImageEntryCheck {

    /// Infix between a symbol's prefix and the entry's name in an image. Images for CPUs have
    /// entries too; LLVM 14 uses them to find static variables.
    private static final String OWN_ENTRY = "offloading.entry.";

    private final Observations observations;
    private final List<OpenedImage> images;

    ImageEntryCheck(Observations observations, List<OpenedImage> images) {
        this.observations = observations;
        this.images = images;
    }

    /// Checks the linked images or, in a file without any, the unlinked ones. Images of one target
    /// are checked together because they are linked together.
    void read() {
        boolean linked = anyOf(ImageStage.LINKED);
        var stage = linked ? ImageStage.LINKED : ImageStage.UNLINKED;
        var targets = new LinkedHashMap<Target, Definitions>();
        for (var image : images) {
            if (image.found().stage() == stage && image.found().kind().isOpenmp()) {
                targets.computeIfAbsent(image.target(), _ -> new Definitions(image))
                        .add(image.object());
            }
        }
        unopened(stage).forEach(targets::remove);
        targets.forEach(this::compare);
    }

    private boolean anyOf(ImageStage stage) {
        return observations.images().stream().anyMatch(image -> image.stage() == stage);
    }

    /// Targets with an image that is not an ELF file, so that its definitions are unknown.
    private List<Target> unopened(ImageStage stage) {
        var opened =
                images.stream().map(image -> image.found().offset()).collect(Collectors.toSet());
        return observations.images().stream()
                .filter(image -> image.stage() == stage)
                .filter(image -> !opened.contains(image.offset()))
                .map(image -> image.image().target())
                .toList();
    }

    private void compare(Target target, Definitions definitions) {
        for (var entry : observations.entries()) {
            if (entry.kind().isOpenmp() && isInImages(entry.row())) {
                compare(target, definitions, entry);
            }
        }
    }

    private void compare(Target target, Definitions definitions, ObservedEntry entry) {
        var row = entry.row();
        var size = definitions.sizes.get(row.name());
        var first = definitions.first.found();
        if (size == null) {
            observations.add(
                    EntryRule.ENTRY_NOT_IN_IMAGE,
                    first.section(),
                    first.offset(),
                    "no image for %s defines '%s', for which the host has an entry at 0x%x"
                            .formatted(text(target), row.name(), entry.base() + row.offset()));
        } else if (hasSizeOfItsDefinition(row) && size != 0 && row.fields().size() != size) {
            observations.add(
                    EntryRule.ENTRY_SIZE_DIFFERS,
                    entry.section(),
                    entry.base() + row.offset(),
                    "'%s' has %d bytes when it should have %d, as in the image for %s"
                            .formatted(row.name(), row.fields().size(), size, text(target)));
        }
    }

    /// Whether the entry has the size of its definition. The entry of a virtual table has the size
    /// of the table, but the image defines a pointer to it.
    private static boolean hasSizeOfItsDefinition(EntryTable.Row row) {
        return row.fields().size() != 0
                && !OpenmpEntryFlag.in(row.fields().flags())
                        .contains(OpenmpEntryFlag.INDIRECT_VTABLE);
    }

    private static String text(Target target) {
        return "triple '%s', arch '%s'".formatted(target.triple(), target.arch());
    }

    private static boolean isInImages(EntryTable.Row row) {
        var flags = OpenmpEntryFlag.in(row.fields().flags());
        return !flags.contains(OpenmpEntryFlag.REGISTER_REQUIRES) && !row.name().isEmpty();
    }

    /// The definitions in the images of one target: sizes in bytes by name, 0 if unknown.
    private static final class Definitions {

        private final OpenedImage first;
        private final Map<String, Long> sizes = new LinkedHashMap<>();

        Definitions(OpenedImage first) {
            this.first = first;
        }

        void add(ElfObject object) {
            object.symbols().forEach(this::add);
            object.dynamicSymbols().forEach(this::add);
        }

        private void add(Symbol symbol) {
            int own = symbol.name().indexOf(OWN_ENTRY);
            if (symbol.isUndefined() || symbol.name().isEmpty()) {
                return;
            }
            if (own >= 0) {
                sizes.putIfAbsent(symbol.name().substring(own + OWN_ENTRY.length()), 0L);
            } else if (!symbol.isLocal()) {
                sizes.put(symbol.name(), symbol.size());
            }
        }
    }
}
