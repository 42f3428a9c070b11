package org.offloadtck.checks.racecheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.checks.racecheck.PendingCopies.CopyRanges;
import org.offloadtck.checks.racecheck.PendingCopies.Issuer;
import org.offloadtck.checks.racecheck.PendingTensorOperations.Operation;
import org.offloadtck.engine.memory.BulkTransfer.Range;
import org.offloadtck.engine.thread.TensorMemoryUse;

final class PendingTensorOperationsTest {

    private static final Issuer FIRST = new Issuer(3, 0);
    private static final Issuer SECOND = new Issuer(3, 1);
    private static final long BAR = 512;
    private static final long OTHER_BAR = 520;

    private final PendingTensorOperations operations = new PendingTensorOperations(1);

    /// An operation that reads 16 bytes.
    private void issue(Issuer issuer, long at) {
        var factors = CopyRanges.of(List.of(new Range(at, 16)));
        var cells = new TensorMemoryUse(List.of(), List.of());
        operations.add(new Operation(issuer, 7, factors, cells));
    }

    private void commit(Issuer issuer, long mbarrier) {
        operations.commit(issuer, mbarrier);
        operations.complete(mbarrier);
    }

    private boolean isPending(long at) {
        return operations.conflict(new Range(at + 15, 1)).isPresent();
    }

    @Test
    void aCommitIsOfAllOperationsOfItsThreadBeforeIt() {
        issue(FIRST, 0);
        issue(FIRST, 16);
        issue(SECOND, 32);
        commit(FIRST, BAR);
        issue(FIRST, 48);
        operations.test(BAR);

        assertThat(isPending(0)).isFalse();
        assertThat(isPending(16)).isFalse();
        assertThat(isPending(32)).isTrue();
        assertThat(isPending(48)).isTrue();
    }

    @Test
    void aWaitForALaterCommitIsOneForTheEarlierOperations() {
        issue(FIRST, 0);
        commit(FIRST, BAR);
        issue(FIRST, 16);
        commit(FIRST, OTHER_BAR);
        operations.test(OTHER_BAR);

        assertThat(operations.isEmpty()).isTrue();
    }

    @Test
    void aWaitForAnEarlierCommitIsNoneForLaterOperations() {
        issue(FIRST, 0);
        commit(FIRST, BAR);
        issue(FIRST, 16);
        commit(FIRST, OTHER_BAR);
        operations.test(BAR);

        assertThat(isPending(0)).isFalse();
        assertThat(isPending(16)).isTrue();
    }

    /// The next phase of the `mbarrier` has several arrivals, of which this commit is one.
    @Test
    void aCommitToTheNextPhaseKeepsAnOperationComplete() {
        issue(FIRST, 0);
        commit(FIRST, BAR);
        issue(FIRST, 16);
        operations.commit(FIRST, BAR);
        operations.test(BAR);

        assertThat(isPending(0)).isFalse();
        assertThat(isPending(16)).isTrue();
    }

    /// The stage of a pipeline whose factor nothing has overwritten.
    @Test
    void theSameOperationIsPendingAgain() {
        issue(FIRST, 0);
        commit(FIRST, BAR);
        issue(FIRST, 0);
        operations.test(BAR);

        assertThat(isPending(0)).isTrue();
    }

    @Test
    void theOldestOfManyOperationsCountsAsComplete() {
        for (int i = 0; i < 129; i++) {
            issue(FIRST, 16L * i);
        }

        assertThat(isPending(0)).isFalse();
        assertThat(isPending(16)).isTrue();
        assertThat(isPending(16 * 128)).isTrue();
    }

    @Test
    void anOperationThatIsPendingAgainTakesNoRoomOfAnother() {
        for (int i = 0; i < 128; i++) {
            issue(FIRST, 16L * i);
        }
        issue(FIRST, 32);

        assertThat(isPending(0)).isTrue();

        issue(FIRST, 16 * 128);

        assertThat(isPending(0)).isFalse();
        assertThat(isPending(32)).isTrue();
    }
}
