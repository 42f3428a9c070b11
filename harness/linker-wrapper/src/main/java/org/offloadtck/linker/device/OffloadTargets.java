package org.offloadtck.linker.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkRule;

/// The targets a link is for, whatever its objects were compiled for: images of other targets are
/// dropped.
///
/// LLVM's linker wrapper knows no such choice and links every image it finds; what it drops, it
/// drops in silence.
///
/// @param triples in the order asked for
/// @see "RFC [OpenMP] Usability improvement, allow dropping offload targets"
public record OffloadTargets(SequencedSet<String> triples) {

    public OffloadTargets {
        triples = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(triples));
    }

    public static OffloadTargets of(List<String> triples) {
        return new OffloadTargets(new LinkedHashSet<>(triples));
    }

    /// The groups the link is for, in their order.
    public List<TargetGroup> kept(List<TargetGroup> groups) {
        return groups.stream().filter(this::isWanted).toList();
    }

    /// One diagnostic for each target that is dropped, then one for each that is asked for and has
    /// no image.
    ///
    /// @param source what asks for the targets, in diagnostics
    public List<LinkDiagnostic> diagnostics(String source, List<TargetGroup> groups) {
        var diagnostics = new ArrayList<LinkDiagnostic>();
        groups.stream()
                .filter(group -> !isWanted(group))
                .map(this::dropped)
                .forEach(diagnostics::add);
        triples.stream()
                .filter(triple ->
                        groups.stream().noneMatch(group -> group.target().triple().equals(triple)))
                .map(triple ->
                        new LinkDiagnostic(
                                source,
                                "target " + triple,
                                LinkRule.ABSENT_TARGET,
                                "is asked for, when no object has an image for it"))
                .forEach(diagnostics::add);
        return diagnostics;
    }

    private boolean isWanted(TargetGroup group) {
        return triples.contains(group.target().triple());
    }

    private LinkDiagnostic dropped(TargetGroup group) {
        var origin = group.images().getFirst().origin();
        return new LinkDiagnostic(
                origin.file(),
                origin.position(),
                LinkRule.DROPPED_TARGET,
                "is for %s and dropped, when the link is for %s"
                        .formatted(group.target(), String.join(", ", triples)));
    }
}
