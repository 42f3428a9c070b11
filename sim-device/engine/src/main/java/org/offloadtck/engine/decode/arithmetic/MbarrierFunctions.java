package org.offloadtck.engine.decode.arithmetic;

import org.offloadtck.engine.semantics.LaneFunction;
import org.offloadtck.engine.semantics.MbarrierMisuseException;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.pass.MbarrierLowering;

/// The functions by which the instructions on an `mbarrier` change it (PTX ISA 9.0 §9.7.13.16). The
/// first operand is the state ([MbarrierLowering] has its bits), the second the number of arrivals,
/// the third the number of transactions.
public final class MbarrierFunctions {

    private static final int COUNT_BITS = MbarrierLowering.COUNT_BITS;
    private static final long COUNT = (1L << COUNT_BITS) - 1;

    /// The first bit of the tx-count, which has one bit more than the other counts.
    private static final int TRANSACTIONS = 2 * COUNT_BITS;

    private static final int ABOVE_TRANSACTIONS = Long.SIZE - 1 - TRANSACTIONS - COUNT_BITS;

    private MbarrierFunctions() {}

    public static LaneFunction of(Operation operation) {
        return switch (operation.opcode()) {
            case MBARRIER_ARRIVE -> (state, count, _) -> arrive(valid(state), count);
            case MBARRIER_ARRIVE_NO_COMPLETE ->
                    (state, count, _) -> incomplete(state, arrive(valid(state), count));
            case MBARRIER_ARRIVE_EXPECT_TX ->
                    (state, count, bytes) -> arrive(expect(valid(state), bytes), count);
            case MBARRIER_ARRIVE_DROP -> (state, count, _) -> arrive(drop(state, count), count);
            case MBARRIER_ARRIVE_DROP_NO_COMPLETE ->
                    (state, count, _) -> incomplete(state, arrive(drop(state, count), count));
            case MBARRIER_ARRIVE_DROP_EXPECT_TX ->
                    (state, count, bytes) -> arrive(expect(drop(state, count), bytes), count);
            case MBARRIER_EXPECT_TX -> (state, _, bytes) -> expect(valid(state), bytes);
            case MBARRIER_COMPLETE_TX ->
                    (state, _, bytes) -> completed(expect(valid(state), -bytes));
            case CP_ASYNC_MBARRIER_ARRIVE ->
                    operation.modifiers().has(Flag.NOINC)
                            ? (state, _, _) -> arrive(valid(state), 1)
                            : (state, _, _) -> valid(state);
            default -> throw new IllegalStateException(operation.opcode().name());
        };
    }

    /// What is pending in the phase of an object, for messages.
    ///
    /// @param state the bits of the object
    public static String describe(long state) {
        if ((state & MbarrierLowering.INITIALISED) == 0) {
            return "not initialised";
        }
        long bytes = transactions(state);
        return "%d of %d arrivals pending%s"
                .formatted(
                        state & COUNT,
                        (state >>> COUNT_BITS) & COUNT,
                        bytes == 0 ? "" : ", %d bytes of transactions pending".formatted(bytes));
    }

    private static long valid(long state) {
        if ((state & MbarrierLowering.INITIALISED) == 0) {
            throw new MbarrierMisuseException("the mbarrier is not initialised");
        }
        return state;
    }

    private static long arrive(long state, long count) {
        long pending = state & COUNT;
        if (count > pending) {
            throw new MbarrierMisuseException(
                    "the thread arrives %d times at an mbarrier when %d arrivals are pending"
                            .formatted(count, pending));
        }
        if (count == 0) {
            throw new MbarrierMisuseException(
                    "the thread arrives 0 times at an mbarrier when the least is 1");
        }
        return completed(state - count);
    }

    /// The state with fewer arrivals expected in the next phases.
    private static long drop(long state, long count) {
        long expected = (valid(state) >>> COUNT_BITS) & COUNT;
        if (count > expected) {
            throw new MbarrierMisuseException(
                    "the thread drops %d arrivals of an mbarrier when %d are expected"
                            .formatted(count, expected));
        }
        return state - (count << COUNT_BITS);
    }

    /// The state with a greater tx-count, or a smaller one if `bytes` is negative.
    private static long expect(long state, long bytes) {
        long sum = transactions(state) + bytes;
        if (Math.abs(sum) > COUNT) {
            throw new MbarrierMisuseException(
                    "the tx-count of an mbarrier becomes %d when it is at most %d in magnitude"
                            .formatted(sum, COUNT));
        }
        long field = (2 * COUNT + 1) << TRANSACTIONS;
        return (state & ~field) | ((sum << TRANSACTIONS) & field);
    }

    private static long transactions(long state) {
        return (state << ABOVE_TRANSACTIONS) >> (ABOVE_TRANSACTIONS + TRANSACTIONS);
    }

    /// The state after the phase, if nothing is pending in it.
    private static long completed(long state) {
        boolean isPending = (state & COUNT) != 0 || transactions(state) != 0;
        long expected = (state >>> COUNT_BITS) & COUNT;
        return isPending ? state : (state | expected) ^ MbarrierLowering.PHASE;
    }

    private static long incomplete(long before, long after) {
        if ((before ^ after) < 0) {
            throw new MbarrierMisuseException(
                    "the last pending arrival at an mbarrier has .noComplete when it completes the"
                            + " phase");
        }
        return after;
    }
}
