package org.offloadtck.object.check;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.observation.ObservedImage;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.report.EntryReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.ImageReport;
import org.offloadtck.object.check.report.ModuleReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.check.report.ProfileVerdict;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.ir.CompiledModule;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.entry.EntryDescription;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.runtime.CudaImageCompatibility;

/// Compares the observations of one file with every profile.
///
/// Requirements: OC-01, OC-02, OC-03.
final class ProfileComparison {

    private final AbiProfiles profiles;
    private final Observations observations;

    /// The values that no profile has, in file order.
    private final Set<ProfileMismatch> unknowns = new LinkedHashSet<>();

    private final List<ProfileVerdict> verdicts;
    private final List<AbiProfile> agreeing;
    private final OffloadKindNames kinds;

    ProfileComparison(AbiProfiles profiles, Observations observations) {
        this.profiles = profiles;
        this.observations = observations;
        this.verdicts = observations.values().isEmpty() ? List.of() : verdicts();
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
                observations.images().stream().map(this::image).toList(),
                observations.entries().stream().map(this::entry).toList(),
                observations.descriptors(),
                verdicts,
                findings(),
                observations.unjudged());
    }

    ModuleReport report(CompiledModule module) {
        return new ModuleReport(module, verdicts, findings(), observations.unjudged());
    }

    private List<Finding> findings() {
        var disagreement =
                verdicts.isEmpty() || !agreeing.isEmpty()
                        ? List.<Finding>of()
                        : new Disagreement(verdicts, List.copyOf(unknowns)).findings();
        return Stream.of(observations.findings(), rejections(), disagreement)
                .flatMap(List::stream)
                .toList();
    }

    /// The linked images that the runtimes of agreeing profiles reject.
    ///
    /// Requirement: OC-11.
    private List<Finding> rejections() {
        var rejections = new ArrayList<Finding>();
        for (var image : observations.cudaImages()) {
            var rejecting = new LinkedHashMap<String, List<String>>();
            for (var profile : agreeing) {
                CudaImageCompatibility.rejectionReason(
                                profile.runtime().cudaImages(),
                                image.header(),
                                image.found().image().target().arch())
                        .ifPresent(reason ->
                                rejecting
                                        .computeIfAbsent(reason, _ -> new ArrayList<>())
                                        .add(profile.id()));
            }
            rejecting.forEach((reason, ids) ->
                    rejections.add(
                            new Finding(
                                    ImageRule.IMAGE_REFUSED,
                                    image.found().section(),
                                    image.found().offset(),
                                    "the runtime of %s rejects the image: %s"
                                            .formatted(String.join(" ", ids), reason))));
        }
        return rejections;
    }

    /// Compares every value with every profile once.
    private List<ProfileVerdict> verdicts() {
        var all = profiles.all();
        var differing = all.stream().map(_ -> new ArrayList<ProfileMismatch>()).toList();
        var expectations = new IdentityHashMap<Object, List<Optional<String>>>();
        for (var value : observations.values()) {
            var expected = expectations.computeIfAbsent(value.expected(), _ -> expected(value));
            boolean known = false;
            for (int index = 0; index < all.size(); index++) {
                var shouldBe = expected.get(index);
                if (shouldBe.isPresent()) {
                    differing.get(index).add(value.mismatch(shouldBe.get()));
                } else {
                    known = true;
                }
            }
            if (!known) {
                unknowns.add(value.unexpected());
            }
        }
        return IntStream.range(0, all.size())
                .mapToObj(index -> new ProfileVerdict(all.get(index).id(), differing.get(index)))
                .toList();
    }

    /// What each profile expects instead of the value, in the order of the profiles.
    private List<Optional<String>> expected(ObservedValue value) {
        return profiles.all().stream().map(value.expected()).toList();
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
