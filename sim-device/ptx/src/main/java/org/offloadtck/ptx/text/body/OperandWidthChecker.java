package org.offloadtck.ptx.text.body;

import java.util.List;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.modifier.ProductPart;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.VectorWidth;
import org.offloadtck.ptx.ir.opcode.MnemonicMatcher.Match;
import org.offloadtck.ptx.ir.opcode.Opcode;
import org.offloadtck.ptx.ir.opcode.OperandRole;
import org.offloadtck.ptx.text.body.OperandParser.ParsedOperand;

/// Checks the widths of registers against the types of the instruction.
final class OperandWidthChecker {

    private final TokenStream tokens;

    OperandWidthChecker(TokenStream tokens) {
        this.tokens = tokens;
    }

    void check(Match match, OperandRole role, ParsedOperand written) {
        if (match.types().isEmpty() || isFragment(role)) {
            return;
        }
        boolean packs =
                match.opcode() == Opcode.MOV
                        && match.modifiers().written().stream()
                                .noneMatch(VectorWidth.class::isInstance);
        var operands =
                isData(role) && !packs ? elements(match, written) : List.of(written.operand());
        registers(written, operands, bits(match, role), role);
    }

    private static boolean isData(OperandRole role) {
        return switch (role) {
            case RESULT, RESULT_OR_WIDER, SOURCE, SOURCE_OR_WIDER -> true;
            case WORD_RESULT,
                    PREDICATE_RESULT,
                    WORD_AND_PREDICATE,
                    WORD_WITH_PREDICATE,
                    PREDICATE_PAIR,
                    RESULT_TYPED,
                    WORD,
                    READ_BYTES_OR_CONDITION,
                    SINGLE,
                    SIZE,
                    HALF_WORD,
                    RESPONSE,
                    POLICY,
                    PART,
                    SIGNED_PART,
                    SIGNED_WORD,
                    PART_RESULT,
                    CONDITION,
                    MEMORY,
                    TEXEL,
                    FRAGMENT,
                    FRAGMENT_RESULT,
                    FRAGMENT_AND_PREDICATE,
                    ACCUMULATOR,
                    FRAGMENT_OR_DESCRIPTOR,
                    DESCRIPTOR,
                    MATRIX,
                    LANES_OR_CONDITION,
                    WORD_OR_CONDITION ->
                    false;
        };
    }

    private static boolean isFragment(OperandRole role) {
        return switch (role) {
            case FRAGMENT,
                    FRAGMENT_RESULT,
                    FRAGMENT_AND_PREDICATE,
                    ACCUMULATOR,
                    FRAGMENT_OR_DESCRIPTOR,
                    LANES_OR_CONDITION,
                    WORD_OR_CONDITION ->
                    true;
            default -> false;
        };
    }

    private static int bits(Match match, OperandRole role) {
        var types = match.types();
        return switch (role) {
            case RESULT, RESULT_OR_WIDER, RESULT_TYPED ->
                    match.modifiers().written().contains(ProductPart.WIDE)
                            ? 2 * types.getFirst().bits()
                            : types.getFirst().bits();
            case SOURCE, SOURCE_OR_WIDER -> types.getLast().bits();
            case WORD_RESULT,
                    WORD_AND_PREDICATE,
                    WORD_WITH_PREDICATE,
                    WORD,
                    SINGLE,
                    PART,
                    SIGNED_PART,
                    SIGNED_WORD,
                    PART_RESULT ->
                    Integer.SIZE;
            case HALF_WORD -> Short.SIZE;
            case RESPONSE -> PtxType.B128.bits();
            case POLICY, DESCRIPTOR, MATRIX -> Long.SIZE;
            case PREDICATE_RESULT, PREDICATE_PAIR, CONDITION -> PtxType.PRED.bits();
            case SIZE,
                    MEMORY,
                    TEXEL,
                    FRAGMENT,
                    FRAGMENT_RESULT,
                    FRAGMENT_AND_PREDICATE,
                    ACCUMULATOR,
                    FRAGMENT_OR_DESCRIPTOR,
                    LANES_OR_CONDITION,
                    WORD_OR_CONDITION,
                    READ_BYTES_OR_CONDITION ->
                    0;
        };
    }

    /// The elements of an operand, whose number the mnemonic determines.
    private List<Operand> elements(Match match, ParsedOperand written) {
        var elements =
                written.operand() instanceof Operand.Vector(var list)
                        ? list
                        : List.of(written.operand());
        int expected = 1;
        for (var modifier : match.modifiers().written()) {
            if (modifier instanceof VectorWidth width) {
                expected = width.elements();
            }
        }
        if (elements.size() != expected) {
            throw tokens.error(
                    written.token(),
                    "the operand has %s when the instruction moves %d"
                            .formatted(
                                    OperandParser.counted(elements.size(), "element"), expected));
        }
        return elements;
    }

    private void registers(
            ParsedOperand written, List<Operand> operands, int bits, OperandRole role) {
        boolean mayBeWider =
                role == OperandRole.RESULT_OR_WIDER || role == OperandRole.SOURCE_OR_WIDER;
        for (var operand : operands) {
            if (operand instanceof Register register
                    && (register.type().bits() < bits
                            || (register.type().bits() > bits && !mayBeWider))) {
                throw tokens.error(
                        written.token(),
                        "'%s' has %d bits when it should have %d%s"
                                .formatted(
                                        register.name(),
                                        register.type().bits(),
                                        bits,
                                        mayBeWider ? " or more" : ""));
            }
        }
    }
}
