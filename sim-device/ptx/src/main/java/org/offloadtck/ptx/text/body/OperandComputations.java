package org.offloadtck.ptx.text.body;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction.Location;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// Instructions that compute the operands which the IR lacks: a register plus a number, and an
/// element of an array whose index is a register.
final class OperandComputations {

    private final FunctionScopes names;
    private final List<Computation> pending = new ArrayList<>();

    OperandComputations(FunctionScopes names) {
        this.names = names;
    }

    /// An instruction without its place. It has no guard, since it changes only registers that the
    /// text does not name.
    record Computation(Opcode opcode, Modifiers modifiers, List<Operand> operands) {

        Operation at(Location location) {
            return new Operation(opcode, modifiers, operands, Guard.Always.ALWAYS, location);
        }
    }

    /// `array[index + offset]`
    ///
    /// @param bytes that the index counts
    /// @param index an integer of up to 64 bits
    record Element(PtxSymbol array, StateSpace space, long bytes, Register index, long offset) {

        /// Whether the array is an argument or a result of a call, or a result of the function,
        /// which have no address (`ptxas` of CUDA 13.0: "Illegal to take address of parameter").
        boolean isArgument() {
            return switch (array) {
                case PtxSymbol.Result _ -> true;
                case PtxSymbol.Local _ -> space == StateSpace.PARAM;
                case PtxSymbol.Parameter _, PtxSymbol.Global _ -> false;
            };
        }

        /// Whether an instruction on a space accesses the array.
        boolean isIn(StateSpace accessed) {
            return switch (accessed) {
                case PARAM_ENTRY, PARAM_FUNC -> space == StateSpace.PARAM;
                case SHARED_CTA, SHARED_CLUSTER -> space == StateSpace.SHARED;
                case REG, SREG, CONST, GLOBAL, LOCAL, PARAM, SHARED, TEX, GENERIC ->
                        space == accessed;
            };
        }

        /// Whether an instruction without a space accesses the array.
        boolean isGeneric() {
            return space == StateSpace.GLOBAL
                    || space == StateSpace.SHARED
                    || space == StateSpace.LOCAL;
        }

        int addressBits() {
            return space == StateSpace.GLOBAL || space == StateSpace.CONST
                    ? Long.SIZE
                    : Integer.SIZE;
        }
    }

    /// The instructions since the last call, in their order.
    List<Computation> take() {
        var taken = List.copyOf(pending);
        pending.clear();
        return taken;
    }

    /// A register with the sum of a 32-bit or 64-bit register and a number.
    Register sum(Register register, long number) {
        var sum = names.temporary("%sum", register.type());
        var type = register.type().bits() == Long.SIZE ? PtxType.U64 : PtxType.U32;
        add(Opcode.ADD, List.of(type), sum, register, new Immediate.Int64(number));
        return sum;
    }

    /// A register with the address of an element in the space of the array, of
    /// [Element#addressBits].
    ///
    /// `ptxas` of CUDA 13.0 emits the machine code of these instructions (`sm_90`): the index is
    /// converted to 32 bits by its type, the offset is truncated to the type of the index, and the
    /// product has 32 bits. In `.global`, it is zero-extended, also that of a signed index. In
    /// `.const`, whose addresses have 32 bits on a GPU and 64 here, a sign-extended product reaches
    /// the same elements.
    Register address(Element element) {
        var index = index(element.index);
        long bytes = element.bytes;
        int skipped = (int) (bytes * truncated(element.offset, element.index.type()));
        if (element.addressBits() == Integer.SIZE) {
            var base = start(element.array, skipped, PtxType.U32);
            return product(index, bytes, base);
        }
        var product = product(index, bytes, new Immediate.Int64(Integer.toUnsignedLong(skipped)));
        var extension =
                element.space == StateSpace.CONST
                        ? List.<Modifier>of(PtxType.S64, PtxType.S32)
                        : List.<Modifier>of(PtxType.U64, PtxType.U32);
        var distance = names.temporary("%distance", PtxType.U64);
        add(Opcode.CVT, extension, distance, product);
        var base = start(element.array, 0, PtxType.U64);
        var address = names.temporary("%element", PtxType.U64);
        add(Opcode.ADD, List.of(PtxType.U64), address, base, distance);
        return address;
    }

    /// As [#address(Element)], zero-extended to 64 bits.
    Register wideAddress(Element element) {
        var address = address(element);
        return element.addressBits() == Long.SIZE
                ? address
                : convert(address, List.of(PtxType.U64, PtxType.U32), PtxType.U64);
    }

    /// A register with the generic address of an element of an array that has one.
    Register generic(Element element) {
        var address = wideAddress(element);
        if (element.space == StateSpace.GLOBAL) {
            return address;
        }
        var generic = names.temporary("%generic", PtxType.U64);
        add(Opcode.CVTA, List.of(element.space, PtxType.U64), generic, address);
        return generic;
    }

    private Register index(Register index) {
        var type = index.type();
        var from =
                switch (type.bits()) {
                    case Byte.SIZE -> type.isSigned() ? PtxType.S8 : PtxType.U8;
                    case Short.SIZE -> type.isSigned() ? PtxType.S16 : PtxType.U16;
                    case Long.SIZE -> PtxType.U64;
                    default -> PtxType.U32;
                };
        var to = from.isSigned() ? PtxType.S32 : PtxType.U32;
        return from == PtxType.U32 ? index : convert(index, List.of(to, from), to);
    }

    private Register convert(Register register, List<Modifier> types, PtxType type) {
        var converted = names.temporary("%converted", type);
        add(Opcode.CVT, types, converted, register);
        return converted;
    }

    /// An offset as a value of the type of an index of 8 or 16 bits.
    private static long truncated(long offset, PtxType type) {
        return switch (type.bits()) {
            case Byte.SIZE -> type.isSigned() ? (byte) offset : offset & 0xff;
            case Short.SIZE -> type.isSigned() ? (short) offset : offset & 0xffff;
            default -> offset;
        };
    }

    private Register start(PtxSymbol array, long offset, PtxType type) {
        var start = names.temporary("%array", type);
        add(Opcode.MOV, List.of(type), start, new Operand.Address(array, offset));
        return start;
    }

    private Register product(Register index, long bytes, Operand addend) {
        var product = names.temporary("%element", PtxType.U32);
        var modifiers = List.<Modifier>of(ProductPart.LO, PtxType.U32);
        add(Opcode.MAD, modifiers, product, index, new Immediate.Int64(bytes), addend);
        return product;
    }

    private void add(Opcode opcode, List<? extends Modifier> modifiers, Operand... operands) {
        pending.add(
                new Computation(opcode, new Modifiers(List.copyOf(modifiers)), List.of(operands)));
    }
}
