package org.offloadtck.linker.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkRule;

/// The targets of a link. Images for other targets are dropped, whatever targets the objects were
/// compiled for.
///
/// LLVM's linker wrapper has no such option: it links every image it finds, and reports none that
/// it drops.
///
/// Requirements: MT-01, MT-02, MT-14.
///
/// @param triples in the order of the request
/// @see "RFC [OpenMP] Usability improvement, allow dropping offload targets"
public record OffloadTargets(SequencedSet<String> triples) {

    public OffloadTargets {
        triples = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(triples));
    }

    public static OffloadTargets of(List<String> triples) {
        return new OffloadTargets(new LinkedHashSet<>(triples));
    }

    /// The groups of these targets, in their order.
    public List<TargetGroup> kept(List<TargetGroup> groups) {
        return groups.stream().filter(this::isWanted).toList();
    }

    /// Returns one diagnostic for each target that is dropped, then one for each requested target
    /// without an image.
    ///
    /// @param source the origin of the request, in diagnostics
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
