package org.offloadtck.simt.image;

import java.util.OptionalInt;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxType;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.StateSpace;
import org.offloadtck.ptx.ir.Symbol;
import org.offloadtck.simt.image.CallSite.Piece;
import org.offloadtck.simt.image.Symbols.Place;

/// Operands of one function's instructions as rows, predicates and addresses.
final class Operands {

    private final String function;
    private final boolean kernel;
    private final FrameLayout frame;
    private final Symbols symbols;
    private final FixedRows.Pool rows;

    Operands(Function function, FrameLayout frame, Symbols symbols, FixedRows.Pool rows) {
        this.function = function.name();
        this.kernel = function.isKernel();
        this.frame = frame;
        this.symbols = symbols;
        this.rows = rows;
    }

    boolean inKernel() {
        return kernel;
    }

    /// Where a symbol is: at an address, or in the frame.
    sealed interface Location {

        record Fixed(Place place) implements Location {}

        record InFrame(Piece piece) implements Location {}
    }

    Location locate(Symbol symbol) {
        return switch (symbol) {
            case Symbol.Global(var name) -> new Location.Fixed(symbols.require(name));
            case Symbol.Result(_, int index) -> new Location.InFrame(frame.result(index));
            case Symbol.Parameter(_, int index) ->
                    kernel
                            ? new Location.Fixed(
                                    new Place(StateSpace.PARAM, frame.parameter(index).offset()))
                            : new Location.InFrame(frame.parameter(index));
            case Symbol.Local(_, int index) ->
                    symbols.findStatic(function, index)
                            .<Location>map(Location.Fixed::new)
                            .orElseGet(() -> new Location.InFrame(frame.variable(index)));
        };
    }

    /// Where in the frame an address is, if the operand is one of a place there.
    OptionalInt frameOffset(Operand operand) {
        return operand instanceof Operand.Address(var symbol, long offset)
                        && locate(symbol) instanceof Location.InFrame(var piece)
                ? OptionalInt.of(Math.toIntExact(piece.offset() + offset))
                : OptionalInt.empty();
    }

    /// The row that holds an operand read as `type`.
    int row(Operand operand, PtxType type) {
        return switch (operand) {
            case Register register -> frame.row(register);
            case Immediate immediate -> rows.constant(immediate.bits(type));
            case SpecialRegister register -> special(register);
            case Operand.Address(var symbol, long offset) -> address(symbol, offset);
            case Operand.Sink _,
                    Operand.Vector _,
                    Operand.Pair _,
                    Operand.Negated _,
                    Operand.Memory _,
                    Operand.Indexed _ ->
                    throw new Undecodable("operand has a form that is not supported");
        };
    }

    int constant(long value) {
        return rows.constant(value);
    }

    /// The row that takes a result.
    int destination(Operand operand) {
        return switch (operand) {
            case Register register -> frame.row(register);
            case Operand.Sink _ -> ~Code.SINK_ROW;
            default -> throw new Undecodable("result has a form that is not supported");
        };
    }

    /// The predicate that takes a result.
    int predicateDestination(Operand operand) {
        return switch (operand) {
            case Register register -> frame.predicate(register);
            case Operand.Sink _ -> ~Code.SINK_PREDICATE;
            default -> throw new Undecodable("result has a form that is not supported");
        };
    }

    /// A predicate source.
    int predicate(Operand operand) {
        return switch (operand) {
            case Register register -> 2 * frame.predicate(register);
            case Operand.Negated(var register) -> 2 * frame.predicate(register) + 1;
            case Immediate immediate ->
                    2 * ~(immediate.bits(PtxType.PRED) != 0 ? Code.TRUE : Code.FALSE);
            default -> throw new Undecodable("operand is not a predicate");
        };
    }

    static int always() {
        return 2 * ~Code.TRUE;
    }

    /// 1 more than the guard's predicate source, or 0.
    int guard(Guard guard) {
        return switch (guard) {
            case Guard.Always _ -> 0;
            case Guard.When(var register) -> 1 + 2 * frame.predicate(register);
            case Guard.Unless(var register) -> 2 + 2 * frame.predicate(register);
        };
    }

    private int special(SpecialRegister register) {
        return switch (register.name()) {
            case CLOCK, CLOCK_HI, CLOCK64, GLOBALTIMER, GLOBALTIMER_LO, GLOBALTIMER_HI ->
                    throw new Undecodable("%s can only be moved".formatted(register));
            default -> rows.special(register);
        };
    }

    private int address(Symbol symbol, long offset) {
        return switch (locate(symbol)) {
            case Location.Fixed(var place) -> rows.constant(place.address() + offset);
            case Location.InFrame _ ->
                    throw new Undecodable(
                            "address of '%s' can only be moved".formatted(symbol.name()));
        };
    }
}
