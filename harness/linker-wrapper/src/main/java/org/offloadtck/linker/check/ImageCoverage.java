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

/// Finds device images that lack entries of the host program.
///
/// If the objects of a program are compiled for different targets, no image has the entries of all
/// of them. Some runtimes reject such an image, others fail at the region that lacks its kernel. No
/// toolchain reports it at link time.
///
/// Requirements: MT-08, MT-09, MT-10, MT-13.
///
/// @param profile the ABI profile of the link's wrapper and runtime
record ImageCoverage(AbiProfile profile) {

    /// Returns one diagnostic for each image and each object of the program whose entries the image
    /// lacks.
    List<LinkDiagnostic> diagnostics(HostExecutable program, List<LinkedImage> images) {
        var section = profile.entries().section(OffloadKind.OPENMP).orElse("");
        return diagnostics(
                program.map().stream()
                        .filter(part -> part.section().equals(section) && part.size() > 0)
                        .flatMap(part -> NamedEntry.in(part, program, profile).stream()),
                images);
    }

    /// As above, for the objects of a link line that another linker links. Members of archives are
    /// not checked: only that linker knows whether it takes them.
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

    /// The names that every image must define, by the object that has their entries.
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

    /// The names that an image defines; empty for an image that is no ELF file, such as bitcode, or
    /// that is damaged.
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
                    "the runtime of profile %s rejects an image that lacks an entry"
                            .formatted(profile.id());
            case TOLERATED ->
                    "the runtime of profile %s loads the image and fails when the entry is used"
                            .formatted(profile.id());
        };
    }
}
