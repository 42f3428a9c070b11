package org.offloadtck.checks.racecheck;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.checks.racecheck.PendingCopies.Conflict;
import org.offloadtck.checks.racecheck.PendingCopies.Issuer;
import org.offloadtck.checks.racecheck.PendingCopies.Ranges;
import org.offloadtck.checks.racecheck.PendingCopies.Use;
import org.offloadtck.engine.memory.AddressSpace;
import org.offloadtck.engine.memory.BulkTransfer.Effect;
import org.offloadtck.engine.memory.BulkTransfer.Range;
import org.offloadtck.engine.memory.SharedWindow;

final class PendingCopiesTest {

    private static final Issuer FIRST = new Issuer(3, 0);
    private static final Issuer SECOND = new Issuer(3, 1);
    private static final long BAR = place(0, 512);
    private static final long OTHER_BAR = place(0, 520);

    private final PendingCopies copies = new PendingCopies(1);

    private static long place(int rank, long offset) {
        return SharedWindow.map(AddressSpace.SHARED + offset, rank);
    }

    /// A copy from offset 1000 plus `at` to `at`, of 16 bytes.
    private void copy(Issuer issuer, int pc, int rank, long at, Effect effect) {
        var ranges =
                new Ranges(
                        new Range(place(rank, 1000 + at), 16),
                        new Range(place(rank, at), 16),
                        effect);
        copies.add(issuer, pc, ranges);
    }

    private void copy(Issuer issuer, int pc, long at) {
        copy(issuer, pc, 0, at, Effect.REPLACES);
    }

    private boolean conflicts(long at, int bytes, Use use) {
        return copies.conflict(new Range(place(0, at), bytes), use).isPresent();
    }

    private boolean isPending(long at) {
        return conflicts(at, 1, Use.READS);
    }

    private boolean isSourcePending(long at) {
        return conflicts(1000 + at, 1, Use.WRITES);
    }

    @ParameterizedTest
    @CsvSource({
        "28, 4, false",
        "28, 5, true",
        "32, 1, true",
        "47, 1, true",
        "48, 4, false",
        "0, 100, true"
    })
    void theDestinationIsTheRangeOfTheCopy(long at, int bytes, boolean conflicts) {
        copy(FIRST, 7, 32);

        assertThat(conflicts(at, bytes, Use.READS)).isEqualTo(conflicts);
        assertThat(conflicts(at, bytes, Use.WRITES)).isEqualTo(conflicts);
        assertThat(conflicts(1000 + at, bytes, Use.WRITES)).isEqualTo(conflicts);
        assertThat(conflicts(1000 + at, bytes, Use.READS)).isFalse();
    }

    @Test
    void aConflictNamesTheCopy() {
        copy(FIRST, 7, 0);
        copy(SECOND, 8, 16);

        assertThat(copies.conflict(new Range(place(0, 16), 4), Use.READS))
                .contains(new Conflict(SECOND, 8));
        assertThat(copies.conflict(new Range(place(1, 16), 4), Use.READS)).isEmpty();
    }

    @Test
    void reductionsCommuteWithEachOther() {
        copy(FIRST, 7, 0);
        copy(FIRST, 7, 0, 16, Effect.REDUCES);

        assertThat(conflicts(0, 16, Use.REDUCES)).isTrue();
        assertThat(conflicts(16, 16, Use.REDUCES)).isFalse();
        assertThat(conflicts(16, 16, Use.WRITES)).isTrue();
        assertThat(conflicts(1016, 16, Use.REDUCES)).isTrue();
    }

    @Test
    void aTestOfTheMbarrierEndsACopyWhosePhaseHasCompleted() {
        copy(FIRST, 7, 0);
        copies.count(FIRST, 7, BAR);
        copies.test(BAR);
        assertThat(isPending(0)).isTrue();
        copies.complete(OTHER_BAR);
        copies.test(BAR);
        assertThat(isPending(0)).isTrue();
        copies.complete(BAR);
        copies.test(OTHER_BAR);
        assertThat(isPending(0)).isTrue();
        copies.test(BAR);
        assertThat(isPending(0)).isFalse();
        assertThat(copies.isEmpty()).isTrue();
    }

