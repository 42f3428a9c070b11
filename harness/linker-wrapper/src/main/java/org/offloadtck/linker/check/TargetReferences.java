package org.offloadtck.linker.check;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;

/// Finds host objects that refer to a device target, so that no link can drop that target.
///
/// Requirements: MT-03, MT-05, MT-15.
///
/// @see "RFC [OpenMP] Usability improvement, allow dropping offload targets, Problem description"
public final class TargetReferences {

    private TargetReferences() {}

    /// Returns one diagnostic for each symbol of an object on the line, or in an archive on it,
    /// whose name contains the triple of one of `images`.
    public static List<LinkDiagnostic> diagnostics(
            List<LinkInput> inputs, List<ExtractedImage> images) {
        SequencedSet<String> triples = new LinkedHashSet<>();
        images.forEach(image -> triples.add(image.target().triple()));
        triples.remove("");
        var diagnostics = new ArrayList<LinkDiagnostic>();
        for (LinkInput input : inputs) {
            for (ElfObject object : objects(input)) {
                object.symbols().stream()
                        .filter(symbol -> triples.stream().anyMatch(symbol.name()::contains))
                        .map(symbol -> diagnostic(object, symbol))
                        .forEach(diagnostics::add);
            }
        }
        return diagnostics;
    }

    private static List<ElfObject> objects(LinkInput input) {
        return switch (input) {
            case LinkInput.Relocatable(var elf) -> List.of(elf);
            case LinkInput.ArchiveFile archive -> archive.objects();
            case LinkInput.WholeArchive(var archive) -> archive.objects();
            case LinkInput.Linked _, LinkInput.OffloadBinaryFile _, LinkInput.Unknown _ ->
                    List.of();
        };
    }

    private static LinkDiagnostic diagnostic(ElfObject object, Symbol symbol) {
        return new LinkDiagnostic(
                object.source(),
                "symbol " + symbol.name(),
                LinkRule.TARGET_REFERENCE,
                "%s a target, when a host object should be independent of targets"
                        .formatted(symbol.isUndefined() ? "refers to" : "is defined for"));
    }
}
