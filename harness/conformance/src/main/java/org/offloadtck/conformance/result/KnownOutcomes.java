package org.offloadtck.conformance.result;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.offloadtck.conformance.waiver.Exclusion;
import org.offloadtck.conformance.waiver.ExclusionUse;
import org.offloadtck.conformance.waiver.Exclusions;
import org.offloadtck.conformance.waiver.Waiver;
import org.offloadtck.conformance.waiver.WaiverUse;
import org.offloadtck.conformance.waiver.Waivers;

/// The waivers and exclusions of a run, as they change verdicts.
///
/// @param today decides which waivers are in force
public record KnownOutcomes(Waivers waivers, Exclusions exclusions, LocalDate today) {

    /// Changes no verdict.
    public static KnownOutcomes none() {
        return new KnownOutcomes(Waivers.NONE, Exclusions.NONE, LocalDate.MIN);
    }

    /// The result with the verdict that one exclusion or else one waiver decides. Faults of the kit
    /// do not change.
    ///
    /// What the edition does not have is excluded, whatever was seen. A waived failure is expected,
    /// a waived pass is not; results that were not judged cannot be waived. A failure that only an
    /// expired waiver covers stays a failure, and its reason mentions the waiver.
    public Result apply(Result result) {
        var verdict = result.verdict();
        return verdict.standing() == VerdictClass.HARNESS_FAULT
                ? result
                : result.withVerdict(
                        exclusion(result)
                                .map(each ->
                                        (Verdict) new Verdict.Excluded(each.id(), each.reason()))
                                .orElseGet(() -> waived(verdict, result.identity().key())));
    }

    private Optional<Exclusion> exclusion(Result result) {
        var identity = result.identity();
        return exclusions.covering(
                identity.profile(), identity.scenario().text(), result.requirements());
    }

    private Verdict waived(Verdict verdict, String key) {
        return waivers.deciding(key, today)
                .map(waiver -> waived(verdict, waiver))
                .or(() -> waivers.expired(key, today).map(waiver -> expired(verdict, waiver)))
                .orElse(verdict);
    }

    private static Verdict waived(Verdict verdict, Waiver waiver) {
        return switch (verdict.standing()) {
            case HELD -> new Verdict.UnexpectedPass(waiver.id(), waiver.reason());
            case UNEXPECTED -> new Verdict.ExpectedFailure(waiver.id(), verdict.text());
            case WAIVED, EXCLUDED, NOT_JUDGED, HARNESS_FAULT -> verdict;
        };
    }

    private static Verdict expired(Verdict verdict, Waiver waiver) {
        return verdict.standing() == VerdictClass.UNEXPECTED
                ? verdict.withReason(
                        "%s (waiver %s expired on %s)"
                                .formatted(verdict.reason(), waiver.id(), waiver.expires()))
                : verdict;
    }

    /// What each waiver did.
    ///
    /// @param results with their last verdicts
    public List<WaiverUse> waiverUses(List<Result> results) {
        return waivers.waivers().stream().map(waiver -> use(waiver, results)).toList();
    }

    private WaiverUse use(Waiver waiver, List<Result> results) {
        int covered = 0;
        int decided = 0;
        for (var result : results) {
            covered += waiver.covers(result.identity().key()) ? 1 : 0;
            decided += result.verdict().waiverId().filter(waiver.id()::equals).isPresent() ? 1 : 0;
        }
        var used = decided > 0 ? WaiverUse.State.USED : WaiverUse.State.UNUSED;
        var state = waiver.isInForce(today) ? used : WaiverUse.State.EXPIRED;
        return new WaiverUse(waiver, state, covered, decided);
    }

    /// What each exclusion did.
    ///
    /// @param results with their last verdicts
    public List<ExclusionUse> exclusionUses(List<Result> results) {
        return exclusions.exclusions().stream()
                .map(each -> new ExclusionUse(each, excluded(each, results)))
                .toList();
    }

    private static int excluded(Exclusion exclusion, List<Result> results) {
        return (int)
                results.stream()
                        .filter(result ->
                                result.verdict() instanceof Verdict.Excluded(var id, _)
                                        && id.equals(exclusion.id()))
                        .count();
    }
}
