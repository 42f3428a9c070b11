package org.offloadtck.ptx.text.body;

import java.util.List;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.MnemonicMatcher.Match;
import org.offloadtck.ptx.ir.opcode.OperandRole;
import org.offloadtck.ptx.text.body.OperandParser.ParsedOperand;

/// Checks the operands of an instruction against their roles in the instruction table.
final class OperandRoleChecker {

    private final TokenStream tokens;
    private final OperandWidthChecker widths;

    OperandRoleChecker(TokenStream tokens) {
        this.tokens = tokens;
        this.widths = new OperandWidthChecker(tokens);
    }

    void check(Match match, PtxToken mnemonic, List<ParsedOperand> operands) {
        var roles =
                match.form()
                        .operands(operands.size())
                        .orElseThrow(() -> wrongCount(match, mnemonic, operands.size()));
        boolean logic = !match.types().isEmpty() && match.types().getFirst() == PtxType.PRED;
        for (int i = 0; i < roles.size(); i++) {
            var written = operands.get(i);
            if (!fits(roles.get(i), written.operand(), logic)) {
                throw tokens.error(
                        written.token(),
                        "operand %d of '%s' is %s when it takes %s"
                                .formatted(
                                        i + 1,
                                        tokens.of(mnemonic),
                                        described(written.operand()),
                                        wanted(roles.get(i), logic)));
            }
            widths.check(match, roles.get(i), written);
        }
    }

    private PtxSyntaxException wrongCount(Match match, PtxToken mnemonic, int count) {
        return tokens.error(
                mnemonic,
                "'%s' has %s when it takes %s"
                        .formatted(
                                tokens.of(mnemonic),
                                OperandParser.counted(count, "operand"),
                                match.form().operandCount()));
    }

    private static boolean fits(OperandRole role, Operand operand, boolean logic) {
        return switch (role) {
            case RESULT, RESULT_OR_WIDER -> isResult(operand, logic);
            case WORD_RESULT -> isResult(operand, false);
            case PREDICATE_RESULT -> isPredicateOrSink(operand);
            case WORD_AND_PREDICATE ->
                    operand instanceof Operand.Pair(var first, var second)
                            ? isResult(first, false) && isPredicateOrSink(second)
                            : isResult(operand, false);
            case WORD_WITH_PREDICATE ->
                    operand instanceof Operand.Pair(var first, var second)
                            && isResult(first, false)
                            && isPredicate(second);
            case PREDICATE_PAIR ->
                    operand instanceof Operand.Pair(var first, var second)
                            ? isPredicateOrSink(first) && isPredicateOrSink(second)
                            : isPredicateOrSink(operand);
            case SOURCE, SOURCE_OR_WIDER, RESULT_TYPED -> isSource(operand, logic);
            case SINGLE, HALF_WORD, POLICY, DESCRIPTOR -> isSource(operand, false);
            case RESPONSE ->
                    operand instanceof Register register && register.type() == PtxType.B128;
            case SIZE, WORD -> isWord(operand);
            case READ_BYTES_OR_CONDITION ->
                    isWord(operand) || isPredicate(operand) || operand instanceof Operand.Negated;
            case MATRIX -> isSource(operand, false) || operand instanceof Operand.Memory;
            case LANES_OR_CONDITION -> isCondition(operand) || operand instanceof Operand.Vector;
            case WORD_OR_CONDITION -> isCondition(operand) || isWord(operand);
            case PART -> isWord(operand) || operand instanceof Operand.Part;
            case SIGNED_WORD -> isWord(withoutSign(operand));
            case SIGNED_PART ->
                    isWord(withoutSign(operand)) || withoutSign(operand) instanceof Operand.Part;
            case PART_RESULT -> isResult(operand, false) || operand instanceof Operand.Part;
            case CONDITION -> isCondition(operand);
            case MEMORY -> operand instanceof Operand.Memory;
            case TEXEL -> operand instanceof Operand.Indexed;
            case FRAGMENT, FRAGMENT_RESULT, ACCUMULATOR, FRAGMENT_OR_DESCRIPTOR ->
                    isResult(operand, false);
            case FRAGMENT_AND_PREDICATE ->
                    operand instanceof Operand.Pair(var first, var second)
                            ? isResult(first, false) && isPredicateOrSink(second)
                            : isResult(operand, false);
        };
    }

