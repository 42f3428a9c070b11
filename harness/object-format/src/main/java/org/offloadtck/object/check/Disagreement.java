package org.offloadtck.object.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.object.check.report.Difference;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.check.report.ProfileMismatch;
import org.offloadtck.object.check.report.ProfileVerdict;
import org.offloadtck.object.check.rule.ProfileRule;

/// The findings for a file that agrees with no profile: each value that no profile has or, if every
/// value is that of some profile, the fields that differ from the nearest profiles.
///
/// Requirements: OC-02, OC-03, OC-15, OC-27.
///
/// @param verdicts of all profiles, none of which agrees
/// @param unknowns the values that no profile has, in file order
record Disagreement(List<ProfileVerdict> verdicts, List<ProfileMismatch> unknowns) {

    /// The fields that show a producer's release and that no other tool reads. Tried: objects of
    /// clang 16 and 19 in one program, linked by the wrappers of 16 and 19, run on the runtime of
    /// 19 and, if 19 linked them, of 22.
    private static final Set<String> MARKS =
            Set.of(
                    "entries.symbol-prefix",
                    "entries.requires.style",
                    "entries.requires.name",
                    "wrapper.constructor-priority",
                    "wrapper.dummy-binding",
                    "wrapper.dummy-symbol",
                    "wrapper.unregister");

    List<Finding> findings() {
        if (unknowns.isEmpty()) {
            return List.of(mixed().map(Disagreement::mixedReleases).orElseGet(this::noProfile));
        }
        var expected = expected();
        return unknowns.stream()
                .map(value -> unknown(value, expected.getOrDefault(value, Map.of())))
                .toList();
    }

    /// The nearest profile from which the file differs only in fields that neither linker nor
    /// runtime reads.
    private Optional<ProfileVerdict> mixed() {
        return verdicts.stream()
                .filter(verdict ->
                        verdict.mismatches().stream()
                                .allMatch(mismatch -> MARKS.contains(mismatch.field())))
                .min(Comparator.comparingInt(verdict -> verdict.byField().size()));
    }

    private static Finding mixedReleases(ProfileVerdict nearest) {
        return finding(
                ProfileRule.MIXED_RELEASES,
                nearest.mismatches().getFirst().where(),
                "objects and wrappers are of several releases; %s is nearest: %s"
                        .formatted(nearest.profile(), sentences(nearest)),
                differences(nearest));
    }

    private static List<Difference> differences(ProfileVerdict verdict) {
        return verdict.byField().stream()
                .map(mismatch -> Difference.from(verdict.profile(), mismatch))
                .toList();
    }

    /// What the nearest profiles expect instead of each value, by the profile.
    private Map<ProfileMismatch, Map<String, String>> expected() {
        var expected = new HashMap<ProfileMismatch, Map<String, String>>();
        for (var verdict : nearest()) {
            for (var mismatch : verdict.mismatches()) {
                expected.computeIfAbsent(mismatch.unexpected(), _ -> new LinkedHashMap<>())
                        .putIfAbsent(verdict.profile(), mismatch.expected());
            }
        }
        return expected;
    }

    private static Finding unknown(ProfileMismatch value, Map<String, String> expected) {
        var profiles = new LinkedHashMap<String, List<String>>();
        expected.forEach((profile, text) ->
                profiles.computeIfAbsent(text, _ -> new ArrayList<>()).add(profile));
        var shouldBe =
                profiles.entrySet().stream()
                        .map(entry ->
                                "%s as in %s"
                                        .formatted(
                                                entry.getKey(), String.join(" ", entry.getValue())))
                        .collect(Collectors.joining(", or "));
        return finding(
                ProfileRule.UNKNOWN_VALUE,
                value.where(),
                "%s of %s is %s, which no profile has, when it should be %s"
                        .formatted(value.field(), value.where(), value.actual(), shouldBe),
                profiles.entrySet().stream()
                        .map(entry ->
                                new Difference(entry.getValue(), value.expecting(entry.getKey())))
                        .toList());
    }

    private Finding noProfile() {
        var nearest = nearest().getLast();
        return finding(
                ProfileRule.NO_PROFILE,
                nearest.mismatches().getFirst().where(),
                "every value is that of some profile, but no profile has all of them; %s is nearest: %s"
                        .formatted(nearest.profile(), sentences(nearest)),
                differences(nearest));
    }

    private static String sentences(ProfileVerdict verdict) {
        return verdict.byField().stream()
                .map(ProfileMismatch::sentence)
                .collect(Collectors.joining("; "));
    }

    /// The profiles with the fewest fields that differ, in the order of the profiles.
    private List<ProfileVerdict> nearest() {
        int least =
                verdicts.stream().mapToInt(verdict -> verdict.byField().size()).min().orElseThrow();
        return verdicts.stream().filter(verdict -> verdict.byField().size() == least).toList();
    }

    private static Finding finding(
            ProfileRule rule, Place where, String problem, List<Difference> differences) {
        return new Finding(rule, where.section(), where.offset(), problem, differences);
    }
}
