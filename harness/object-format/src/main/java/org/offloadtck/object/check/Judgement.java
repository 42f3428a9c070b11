package org.offloadtck.object.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.object.check.Evidence.FoundEntry;
import org.offloadtck.object.check.Evidence.FoundImage;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.offload.EntryMeaning;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;

/// Weighs the evidence of one file.
final class Judgement {

    private final AbiProfiles profiles;
    private final Evidence evidence;
    private final List<ProfileVerdict> verdicts;
    private final List<AbiProfile> agreeing;
    private final KindNames kinds;

    Judgement(AbiProfiles profiles, Evidence evidence) {
        this.profiles = profiles;
        this.evidence = evidence;
        this.verdicts = evidence.traits().isEmpty() ? List.of() : verdicts();
        this.agreeing =
                verdicts.stream()
                        .filter(ProfileVerdict::agrees)
                        .map(verdict -> profiles.profile(verdict.profile()))
                        .toList();
        this.kinds = new KindNames(agreeing.isEmpty() ? profiles.all() : agreeing);
    }

    ObjectReport report(String source, String kind, List<String> producers) {
        return new ObjectReport(
                source,
                kind,
                producers,
                evidence.images().stream().map(this::image).toList(),
                evidence.entries().stream().map(this::entry).toList(),
                evidence.descriptors(),
                verdicts,
                unknowns(),
                Stream.concat(evidence.findings().stream(), refusals().stream()).toList(),
                evidence.unjudged());
    }

    ModuleReport report(CompiledModule module) {
        return new ModuleReport(module, verdicts, unknowns(), evidence.findings());
    }

    /// The linked images that the runtimes of agreeing profiles do not load.
    private List<Finding> refusals() {
        var refusals = new ArrayList<Finding>();
        for (var image : evidence.cudaImages()) {
            var refusing = new LinkedHashMap<String, List<String>>();
            for (var profile : agreeing) {
                CudaImageRefusal.of(
                                profile.runtime().cudaImages(),
                                image.header(),
                                image.found().image().target().arch())
                        .ifPresent(reason ->
                                refusing.computeIfAbsent(reason, _ -> new ArrayList<>())
                                        .add(profile.id()));
            }
            refusing.forEach((reason, ids) ->
                    refusals.add(
                            new Finding(
                                    Finding.Rule.IMAGE_REFUSED,
                                    image.found().section(),
                                    image.found().offset(),
                                    "the runtime of %s loads no such image: %s"
                                            .formatted(String.join(" ", ids), reason))));
        }
        return refusals;
    }

    private List<ProfileVerdict> verdicts() {
        var all = new ArrayList<ProfileVerdict>();
        for (var profile : profiles.all()) {
            var disagreements = new LinkedHashSet<Disagreement>();
            evidence.traits().forEach(trait -> trait.with(profile).ifPresent(disagreements::add));
            all.add(new ProfileVerdict(profile.id(), List.copyOf(disagreements)));
        }
        return all;
    }

    private List<Disagreement> unknowns() {
        var unknowns = new LinkedHashSet<Disagreement>();
        for (var trait : evidence.traits()) {
            if (profiles.all().stream().noneMatch(profile -> agrees(trait, profile))) {
                unknowns.add(new Disagreement(trait.field(), trait.observed(), "", trait.where()));
            }
        }
        return List.copyOf(unknowns);
    }

    private static boolean agrees(Trait trait, AbiProfile profile) {
        return trait.with(profile).isEmpty();
    }

    private ImageReport image(FoundImage found) {
        var others = new LinkedHashMap<>(found.image().strings());
        var target = found.image().target();
        others.remove("triple");
        others.remove("arch");
        return new ImageReport(
                found.carrier(),
                found.section(),
                found.carrierOffset(),
                found.offset(),
                found.image().bytes().byteSize(),
                ImageKind.nameOf(found.image().kindCode()),
                kinds.name(found.kind()),
                target.triple(),
                target.arch(),
                others);
    }

    private EntryReport entry(FoundEntry found) {
        var row = found.row();
        return new EntryReport(
                found.section(),
                found.base() + row.offset(),
                row.name(),
                row.address().label(),
                kinds.name(found.kind()),
                Optional.of(found.kind())
                        .flatMap(kinds::kind)
                        .map(kind -> EntryMeaning.of(kind, row.fields()))
                        .orElse("unknown"),
                row.fields().flags(),
                row.fields().size(),
                row.fields().data(),
                row.auxAddress().label());
    }
}