    private static Operand withoutSign(Operand operand) {
        return operand instanceof Operand.Minus(var negated) ? negated : operand;
    }

    private static boolean isPredicate(Operand operand) {
        return operand instanceof Register register && register.type() == PtxType.PRED;
    }

    private static boolean isCondition(Operand operand) {
        return isPredicate(operand)
                || operand instanceof Operand.Negated
                || operand instanceof Immediate.Int64;
    }

    private static boolean isPredicateOrSink(Operand operand) {
        return isPredicate(operand) || operand == Operand.Sink.SINK;
    }

    private static boolean isResult(Operand operand, boolean logic) {
        return switch (operand) {
            case Register register -> (register.type() == PtxType.PRED) == logic;
            case Operand.Vector _, Operand.Sink _ -> true;
            case Operand.Part _,
                    Operand.Pair _,
                    Operand.Negated _,
                    Operand.Minus _,
                    Operand.Memory _,
                    Operand.Indexed _,
                    Operand.Address _,
                    Immediate _,
                    SpecialRegister _ ->
                    false;
        };
    }

    private static boolean isSource(Operand operand, boolean logic) {
        return switch (operand) {
            case Register register -> (register.type() == PtxType.PRED) == logic;
            case Immediate _, SpecialRegister _ -> true;
            case Operand.Vector _, Operand.Address _ -> !logic;
            case Operand.Sink _,
                    Operand.Part _,
                    Operand.Pair _,
                    Operand.Negated _,
                    Operand.Minus _,
                    Operand.Memory _,
                    Operand.Indexed _ ->
                    false;
        };
    }

    private static boolean isWord(Operand operand) {
        return (operand instanceof Register register && register.type() != PtxType.PRED)
                || operand instanceof Immediate.Int64
                || operand instanceof SpecialRegister;
    }

    private static String wanted(OperandRole role, boolean logic) {
        return switch (role) {
            case RESULT, RESULT_OR_WIDER -> logic ? "a predicate" : "a register";
            case WORD_RESULT, WORD_AND_PREDICATE -> "a register";
            case WORD_WITH_PREDICATE -> "a register and a predicate";
            case PREDICATE_RESULT, PREDICATE_PAIR, CONDITION -> "a predicate";
            case SOURCE, SOURCE_OR_WIDER, RESULT_TYPED -> logic ? "a predicate" : "a value";
            case WORD, SIGNED_WORD -> "a 32-bit value";
            case READ_BYTES_OR_CONDITION -> "a 32-bit value or a predicate";
            case PART, SIGNED_PART, PART_RESULT -> "a 32-bit value or parts of a register";
            case SINGLE -> "a 32-bit floating-point value";
            case SIZE -> "a 32-bit or 64-bit value";
            case HALF_WORD -> "a 16-bit value";
            case RESPONSE -> "a 128-bit register";
            case POLICY -> "a 64-bit cache policy";
            case DESCRIPTOR -> "a 64-bit matrix descriptor";
            case MATRIX -> "a 64-bit matrix descriptor or an address in brackets";
            case LANES_OR_CONDITION -> "a vector or a predicate";
            case WORD_OR_CONDITION -> "a 32-bit value or a predicate";
            case MEMORY, TEXEL -> "an address in brackets";
            case FRAGMENT,
                    FRAGMENT_RESULT,
                    FRAGMENT_AND_PREDICATE,
                    ACCUMULATOR,
                    FRAGMENT_OR_DESCRIPTOR ->
                    "a register or vector";
        };
    }

    private static String described(Operand operand) {
        return switch (operand) {
            case Register register ->
                    register.type() == PtxType.PRED ? "a predicate" : "a register";
            case Operand.Sink _ -> "a sink";
            case Operand.Vector _ -> "a vector";
            case Operand.Pair _ -> "a pair";
            case Operand.Part _ -> "parts of a register";
            case Operand.Negated _ -> "a negated predicate";
            case Operand.Minus _ -> "a negated value";
            case Operand.Memory _, Operand.Indexed _ -> "an address in brackets";
            case Operand.Address _ -> "an address";
            case Immediate _ -> "a number";
            case SpecialRegister _ -> "a special register";
        };
    }
}
