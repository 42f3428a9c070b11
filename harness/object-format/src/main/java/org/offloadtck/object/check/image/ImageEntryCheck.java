package org.offloadtck.object.check.image;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.object.check.image.DeviceImageCheck.OpenedImage;
import org.offloadtck.object.check.image.ImageDefinitions.Definition;
import org.offloadtck.object.check.observation.EntryContent;
import org.offloadtck.object.check.observation.HostDefinitions;
import org.offloadtck.object.check.observation.ImageStage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.ir.CompiledModule.Language;
import org.offloadtck.object.ir.IrSyntaxException;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// Compares the OpenMP entries of the host with the definitions in the images.
///
/// Requirement: OC-12.
final class ImageEntryCheck {

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
        var targets = new LinkedHashMap<Target, ImageDefinitions>();
        for (var image : images) {
            if (image.found().stage() == stage && image.found().kind().isOpenmp()) {
                definitions(targets, image.found()).add(image.object());
            }
        }
        var unknown = unopened(stage, targets);
        targets.forEach((target, definitions) -> {
            if (!definitions.haveSymbols()) {
                unknown.add(target);
                observations.skip(
                        "entries against the image for %s, because the image has no symbols"
                                .formatted(text(target)));
            }
        });
        unknown.forEach(targets::remove);
        compare(targets, !unknown.isEmpty());
        new UnlistedExportCheck(observations).read(targets.values());
    }

    private boolean anyOf(ImageStage stage) {
        return observations.images().stream().anyMatch(image -> image.stage() == stage);
    }

    private static ImageDefinitions definitions(
            Map<Target, ImageDefinitions> targets, ObservedImage image) {
        return targets.computeIfAbsent(image.image().target(), _ -> new ImageDefinitions(image));
    }

    /// Adds the definitions of PTX to those of the targets.
    ///
    /// @return the OpenMP targets with an image that is neither ELF nor PTX, so that its
    ///   definitions are unknown
    private Set<Target> unopened(ImageStage stage, Map<Target, ImageDefinitions> targets) {
        var opened = new HashSet<Long>();
        images.forEach(image -> opened.add(image.found().offset()));
        var unopened = new HashSet<Target>();
        observations.images().stream()
                .filter(image -> image.stage() == stage && image.kind().isOpenmp())
                .filter(image -> !opened.contains(image.offset()))
                .forEach(image ->
                        ptx(image)
                                .ifPresentOrElse(
                                        module -> definitions(targets, image).add(module),
                                        () -> unopened.add(image.image().target())));
        return unopened;
    }

    /// The image as a PTX module; empty for another format.
    private Optional<CompiledModule> ptx(ObservedImage found) {
        if (found.image().kindCode() != ImageKind.PTX.code()) {
            return Optional.empty();
        }
        try {
            var text = new String(found.image().bytes().toArray(JAVA_BYTE), ISO_8859_1);
            int end = text.indexOf(0);
            return Optional.of(
                    CompiledModule.parse(
                            found.carrier(),
                            Language.PTX,
                            end < 0 ? text : text.substring(0, end)));
        } catch (IrSyntaxException fault) {
            observations.skip(
                    "entries against the image for %s, because its PTX cannot be read: %s"
                            .formatted(text(found.image().target()), fault.problem()));
            return Optional.empty();
        }
    }

    /// @param others whether there are targets whose definitions are unknown
    private void compare(Map<Target, ImageDefinitions> targets, boolean others) {
        for (var entry : observations.entries()) {
            if (entry.kind().isOpenmp() && isInImages(entry)) {
                compare(entry, targets, others);
            }
        }
    }

    private void compare(
            ObservedEntry entry, Map<Target, ImageDefinitions> targets, boolean others) {
        int lacking = 0;
        for (var definitions : targets.values()) {
            var definition = definitions.find(entry.row().name());
            if (definition.isEmpty()) {
                lacking++;
            } else {
                compareSize(definitions, definition.get(), entry);
            }
        }
        if (lacking > 0) {
            boolean elsewhere = others || lacking < targets.size();
            targets.forEach((target, definitions) -> {
                if (definitions.find(entry.row().name()).isEmpty()) {
                    missing(elsewhere, target, definitions, entry);
                }
            });
        }
    }

    /// Images of one target each may lack what others have if they are of several compilations. One
    /// compilation writes the entries for all of its targets.
    private void missing(
            boolean elsewhere, Target target, ImageDefinitions definitions, ObservedEntry entry) {
        boolean isOfOneSource =
                definitions.first().stage() == ImageStage.UNLINKED
                        && observations.host().filter(HostDefinitions::isOfOneSource).isPresent();
        observations.add(
                elsewhere && !isOfOneSource
                        ? EntryRule.ENTRY_NOT_IN_IMAGE
                        : EntryRule.ENTRY_IN_NO_IMAGE,
                definitions.first().section(),
                definitions.first().offset(),
                "no image for %s defines '%s', for which the host has an entry at 0x%x"
                        .formatted(
                                text(target),
                                entry.row().name(),
                                entry.base() + entry.row().offset()));
    }

    private void compareSize(
            ImageDefinitions definitions, Definition definition, ObservedEntry entry) {
        var row = entry.row();
        var content = entry.content();
        boolean isVariable =
                content == EntryContent.VARIABLE || content == EntryContent.INDIRECT_FUNCTION;
        if (!isVariable || definition.function()) {
            return;
        }
        long size = definition.size();
        long stated = row.fields().size();
        boolean unsized = stated == 0 && content == EntryContent.INDIRECT_FUNCTION;
        boolean padded = stated > 0 && stated < size && definitions.haveRedZones();
        if (size != 0 && stated != size && !unsized && !padded) {
            observations.add(
                    EntryRule.ENTRY_SIZE_DIFFERS,
                    entry.section(),
                    entry.base() + row.offset(),
                    "'%s' has %d bytes when it should have %d, as in the image for %s"
                            .formatted(row.name(), stated, size, text(definitions.target())));
        }
    }

    private static String text(Target target) {
        return "triple '%s', arch '%s'".formatted(target.triple(), target.arch());
    }

    private static boolean isInImages(ObservedEntry entry) {
        return entry.content() != EntryContent.REQUIRES && !entry.row().name().isEmpty();
    }
}
