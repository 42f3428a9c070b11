package org.offloadtck.engine.decode;

import java.util.OptionalInt;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.code.ConstantPool;
import org.offloadtck.engine.decode.ProgramSymbols.SpaceAddress;
import org.offloadtck.engine.decode.arithmetic.UnsupportedInstructionException;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Decodes the operands of the instructions of one function to rows, predicates and addresses.
public final class OperandDecoder {

    private final String function;
    private final boolean kernel;
    private final FrameLayout frame;
    private final ProgramSymbols symbols;
    private final ConstantPool.Builder rows;

    public OperandDecoder(
            Function function,
            FrameLayout frame,
            ProgramSymbols symbols,
            ConstantPool.Builder rows) {
        this.function = function.name();
        this.kernel = function.isKernel();
        this.frame = frame;
        this.symbols = symbols;
        this.rows = rows;
    }

    boolean inKernel() {
        return kernel;
    }

    /// The location of a symbol: a fixed address, or a slot of the frame.
    sealed interface Location {

        record Fixed(SpaceAddress place) implements Location {}

        record InFrame(FrameSlot piece) implements Location {}
    }

    Location locate(PtxSymbol symbol) {
        return switch (symbol) {
            case PtxSymbol.Global(var name) -> new Location.Fixed(symbols.require(name));
            case PtxSymbol.Result(_, int index) -> new Location.InFrame(frame.result(index));
            case PtxSymbol.Parameter(_, int index) ->
                    kernel
                            ? new Location.Fixed(
                                    new SpaceAddress(
                                            StateSpace.PARAM, frame.parameter(index).offset()))
                            : new Location.InFrame(frame.parameter(index));
            case PtxSymbol.Local(_, int index) ->
                    symbols.findStatic(function, index)
                            .<Location>map(Location.Fixed::new)
                            .orElseGet(() -> new Location.InFrame(frame.variable(index)));
        };
    }

    /// The offset in the frame of an address operand; empty if it is not an address in the frame.
    OptionalInt frameOffset(Operand operand) {
        return operand instanceof Operand.Address(var symbol, long offset)
                        && locate(symbol) instanceof Location.InFrame(var piece)
                ? OptionalInt.of(Math.toIntExact(piece.offset() + offset))
                : OptionalInt.empty();
    }

    /// The row of an operand that is read as `type`.
    int row(Operand operand, PtxType type) {
        return switch (operand) {
            case Register register -> frame.row(register);
            case Immediate immediate -> rows.constant(immediate.bits(type));
            case SpecialRegister register -> special(register);
            case Operand.Address(var symbol, long offset) -> address(symbol, offset);
            case Operand.Part(var register, _) -> frame.row(register);
            case Operand.Minus(var negated) -> row(negated, type);
            case Operand.Sink _,
                    Operand.Vector _,
                    Operand.Pair _,
                    Operand.Negated _,
                    Operand.Memory _,
                    Operand.Indexed _ ->
                    throw new UnsupportedInstructionException(
                            "operand has a form that is not supported");
        };
    }

    /// The address of a reference to a texture or surface: a variable of an opaque type (PTX ISA
    /// §5.3) in the global space.
    ///
    /// @param type of the variable
    long reference(PtxSymbol.Global symbol, PtxType type) {
        var place = symbols.require(symbol.name());
        boolean isReference =
                place.space() == StateSpace.GLOBAL
                        && symbols.type(symbol.name()).filter(type::equals).isPresent();
        if (!isReference) {
            throw new UnsupportedInstructionException(
                    "names '%s' when it should name a .global .%s variable"
                            .formatted(symbol.name(), type.suffix()));
        }
        return place.address();
    }

    int constant(long value) {
        return rows.constant(value);
    }

    /// The row that receives a result.
    int destination(Operand operand) {
        return switch (operand) {
            case Register register -> frame.row(register);
            case Operand.Part(var register, _) -> frame.row(register);
            case Operand.Sink _ -> ~Code.SINK_ROW;
            default ->
                    throw new UnsupportedInstructionException(
                            "result has a form that is not supported");
        };
    }

    /// The predicate that receives a result.
    int predicateDestination(Operand operand) {
        return switch (operand) {
            case Register register -> frame.predicate(register);
            case Operand.Sink _ -> ~Code.SINK_PREDICATE;
            default ->
                    throw new UnsupportedInstructionException(
                            "result has a form that is not supported");
        };
    }

    /// A predicate source.
    int predicate(Operand operand) {
        return switch (operand) {
            case Register register -> 2 * frame.predicate(register);
            case Operand.Negated(var register) -> 2 * frame.predicate(register) + 1;
            case Immediate immediate ->
                    2 * ~(immediate.bits(PtxType.PRED) != 0 ? Code.TRUE : Code.FALSE);
            default -> throw new UnsupportedInstructionException("operand is not a predicate");
        };
    }

    static int always() {
        return 2 * ~Code.TRUE;
    }

    /// The predicate source of a guard plus 1; 0 without a guard.
    int guard(Guard guard) {
        return switch (guard) {
            case Guard.Always _ -> 0;
            case Guard.When(var register) -> 1 + 2 * frame.predicate(register);
            case Guard.Unless(var register) -> 2 + 2 * frame.predicate(register);
        };
    }

    private int special(SpecialRegister register) {
        if (register.isClock()) {
            throw new UnsupportedInstructionException("%s can only be moved".formatted(register));
        }
        return rows.special(register);
    }

    private int address(PtxSymbol symbol, long offset) {
        return switch (locate(symbol)) {
            case Location.Fixed(var place) -> rows.constant(place.address() + offset);
            case Location.InFrame _ ->
                    throw new UnsupportedInstructionException(
                            "address of '%s' can only be moved".formatted(symbol.name()));
        };
    }
}
