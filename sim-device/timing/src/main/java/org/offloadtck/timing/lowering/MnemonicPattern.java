package org.offloadtck.timing.lowering;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Operation;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.MatrixModifier.WarpgroupShape;

/// What the rows of `sequences.csv` match: the words of an instruction's mnemonic, and one more
/// that says what a `mov` moves, whether a `cvt` is `widening`, `narrowing` or `keeping`, whether a
/// factor of a `mad` is `constant`, the columns of a `wgmma.mma_async`, that a `mma` is `sp`
/// whatever the order of its metadata, and whether a `call` is `direct`.
///
/// @param base what stands before the first dot
/// @param modifiers the words after it
record MnemonicPattern(String base, Set<String> modifiers) {

    private static final String DOT = "\\.";

    static MnemonicPattern of(Instruction instruction) {
        return switch (instruction) {
            case Operation operation -> of(operation);
            case Instruction.Branch _ -> new MnemonicPattern("bra", Set.of());
            case Instruction.IndexedBranch _ -> new MnemonicPattern("brx", Set.of());
            case Instruction.Call call -> new MnemonicPattern("call", Set.of(word(call.callee())));
            case Instruction.Opaque opaque -> new MnemonicPattern(opaque.mnemonic(), Set.of());
        };
    }

    private static MnemonicPattern of(Operation operation) {
        var words = parse(operation.opcode().mnemonic(operation.modifiers()), DOT);
        switch (operation.opcode()) {
            case MOV -> words.modifiers().add(word(operation.operands().getLast()));
            case CVT -> words.modifiers().add(change(operation));
            case MAD -> words.modifiers().add(factor(operation.operands().get(2)));
            case MMA_SPARSE -> words.modifiers().add("sp");
            case WGMMA_MMA_ASYNC, WGMMA_MMA_ASYNC_SPARSE ->
                    words.modifiers().add(columns(operation));
            default -> {}
        }
        return words;
    }

    /// What a conversion does to the number of bits.
    private static String change(Operation conversion) {
        int difference = conversion.resultType().bits() - conversion.type().bits();
        return difference > 0 ? "widening" : difference < 0 ? "narrowing" : "keeping";
    }

    private static String columns(Operation product) {
        return "n" + product.modifiers().get(WarpgroupShape.class).n();
    }

    private static String factor(Operand operand) {
        return operand instanceof Immediate ? "constant" : "value";
    }

    /// Reads words that `separator`, a regular expression, divides.
    static MnemonicPattern parse(String text, String separator) {
        var words = Arrays.asList(text.split(separator, -1));
        return new MnemonicPattern(
                words.getFirst(), new LinkedHashSet<>(words.subList(1, words.size())));
    }

    boolean matches(MnemonicPattern row) {
        return base.equals(row.base) && modifiers.containsAll(row.modifiers);
    }

    private static String word(Instruction.Callee callee) {
        return switch (callee) {
            case Instruction.Callee.Direct _ -> "direct";
            case Instruction.Callee.Indirect _ -> "indirect";
        };
    }

    private static String word(Operand operand) {
        return switch (operand) {
            case SpecialRegister special -> special.name().text();
            case Operand.Address _ -> "address";
            case Operand.Vector _ -> "vector";
            case Register _, Operand.Part _, Operand.Minus _, Immediate _ -> "value";
            case Operand.Pair _, Operand.Sink _, Operand.Negated _ -> "value";
            case Operand.Memory _, Operand.Indexed _ -> "memory";
        };
    }
}
