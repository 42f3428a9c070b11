package org.offloadtck.linker.check;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.linker.device.LinkedImage;
import org.offloadtck.linker.executable.HostExecutable;
import org.offloadtck.linker.input.FileFormat;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;

/// Finds device images that lack what the program's entries name.
///
/// Where the objects of a program are for different targets, no image has them all. What follows is
/// up to the runtime: some refuse the image, some fail at the region that lacks its kernel; no
/// toolchain says so when it links.
///
/// @param profile what the link's wrapper and runtime follow
record ImageCoverage(AbiProfile profile) {

    /// One diagnostic for each image and each object of the program whose entries it lacks.
    List<LinkDiagnostic> diagnostics(HostExecutable program, List<LinkedImage> images) {
        var section = profile.entries().section(OffloadKind.OPENMP).orElse("");
        return diagnostics(
                program.map().stream()
                        .filter(part -> part.section().equals(section) && part.size() > 0)
                        .flatMap(part -> NamedEntry.in(part, program, profile).stream()),
                images);
    }

    /// The same for the objects of a link line that is linked elsewhere; what is taken from
    /// archives there is not known.
    List<LinkDiagnostic> diagnostics(List<LinkInput> inputs, List<LinkedImage> images) {
        return diagnostics(
                inputs.stream()
                        .flatMap(input ->
                                input instanceof LinkInput.Relocatable(var elf)
                                        ? NamedEntry.in(elf, profile).stream()
                                        : Stream.empty()),
                images);
    }

    private List<LinkDiagnostic> diagnostics(Stream<NamedEntry> all, List<LinkedImage> images) {
        var entries = bySource(all);
        var diagnostics = new ArrayList<LinkDiagnostic>();
        for (LinkedImage image : images) {
            if (image.kinds().contains(OffloadKind.OPENMP)) {
                definedIn(image)
                        .ifPresent(defined ->
                                lacking(entries, defined)
                                        .forEach((source, names) ->
                                                diagnostics.add(lacks(source, image, names))));
            }
        }
        return diagnostics;
    }

    /// The names every image should have, by the object that brought them in.
    private SequencedMap<String, SequencedSet<String>> bySource(Stream<NamedEntry> all) {
        var entries = new LinkedHashMap<String, SequencedSet<String>>();
        all.filter(entry -> entry.isInOpenmpImages(profile) && !entry.name().isEmpty())
                .forEach(entry ->
                        entries.computeIfAbsent(entry.source(), _ -> new LinkedHashSet<>())
                                .add(entry.name()));
        return entries;
    }

    private static SequencedMap<String, SequencedSet<String>> lacking(
            SequencedMap<String, SequencedSet<String>> entries, Set<String> defined) {
        var lacking = new LinkedHashMap<String, SequencedSet<String>>();
        entries.forEach((source, names) -> {
            var missing =
                    names.stream()
                            .filter(name -> !defined.contains(name))
                            .collect(toCollection(LinkedHashSet::new));
            if (!missing.isEmpty()) {
                lacking.put(source, missing);
            }
        });
        return lacking;
    }

    /// What an image defines; empty for one that is no ELF file, as bitcode, or not a sound one:
    /// nothing is known of it.
    private static Optional<Set<String>> definedIn(LinkedImage image) {
        var file = ObjectBytes.of(image.target().toString(), image.bytes());
        if (FileFormat.of(file) != FileFormat.ELF) {
            return Optional.empty();
        }
        try {
            var elf = ElfObject.parse(file);
            return Optional.of(
                    Stream.concat(elf.symbols().stream(), elf.dynamicSymbols().stream())
                            .filter(symbol -> !symbol.isUndefined())
                            .map(Symbol::name)
                            .collect(Collectors.toUnmodifiableSet()));
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    private LinkDiagnostic lacks(String source, LinkedImage image, SequencedSet<String> names) {
        return new LinkDiagnostic(
                source,
                "image for " + image.target(),
                LinkRule.MISSING_ENTRY,
                "lacks %s, when %s"
                        .formatted(names.stream().collect(joining(", ")), consequence()));
    }

    private String consequence() {
        return switch (profile.runtime().tableMismatch()) {
            case ERROR ->
                    "the runtime of profile %s refuses an image that lacks an entry"
                            .formatted(profile.id());
            case TOLERATED ->
                    "the runtime of profile %s takes the image and fails where it is used"
                            .formatted(profile.id());
        };
    }
}
