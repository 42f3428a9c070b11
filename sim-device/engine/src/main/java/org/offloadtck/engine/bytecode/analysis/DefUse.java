package org.offloadtck.engine.bytecode.analysis;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.ComparisonKind;
import org.offloadtck.engine.code.MemorySpace;
import org.offloadtck.engine.code.Op;
import org.offloadtck.engine.texture.TexelInstruction;

/// The registers and predicates that an instruction uses and defines, without its guard.
///
/// @param uses row operands that are read
/// @param definitions row operands that are written
/// @param predicateUses predicate sources
/// @param predicateDefinitions predicate operands that are written
/// @param certain whether each definition takes place in every lane that executes the instruction
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

    public static DefUse of(InstructionView view, int pc) {
        return new Collector(view, pc).collect();
    }

    private static final class Collector {

        private final InstructionView view;
        private final int pc;
        private final List<Integer> reads = new ArrayList<>();
        private final List<Integer> writes = new ArrayList<>();
        private final List<Integer> tests = new ArrayList<>();
        private final List<Integer> decides = new ArrayList<>();

        Collector(InstructionView view, int pc) {
            this.view = view;
            this.pc = pc;
        }

        DefUse collect() {
            int op = view.op(pc);
            boolean known = true;
            switch (op) {
                case Op.BRANCH,
                        Op.NOTHING,
                        Op.RETURN,
                        Op.EXIT,
                        Op.TRAP,
                        Op.UNSUPPORTED,
                        Op.CALL -> {}
                case Op.FRAME_ADDRESS -> writes.add(view.d(pc));
                case Op.LANE_FUNCTION -> row(3);
                case Op.COMPARE -> compare();
                case Op.COMPARE_TO_REGISTER -> compareToRegister();
                case Op.SELECT -> {
                    row(2);
                    tests.add(view.c(pc));
                }
                case Op.IS_SPACE -> {
                    reads.add(view.a(pc));
                    decides.add(view.d(pc));
                }
                case Op.PREDICATE_MOVE, Op.PREDICATE_NOT -> predicate(1);
                case Op.PREDICATE_AND, Op.PREDICATE_OR, Op.PREDICATE_XOR -> predicate(2);
                case Op.BIT_INSERT -> {
                    row(3);
                    reads.add(view.x(pc));
                }
                case Op.UNPACK -> {
                    reads.add(view.a(pc));
                    listed(writes, view.c(pc), view.x(pc));
                }
                case Op.PACK -> {
                    listed(reads, view.c(pc), view.x(pc));
                    writes.add(view.d(pc));
                }
                case Op.LOAD -> access(view.d(pc), writes);
                case Op.STORE -> access(view.b(pc), reads);
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
            if (Op.isOnTexels(op)) {
                texels(op);
                return true;
            }
            if (op == Op.BULK_COPY) {
                reads.addAll(List.of(view.a(pc), view.b(pc), view.c(pc), view.d(pc)));
                return true;
            }
            if (op == Op.TENSOR_COPY) {
                reads.addAll(List.of(view.a(pc), view.c(pc)));
                listed(reads, view.b(pc), view.tensorCopy(pc).coordinates() + 1);
                writes.add(view.d(pc));
                return true;
            }
            if (op == Op.MATRIX_PRODUCT) {
                listed(writes, view.c(pc), view.a(pc));
                listed(reads, view.c(pc) + view.a(pc), view.b(pc));
                return true;
            }
            if (op == Op.TENSOR_MEMORY) {
                listed(writes, view.c(pc), view.a(pc));
                listed(reads, view.c(pc) + view.a(pc), view.b(pc));
                return true;
            }
            if (op == Op.TENSOR_CORE) {
                listed(reads, view.c(pc), view.b(pc));
                tests.add(view.y(pc));
                return true;
            }
            if (op == Op.WARPGROUP_PRODUCT) {
                listed(writes, view.c(pc), view.a(pc));
                listed(reads, view.c(pc), view.a(pc) + view.b(pc));
                tests.add(view.y(pc));
                return true;
            }
            anything(op);
            return false;
        }

        private void texels(int op) {
            reads.add(view.a(pc));
            switch (view.texels(pc)) {
                case TexelInstruction.Fetch fetch -> {
                    listed(reads, view.b(pc), fetch.operands());
                    listed(writes, view.d(pc), TexelInstruction.Fetch.RESULTS);
                    decides.add(view.c(pc));
                }
                case TexelInstruction.SurfaceAccess access -> {
                    listed(reads, view.c(pc), access.operands());
                    boolean stores = op == Op.SURFACE_STORE;
                    int operand = stores ? view.b(pc) : view.d(pc);
                    listed(stores ? reads : writes, operand, view.elements(pc));
                }
            }
        }

        /// An instruction that is never compiled: uses all operands that may be rows.
        private void anything(int op) {
            for (int operand : new int[] {view.a(pc), view.b(pc), view.c(pc)}) {
                if (operand % Code.LANES == 0) {
                    reads.add(operand);
                }
            }
            if (op == Op.SHUFFLE) {
                listed(reads, view.c(pc), 2);
            }
        }

        private void row(int count) {
            var fields = new int[] {view.a(pc), view.b(pc), view.c(pc)};
            for (int i = 0; i < count; i++) {
                reads.add(fields[i]);
            }
            writes.add(view.d(pc));
        }

        private void predicate(int count) {
            tests.add(view.a(pc));
            if (count > 1) {
                tests.add(view.b(pc));
            }
            decides.add(view.d(pc));
        }

        private void compare() {
            reads.add(view.a(pc));
            reads.add(view.b(pc));
            combination();
            decides.add(view.d(pc));
            decides.add(view.y(pc) >> 2);
        }

        private void compareToRegister() {
            row(2);
            reads.add(view.y(pc) >> 2);
            combination();
        }

        private void combination() {
            if ((view.y(pc) & 3) != ComparisonKind.ALONE) {
                tests.add(view.c(pc));
            }
        }

        private void access(int operand, List<Integer> rows) {
            if (view.space(pc) != MemorySpace.FRAME) {
                reads.add(view.a(pc));
            }
            if (view.elements(pc) == 0) {
                rows.add(operand);
            } else {
                listed(rows, operand, view.elements(pc));
            }
        }

        private void listed(List<Integer> rows, int first, int count) {
            for (int i = 0; i < count; i++) {
                rows.add(view.listed(first + i));
            }
        }
    }

    /// Number of rows that a pure operation reads.
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