    @Test
    void onlyTheLastCopyOfTheThreadIsCounted() {
        copy(FIRST, 7, 0);
        copy(FIRST, 8, 16);
        copy(SECOND, 8, 32);
        copies.count(FIRST, 7, OTHER_BAR);
        copies.count(FIRST, 8, BAR);
        copies.count(FIRST, 8, OTHER_BAR);
        copies.complete(BAR);
        copies.test(BAR);

        assertThat(isPending(0)).isTrue();
        assertThat(isPending(16)).isFalse();
        assertThat(isPending(32)).isTrue();
    }

    @Test
    void theMbarrierOfEachCtaCountsItsPartOfAMulticast() {
        copy(FIRST, 7, 0, 0, Effect.REPLACES);
        copy(FIRST, 7, 1, 0, Effect.REPLACES);
        copies.count(FIRST, 7, BAR);
        copies.count(FIRST, 7, place(1, 512));
        copies.complete(BAR);
        copies.test(BAR);

        assertThat(isPending(0)).isFalse();
        assertThat(copies.isEmpty()).isFalse();
        copies.complete(place(1, 512));
        copies.test(place(1, 512));
        assertThat(copies.isEmpty()).isTrue();
    }

    @Test
    void anMbarrierOfAnotherCtaMayCountACopy() {
        copy(FIRST, 7, 0);
        copies.count(FIRST, 7, place(1, 512));
        copies.complete(place(1, 512));
        copies.test(place(1, 512));

        assertThat(isPending(0)).isFalse();
    }

    @Test
    void aGroupHasTheCopiesOfItsThreadSinceTheLast() {
        copy(FIRST, 7, 0);
        copies.commit(FIRST);
        copy(FIRST, 7, 16);
        copy(SECOND, 7, 32);
        copies.commit(FIRST);
        copies.await(SECOND, 0);
        copies.await(FIRST, 2);
        assertThat(isPending(0)).isTrue();
        copies.await(FIRST, 1);
        assertThat(isPending(0)).isFalse();
        assertThat(isPending(16)).isTrue();
        copies.await(FIRST, 0);
        assertThat(isPending(16)).isFalse();
        assertThat(isPending(32)).isTrue();
        copies.commit(SECOND);
        copies.await(FIRST, 0);
        assertThat(isPending(32)).isTrue();
        copies.await(SECOND, 0);
        assertThat(isPending(32)).isFalse();
    }

    @Test
    void aCopyThatAnMbarrierCountsIsInNoGroup() {
        copy(FIRST, 7, 0);
        copies.count(FIRST, 7, BAR);
        copies.commit(FIRST);
        copies.await(FIRST, 0);

        assertThat(isPending(0)).isTrue();
    }

    @Test
    void aWaitForReadsEndsTheSourcesOfTheGroups() {
        copy(FIRST, 7, 0);
        copies.commit(FIRST);
        copy(FIRST, 7, 16);
        copies.commit(FIRST);
        copy(FIRST, 7, 32);
        copies.awaitReads(SECOND, 0);
        copies.awaitReads(FIRST, 2);
        assertThat(isSourcePending(0)).isTrue();
        copies.awaitReads(FIRST, 1);
        assertThat(isSourcePending(0)).isFalse();
        assertThat(isSourcePending(16)).isTrue();
        assertThat(isPending(0)).isTrue();
        copies.awaitReads(FIRST, 0);
        assertThat(isSourcePending(16)).isFalse();
        assertThat(isSourcePending(32)).isTrue();
    }

    @Test
    void theLastCopiesAreKept() {
        for (int i = 0; i < 65; i++) {
            copy(FIRST, 7, 16L * i);
        }

        assertThat(isPending(0)).isFalse();
        assertThat(isPending(16)).isTrue();
        assertThat(isPending(64 * 16)).isTrue();
    }

    @Test
    void nothingIsPendingInTheNextCluster() {
        copy(FIRST, 7, 0);
        copies.commit(FIRST);
        copies.clear();
        assertThat(copies.isEmpty()).isTrue();
        copy(FIRST, 7, 0);
        copies.commit(FIRST);
        copies.await(FIRST, 1);

        assertThat(isPending(0)).isTrue();
    }
}
