package org.offloadtck.ptx.text.body;

import java.util.List;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Compares the arguments and results of a call with the parameters of the function, as `ptxas` of
/// CUDA 13.0 does ("Type of argument does not match formal parameter"). It refuses another
/// alignment as well, which an indirect call by clang 16 has (`ray_tracer` of the corpus); that
/// passes here.
final class CallArgumentChecker {

    private final TokenStream tokens;
    private final OperandParser operands;

    CallArgumentChecker(TokenStream tokens, OperandParser operands) {
        this.tokens = tokens;
        this.operands = operands;
    }

    /// An argument or a result, for diagnostics.
    ///
    /// @param number from 1
    /// @param formal the parameter that it corresponds to
    private record Actual(PtxToken function, String what, int number, Variable formal) {}

    void results(PtxToken function, Signature signature, List<Operand> results) {
        check(function, "result", signature.results(), results);
    }

    void arguments(PtxToken function, Signature signature, List<Operand> arguments) {
        check(function, "argument", signature.parameters(), arguments);
    }

    private void check(
            PtxToken function, String what, List<Variable> declared, List<Operand> passed) {
        if (declared.size() != passed.size()) {
            throw tokens.error(
                    function,
                    "the call of '%s' has %s when the function has %d"
                            .formatted(
                                    tokens.of(function),
                                    OperandParser.counted(passed.size(), what),
                                    declared.size()));
        }
        for (int i = 0; i < declared.size(); i++) {
            check(new Actual(function, what, i + 1, declared.get(i)), passed.get(i));
        }
    }

    private void check(Actual actual, Operand operand) {
        checkWidth(actual, operand);
        switch (operand) {
            case Operand.Address(var symbol, _) ->
                    operands.variable(symbol)
                            .filter(variable -> variable.space() == StateSpace.PARAM)
                            .ifPresent(variable -> checkVariable(actual, variable));
            case Register register when actual.formal.width() == 1 ->
                    checkRegister(actual, register.type());
            case Immediate number -> checkNumber(actual, number);
            default -> {}
        }
    }

    private void checkWidth(Actual actual, Operand operand) {
        int width = actual.formal.space() == StateSpace.REG ? actual.formal.width() : 1;
        int elements = operand instanceof Operand.Vector(var list) ? list.size() : 1;
        boolean whole = operand instanceof Operand.Address || operand == Operand.Sink.SINK;
        if (!whole && elements != width) {
            throw mismatch(
                    actual,
                    "has %s when the function has %d"
                            .formatted(OperandParser.counted(elements, "element"), width));
        }
    }

    private void checkVariable(Actual actual, Variable variable) {
        var formal = actual.formal;
        boolean isArray = !variable.dimensions().isEmpty();
        boolean fits =
                isArray == !formal.dimensions().isEmpty()
                        && (isArray
                                ? formal.size() == 0 || formal.size() == variable.size()
                                : isCompatible(formal.type(), variable.type()));
        if (!fits) {
            throw wrongType(actual, variable.typeName());
        }
    }

    private void checkRegister(Actual actual, PtxType type) {
        if (!actual.formal.dimensions().isEmpty() || !isCompatible(actual.formal.type(), type)) {
            throw wrongType(actual, "." + type.suffix());
        }
    }

    /// A whole number passes for any type but a floating-point one, a floating-point number for any
    /// type but an integer.
    private void checkNumber(Actual actual, Immediate number) {
        boolean isWhole = number instanceof Immediate.Int64;
        boolean fits =
                switch (actual.formal.type().kind()) {
                    case BITS, PREDICATE, OPAQUE -> true;
                    case UNSIGNED, SIGNED -> isWhole;
                    case FLOAT -> !isWhole;
                };
        if (!fits || !actual.formal.dimensions().isEmpty()) {
            throw wrongType(actual, isWhole ? "an integer" : "a floating-point number");
        }
    }

    /// Types of one size, of which either is untyped, or both are integers or floating-point types.
    private static boolean isCompatible(PtxType formal, PtxType passed) {
        boolean isPredicate = formal == PtxType.PRED || passed == PtxType.PRED;
        return formal == passed
                || (!isPredicate
                        && formal.bits() == passed.bits()
                        && (formal.kind() == PtxType.Kind.BITS
                                || passed.kind() == PtxType.Kind.BITS
                                || formal.isFloat() == passed.isFloat()));
    }

    private PtxSyntaxException wrongType(Actual actual, String passed) {
        return mismatch(
                actual,
                "is %s when '%s' is %s"
                        .formatted(passed, actual.formal.name(), actual.formal.typeName()));
    }

    private PtxSyntaxException mismatch(Actual actual, String problem) {
        return tokens.error(
                actual.function,
                "%s %d of the call of '%s' %s"
                        .formatted(
                                actual.what, actual.number, tokens.of(actual.function), problem));
    }
}
