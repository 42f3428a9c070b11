package org.offloadtck.ptx.pass;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.matrix.MovedFragment;

/// Replaces `wmma.load` and `wmma.store` by the address that each lane computes from its number,
/// and its accesses (PTX ISA §9.7.15.3), as the vendor's assembler does.
///
/// A lane accesses whole registers if the elements of one follow each other in memory, else element
/// by element. The layout of the fragment is that of
/// [MatrixProduct][org.offloadtck.ptx.matrix.MatrixProduct].
public final class FragmentMoveLowering {

    private final MatrixSequence sequence;
    private final Operation moved;
    private final MovedFragment fragment;
    private final int bits;

    private FragmentMoveLowering(
            FunctionRewriter rewriter, Operation moved, MovedFragment fragment) {
        this.sequence = new MatrixSequence(rewriter, moved);
        this.moved = moved;
        this.fragment = fragment;
        this.bits = fragment.layout().element().bits();
    }

    /// The function without these instructions. One whose type, shape, layout and registers do not
    /// go together is kept.
    public static Function lower(Function function) {
        return FunctionRewriter.rewrite(
                function,
                FragmentMoveLowering::isMove,
                (moved, rewriter) -> {
                    var fragment =
                            MovedFragment.of(moved).filter(each -> hasRegisters(moved, each));
                    if (fragment.isPresent()) {
                        new FragmentMoveLowering(rewriter, moved, fragment.orElseThrow()).lower();
                    } else {
                        rewriter.add(moved);
                    }
                });
    }

    private static boolean isMove(Operation operation) {
        return operation.opcode() == Opcode.WMMA_LOAD || operation.opcode() == Opcode.WMMA_STORE;
    }

    private static boolean loads(Operation operation) {
        return operation.opcode() == Opcode.WMMA_LOAD;
    }

    private static List<Operand> registers(Operation operation) {
        return MatrixSequence.registers(operation.operands().get(loads(operation) ? 0 : 1));
    }

    private static boolean hasRegisters(Operation operation, MovedFragment fragment) {
        int width = fragment.layout().element().registerBits();
        var registers = registers(operation);
        return registers.size() == fragment.layout().registers()
                && registers.stream()
                        .allMatch(each ->
                                each instanceof Register register
                                        && register.type().bits() == width);
    }

    private void lower() {
        var place = (Operand.Memory) moved.operands().get(loads(moved) ? 1 : 0);
        var stride =
                moved.operands().size() > 2
                        ? moved.operands().get(2)
                        : MatrixSequence.number(fragment.defaultStride());
        var address = address(place, stride);
        if (fragment.isContiguous()) {
            moveRegisters(address, place.offset());
        } else {
            moveElements(address, place.offset(), stride);
        }
    }

    /// The address of the first element of the lane.
    private Register address(Operand.Memory place, Operand stride) {
        var layout = fragment.layout();
        int elements = layout.rows() * layout.columns();
        var number =
                sequence.masked(
                        sequence.shiftedLeft(sequence.lane(), log2(layout.elementsPerLane())),
                        elements - 1);
        var line = sequence.shiftedRight(number, log2(fragment.line()));
        var within = sequence.masked(number, fragment.line() - 1);
        boolean contiguous = fragment.isContiguous();
        var before = sequence.register(PtxType.B32);
        sequence.compute(
                Opcode.MAD,
                List.of(ProductPart.LO, PtxType.U32),
                before,
                contiguous ? line : within,
                stride,
                contiguous ? within : line);
        return sequence.behind(sequence.base(place), bytes(before));
    }

    private Operand bytes(Operand elements) {
        return bits < Byte.SIZE
                ? sequence.shiftedRight(elements, log2(Byte.SIZE / bits))
                : sequence.word(
                        Opcode.MUL, PtxType.U32, elements, MatrixSequence.number(bits / Byte.SIZE));
    }

    private void moveRegisters(Register address, long offset) {
        int width = fragment.layout().element().registerBits();
        var type = width == Long.SIZE ? PtxType.B64 : PtxType.B32;
        long next = offset;
        for (var register : registers(moved)) {
            if (loads(moved)) {
                sequence.load(type, register, address, next);
            } else {
                sequence.store(type, register, address, next);
            }
            next += type.bytes();
        }
    }

    private void moveElements(Register first, long offset, Operand stride) {
        var step = bytes(stride);
        int each = fragment.layout().element().perRegister();
        var address = first;
        for (var register : registers(moved)) {
            var elements = elements(register, each);
            if (!loads(moved) && each > 1) {
                var vector = new Operand.Vector(elements);
                sequence.compute(Opcode.MOV, List.of(PtxType.B32), vector, register);
            }
            for (var element : elements) {
                if (loads(moved)) {
                    sequence.load(type(), element, address, offset);
                } else {
                    sequence.store(type(), element, address, offset);
                }
                address = sequence.behind(address, step);
            }
            if (loads(moved) && each > 1) {
                var vector = new Operand.Vector(elements);
                sequence.move(Opcode.MOV, List.of(PtxType.B32), register, vector);
            }
        }
    }

    private List<Operand> elements(Operand register, int each) {
        if (each == 1) {
            return List.of(register);
        }
        var elements = new ArrayList<Operand>();
        for (int i = 0; i < each; i++) {
            elements.add(sequence.register(type()));
        }
        return elements;
    }

    private PtxType type() {
        return switch (bits) {
            case Byte.SIZE -> PtxType.B8;
            case Short.SIZE -> PtxType.B16;
            case Long.SIZE -> PtxType.B64;
            default -> PtxType.B32;
        };
    }

    private static int log2(int power) {
        return Integer.numberOfTrailingZeros(power);
    }
}
