package org.offloadtck.engine.bytecode.analysis;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;

/// What an instruction reads and writes, its guard left out: row operands, predicate sources,
/// predicate operands.
///
/// @param certain whether each of the writes takes place, in every lane that carries it out
public record DefUse(
        List<Integer> uses,
        List<Integer> definitions,
        List<Integer> predicateUses,
        List<Integer> predicateDefinitions,
        boolean certain) {

    public DefUse {
        uses = List.copyOf(uses);
        definitions = List.copyOf(definitions);
        predicateUses = List.copyOf(predicateUses);
        predicateDefinitions = List.copyOf(predicateDefinitions);
    }

    public static DefUse of(InstructionView listing, int pc) {
        return new Collector(listing, pc).collect();
    }

    private static final class Collector {

        private final InstructionView listing;
        private final int pc;
        private final List<Integer> reads = new ArrayList<>();
        private final List<Integer> writes = new ArrayList<>();
        private final List<Integer> tests = new ArrayList<>();
        private final List<Integer> decides = new ArrayList<>();

        Collector(InstructionView listing, int pc) {
            this.listing = listing;
            this.pc = pc;
        }

        DefUse collect() {
            int op = listing.op(pc);
            boolean known = true;
            switch (op) {
                case Op.BRANCH,
                        Op.NOTHING,
                        Op.RETURN,
                        Op.EXIT,
                        Op.TRAP,
                        Op.UNSUPPORTED,
                        Op.CALL -> {}
                case Op.FRAME_ADDRESS -> writes.add(listing.d(pc));
                case Op.LANE_FUNCTION -> row(3);
                case Op.COMPARE -> compare();
                case Op.COMPARE_TO_REGISTER -> compareToRegister();
                case Op.SELECT -> {
                    row(2);
                    tests.add(listing.c(pc));
                }
                case Op.IS_SPACE -> {
                    reads.add(listing.a(pc));
                    decides.add(listing.d(pc));
                }
                case Op.PREDICATE_MOVE, Op.PREDICATE_NOT -> predicate(1);
                case Op.PREDICATE_AND, Op.PREDICATE_OR, Op.PREDICATE_XOR -> predicate(2);
                case Op.BIT_INSERT -> {
                    row(3);
                    reads.add(listing.x(pc));
                }
                case Op.UNPACK -> {
                    reads.add(listing.a(pc));
                    listed(writes, listing.c(pc), listing.x(pc));
                }
                case Op.PACK -> {
                    listed(reads, listing.c(pc), listing.x(pc));
                    writes.add(listing.d(pc));
                }
                case Op.LOAD -> access(listing.d(pc), writes);
                case Op.STORE -> access(listing.b(pc), reads);
                case Op.CARRY, Op.ATOMIC -> row(3);
                default -> known = others(op);
            }
            return new DefUse(reads, writes, tests, decides, known);
        }

        private boolean others(int op) {
            if (op >= Op.FIRST_PURE) {
                row(operands(op));
                return true;
            }
            anything(op);
            return false;
        }

        /// An instruction that is never compiled: whatever it might read.
        private void anything(int op) {
            for (int operand : new int[] {listing.a(pc), listing.b(pc), listing.c(pc)}) {
                if (operand % Code.LANES == 0) {
                    reads.add(operand);
                }
            }
            if (op == Op.SHUFFLE) {
                listed(reads, listing.c(pc), 2);
            }
        }

        private void row(int count) {
            var fields = new int[] {listing.a(pc), listing.b(pc), listing.c(pc)};
            for (int i = 0; i < count; i++) {
                reads.add(fields[i]);
            }
            writes.add(listing.d(pc));
        }

        private void predicate(int count) {
            tests.add(listing.a(pc));
            if (count > 1) {
                tests.add(listing.b(pc));
            }
            decides.add(listing.d(pc));
        }

        private void compare() {
            reads.add(listing.a(pc));
            reads.add(listing.b(pc));
            combination();
            decides.add(listing.d(pc));
            decides.add(listing.y(pc) >> 2);
        }

        private void compareToRegister() {
            row(2);
            reads.add(listing.y(pc) >> 2);
            combination();
        }

        private void combination() {
            if ((listing.y(pc) & 3) != ComparisonKind.ALONE) {
                tests.add(listing.c(pc));
            }
        }

        private void access(int operand, List<Integer> rows) {
            if (listing.space(pc) != MemorySpace.FRAME) {
                reads.add(listing.a(pc));
            }
            if (listing.elements(pc) == 0) {
                rows.add(operand);
            } else {
                listed(rows, operand, listing.elements(pc));
            }
        }

        private void listed(List<Integer> rows, int first, int count) {
            for (int i = 0; i < count; i++) {
                rows.add(listing.listed(first + i));
            }
        }
    }

    /// How many rows a pure operation reads.
    private static int operands(int op) {
        return switch (op) {
            case Op.MOVE, Op.SIGN_EXTEND32 -> 1;
            case Op.MULTIPLY_ADD32,
                    Op.MULTIPLY_ADD64,
                    Op.MULTIPLY_ADD_WIDE_SIGNED,
                    Op.FMA_FLOAT,
                    Op.FMA_DOUBLE ->
                    3;
            default -> 2;
        };
    }
}
