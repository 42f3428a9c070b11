package org.offloadtck.ptx.pass;

import java.util.Arrays;
import java.util.Optional;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.pass.OperandAccesses.Access;

/// Live intervals of the registers and variables of a function.
///
/// A register has an interval if it is written before it is read, all its uses are in consecutive
/// instructions that no branch enters in the middle, and its address is not taken. Other registers
/// are live in the whole function.
public final class LiveIntervals {

    private final int[] labelsUpTo;
    private final Uses registers;
    private final Uses variables;

    /// A range of instruction indices, both inclusive.
    public record Interval(int first, int last) {}

    private LiveIntervals(Body body) {
        registers = new Uses(body.registers().size());
        variables = new Uses(body.variables().size());
        int count = body.instructions().size();
        labelsUpTo = new int[count];
        for (var label : body.labels()) {
            for (int i = label.target(); i < count; i++) {
                labelsUpTo[i]++;
            }
        }
    }

    public static LiveIntervals of(Body body) {
        var liveIntervals = new LiveIntervals(body);
        for (int i = 0; i < body.instructions().size(); i++) {
            OperandAccesses.of(body.instructions().get(i), liveIntervals.visitor(i));
        }
        return liveIntervals;
    }

    /// The live interval of a register; empty if it is live in the whole function.
    public Optional<Interval> ofRegister(int index) {
        return registers.interval(index).filter(this::isEnteredAtItsStart);
    }

    /// The live interval of a variable; empty if it is live in the whole function.
    public Optional<Interval> ofVariable(int index) {
        return variables.interval(index).filter(this::isEnteredAtItsStart);
    }

    private boolean isEnteredAtItsStart(Interval interval) {
        return labelsUpTo[interval.first()] == labelsUpTo[interval.last()];
    }

    private OperandAccesses.Visitor visitor(int at) {
        return new OperandAccesses.Visitor() {
            @Override
            public void register(int index, Access access) {
                registers.use(index, at, access);
            }

            @Override
            public void variable(int index, Access access) {
                variables.use(index, at, access);
            }

            @Override
            public void escapes(int index) {
                variables.escape(index);
            }
        };
    }

    /// The first and last use of each register or variable.
    private static final class Uses {

        private static final int NEVER = -1;

        private final int[] first;
        private final int[] last;
        private final boolean[] lasting;

        Uses(int count) {
            first = new int[count];
            last = new int[count];
            lasting = new boolean[count];
            Arrays.fill(first, NEVER);
        }

        void use(int index, int at, Access access) {
            if (first[index] == NEVER) {
                first[index] = at;
                lasting[index] |= access == Access.READ;
            }
            last[index] = at;
        }

        /// Records that its address is taken: it may be used anywhere.
        void escape(int index) {
            lasting[index] = true;
        }

        Optional<Interval> interval(int index) {
            return first[index] == NEVER || lasting[index]
                    ? Optional.empty()
                    : Optional.of(new Interval(first[index], last[index]));
        }
    }
}
