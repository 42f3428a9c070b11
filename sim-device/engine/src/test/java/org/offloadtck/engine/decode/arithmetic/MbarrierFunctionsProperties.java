package org.offloadtck.engine.decode.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.offloadtck.engine.semantics.MbarrierMisuseException;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.text.PtxParser;

/// The functions change the bits of an object as the PTX ISA describes its counts.
class MbarrierFunctionsProperties {

    private static final long MOST = 1_048_575;

    /// Each operation once, in the order of the cases of [Counts#after].
    private static final List<Operation> OPERATIONS = operations();

    private static List<Operation> operations() {
        var module =
                PtxParser.parse(
                        "a.ptx",
                        """
                        .version 8.0
                        .target sm_90
                        .address_size 64
                        .entry k() {
                        .shared .b64 bar;
                        mbarrier.arrive.shared.b64 _, [bar], 1;
                        mbarrier.arrive.noComplete.shared.b64 _, [bar], 1;
                        mbarrier.arrive_drop.shared.b64 _, [bar], 1;
                        mbarrier.expect_tx.shared.b64 [bar], 1;
                        mbarrier.complete_tx.shared.b64 [bar], 1;
                        mbarrier.arrive.expect_tx.shared.b64 _, [bar], 1;
                        mbarrier.arrive_drop.noComplete.shared.b64 _, [bar], 1;
                        mbarrier.arrive_drop.expect_tx.shared.b64 _, [bar], 1;
                        cp.async.mbarrier.arrive.shared.b64 [bar];
                        cp.async.mbarrier.arrive.noinc.shared.b64 [bar];
                        }
                        """);
        return module.functions().getFirst().body().instructions().stream()
                .map(Operation.class::cast)
                .toList();
    }

    /// The counts of an object; the bits as [org.offloadtck.ptx.pass.MbarrierLowering] has them.
    private record Counts(boolean odd, long expected, long pending, long transactions) {

        long bits() {
            return (odd ? 1L << 63 : 0)
                    + (1L << 62)
                    + (transactions & 0x1f_ffff) * (1L << 40)
                    + expected * (1L << 20)
                    + pending;
        }

        Optional<Counts> after(int operation, long count, long bytes) {
            return switch (operation) {
                case 0 -> arrived(count);
                case 1 -> arrived(count).filter(next -> next.odd == odd);
                case 2 -> dropped(count).flatMap(next -> next.arrived(count));
                case 3 -> expecting(bytes);
                case 4 -> expecting(-bytes).map(Counts::settled);
                case 5 -> expecting(bytes).flatMap(next -> next.arrived(1));
                case 6 ->
                        dropped(count)
                                .flatMap(next -> next.arrived(count))
                                .filter(next -> next.odd == odd);
                case 7 ->
                        dropped(1)
                                .flatMap(next -> next.expecting(bytes))
                                .flatMap(next -> next.arrived(1));
                case 8 -> Optional.of(this);
                default -> arrived(1);
            };
        }

        private Optional<Counts> arrived(long count) {
            return count > 0 && count <= pending
                    ? Optional.of(
                            new Counts(odd, expected, pending - count, transactions).settled())
                    : Optional.empty();
        }

        private Optional<Counts> dropped(long count) {
            return count <= expected
                    ? Optional.of(new Counts(odd, expected - count, pending, transactions))
                    : Optional.empty();
        }

        private Optional<Counts> expecting(long bytes) {
            long sum = transactions + bytes;
            return sum >= -MOST && sum <= MOST
                    ? Optional.of(new Counts(odd, expected, pending, sum))
                    : Optional.empty();
        }

        private Counts settled() {
            return pending == 0 && transactions == 0
                    ? new Counts(!odd, expected, expected, 0)
                    : this;
        }
    }

    @Property(seed = "20261127")
    void changeTheCounts(
            @ForAll @IntRange(min = 1, max = 20) int expected,
            @ForAll @Size(max = 60) List<@IntRange(max = 9) Integer> operations,
            @ForAll @Size(60) List<@IntRange(max = 4) Integer> counts) {
        var model = new Counts(false, expected, expected, 0);
        for (int i = 0; i < operations.size(); i++) {
            int operation = operations.get(i);
            long count = counts.get(i);
            long bytes = List.of(0L, 1L, 16L, MOST - 16, MOST).get(counts.get(i));
            boolean isOne = operation == 5 || operation == 7;
            model = step(model, operation, isOne ? 1 : count, bytes);
        }
    }

    private static Counts step(Counts model, int operation, long count, long bytes) {
        var function = MbarrierFunctions.of(OPERATIONS.get(operation));
        var next = model.after(operation, count, bytes);
        if (next.isEmpty()) {
            assertThatExceptionOfType(MbarrierMisuseException.class)
                    .isThrownBy(() -> function.apply(model.bits(), count, bytes));
            return model;
        }
        assertThat(function.apply(model.bits(), count, bytes))
                .as("%s of %d and %d after %s", OPERATIONS.get(operation), count, bytes, model)
                .isEqualTo(next.get().bits());
        return next.get();
    }

    @Property(seed = "20261127", tries = 50)
    void rejectWhatIsNotInitialised(@ForAll long bits, @ForAll @IntRange(max = 9) int operation) {
        assertThatExceptionOfType(MbarrierMisuseException.class)
                .isThrownBy(() ->
                        MbarrierFunctions.of(OPERATIONS.get(operation))
                                .apply(bits & ~(1L << 62), 1, 1));
    }
}
