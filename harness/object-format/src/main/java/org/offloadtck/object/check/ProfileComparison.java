package org.offloadtck.object.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.Observations.ObservedEntry;
import org.offloadtck.object.check.observation.Observations.ObservedImage;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.report.EntryReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.check.report.ModuleReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.check.report.ProfileVerdict;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.entry.EntryDescription;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.runtime.CudaImageCompatibility;

/// Weighs the evidence of one file.
final class ProfileComparison {

    private final AbiProfiles profiles;
    private final Observations evidence;
    private final List<ProfileVerdict> verdicts;
    private final List<AbiProfile> agreeing;
    private final OffloadKindNames kinds;

    ProfileComparison(AbiProfiles profiles, Observations evidence) {
        this.profiles = profiles;
        this.evidence = evidence;
        this.verdicts = evidence.values().isEmpty() ? List.of() : verdicts();
        this.agreeing =
                verdicts.stream()
                        .filter(ProfileVerdict::agrees)
                        .map(verdict -> profiles.profile(verdict.profile()))
                        .toList();
        this.kinds = new OffloadKindNames(agreeing.isEmpty() ? profiles.all() : agreeing);
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
                CudaImageCompatibility.rejectionReason(
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
            var disagreements = new LinkedHashSet<ProfileMismatch>();
            evidence.values()
                    .forEach(trait -> trait.mismatchWith(profile).ifPresent(disagreements::add));
            all.add(new ProfileVerdict(profile.id(), List.copyOf(disagreements)));
        }
        return all;
    }

    private List<ProfileMismatch> unknowns() {
        var unknowns = new LinkedHashSet<ProfileMismatch>();
        for (var trait : evidence.values()) {
            if (profiles.all().stream().noneMatch(profile -> agrees(trait, profile))) {
                unknowns.add(
                        new ProfileMismatch(trait.field(), trait.observed(), "", trait.where()));
            }
        }
        return List.copyOf(unknowns);
    }

    private static boolean agrees(ObservedValue trait, AbiProfile profile) {
        return trait.mismatchWith(profile).isEmpty();
    }

    private ImageReport image(ObservedImage found) {
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

    private EntryReport entry(ObservedEntry found) {
        var row = found.row();
        return new EntryReport(
                found.section(),
                found.base() + row.offset(),
                row.name(),
                row.address().label(),
                kinds.name(found.kind()),
                Optional.of(found.kind())
                        .flatMap(kinds::kind)
                        .map(kind -> EntryDescription.of(kind, row.fields()))
                        .orElse("unknown"),
                row.fields().flags(),
                row.fields().size(),
                row.fields().data(),
                row.auxAddress().label());
    }
}
