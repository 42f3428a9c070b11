package org.offloadtck.ptx.ir.opcode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.ptx.ir.modifier.Flag;
import org.offloadtck.ptx.ir.modifier.Modifier;
import org.offloadtck.ptx.ir.modifier.Modifiers;

/// One row of the instruction table, in the notation of the PTX ISA's syntax lines:
/// `setp.cmp{.bool}{.ftz}.type p|p, a, a{, q}`.
///
/// Braces enclose optional parts. A dotted word names a [ModifierSlot] (`.cmp`, `.type`) or is
/// literal (`cvta.to`); an optional literal word is a [Flag]. Operands are letters of
/// [OperandRole]. The number of operands determines which are present: one of them is optional, or
/// several at the end, of which those present come first.
///
/// Words may come in any order, as in `ptxas` (`atom.add.release.gpu.u32` is
/// `atom.release.gpu.add.u32`); types keep their order.
public final class InstructionForm {

    private final String base;
    private final List<Part> parts;
    private final List<OperandRole> operands;
    private final int optionalOperand;
    private final int optionalOperands;

    private InstructionForm(
            String base,
            List<Part> parts,
            List<OperandRole> operands,
            int optionalOperand,
            int optionalOperands) {
        this.base = base;
        this.parts = parts;
        this.operands = operands;
        this.optionalOperand = optionalOperand;
        this.optionalOperands = optionalOperands;
    }

    /// A dotted word of the row.
    private sealed interface Part {

        record Literal(String word) implements Part {}

        record Choice(ModifierSlot slot, Presence presence) implements Part {}

        record Option(Flag flag) implements Part {}
    }

    private enum Presence {
        REQUIRED,
        OPTIONAL
    }

    static InstructionForm of(String row) {
        int space = row.indexOf(' ');
        String mnemonic = space < 0 ? row : row.substring(0, space);
        String[] words = mnemonic.replace("{", "").split("\\.");
        var parts = Stream.of(words).skip(1).map(InstructionForm::part).toList();
        String base = words[0];
        String list = space < 0 ? "" : row.substring(space + 1);
        int optional = (int) list.chars().filter(c -> c == '{').count();
        return new InstructionForm(base, parts, roles(list), optional(list), optional);
    }

    /// The mnemonic of a row up to its first dot.
    static String base(String row) {
        int end = 0;
        while (end < row.length() && ".{ ".indexOf(row.charAt(end)) < 0) {
            end++;
        }
        return row.substring(0, end);
    }

    /// The mnemonic up to the first dot.
    public String base() {
        return base;
    }

    /// The modifiers of a mnemonic with these dotted words, if it matches this form.
    Optional<Modifiers> match(List<String> words) {
        var left = new ArrayList<>(words);
        var modifiers = new ArrayList<Modifier>();
        for (var part : parts) {
            switch (part) {
                case Part.Literal(String word) -> {
                    if (!left.remove(word)) {
                        return Optional.empty();
                    }
                }
                case Part.Option(Flag flag) -> {
                    if (left.remove(flag.suffix())) {
                        modifiers.add(flag);
                    }
                }
                case Part.Choice(ModifierSlot slot, Presence presence) -> {
                    if (!take(slot, left, modifiers) && presence == Presence.REQUIRED) {
                        return Optional.empty();
                    }
                }
            }
        }
        return left.isEmpty() ? Optional.of(new Modifiers(modifiers)) : Optional.empty();
    }

    /// The mnemonic with these modifiers in the order of this form, if they match it.
    Optional<String> mnemonic(Modifiers modifiers) {
        var text = new StringBuilder(base);
        var left = new ArrayDeque<>(modifiers.written());
        for (var part : parts) {
            switch (part) {
                case Part.Literal(String word) -> text.append('.').append(word);
                case Part.Option(Flag flag) -> {
                    if (left.peek() == flag) {
                        text.append('.').append(left.remove().suffix());
                    }
                }
                case Part.Choice(ModifierSlot slot, Presence presence) -> {
                    var next = left.peek();
                    if (next != null && slot.read(next.suffix()).equals(Optional.of(next))) {
                        text.append('.').append(left.remove().suffix());
                    } else if (presence == Presence.REQUIRED) {
                        return Optional.empty();
                    }
                }
            }
        }
        return left.isEmpty() ? Optional.of(text.toString()) : Optional.empty();
    }

    /// Whether an instruction of this form writes its first operand and does not read it.
    boolean hasResult() {
        return !operands.isEmpty() && operands.getFirst().isResult();
    }

    /// The roles of `count` operands, if this form permits that number.
    public Optional<List<OperandRole>> operands(int count) {
        if (count == operands.size()) {
            return Optional.of(operands);
        }
        int missing = operands.size() - count;
        if (missing == 1 && optionalOperands == 1) {
            var fewer = new ArrayList<>(operands);
            fewer.remove(optionalOperand);
            return Optional.of(List.copyOf(fewer));
        }
        if (missing > 0 && missing <= optionalOperands) {
            return Optional.of(operands.subList(0, count));
        }
        return Optional.empty();
    }

    /// The permitted number of operands as text: `3`, `3 or 4` or `5 to 7`.
    public String operandCount() {
        int most = operands.size();
        return switch (optionalOperands) {
            case 0 -> Integer.toString(most);
            case 1 -> "%d or %d".formatted(most - 1, most);
            default -> "%d to %d".formatted(most - optionalOperands, most);
        };
    }

    private static boolean take(ModifierSlot slot, List<String> left, List<Modifier> modifiers) {
        for (int i = 0; i < left.size(); i++) {
            var modifier = slot.read(left.get(i));
            if (modifier.isPresent()) {
                modifiers.add(modifier.get());
                left.remove(i);
                return true;
            }
        }
        return false;
    }

    private static Part part(String text) {
        boolean optional = text.endsWith("}");
        String word = optional ? text.substring(0, text.length() - 1) : text;
        var presence = optional ? Presence.OPTIONAL : Presence.REQUIRED;
        return ModifierSlot.named(word)
                .<Part>map(slot -> new Part.Choice(slot, presence))
                .orElseGet(() -> optional ? new Part.Option(flag(word)) : new Part.Literal(word));
    }

    private static Flag flag(String word) {
        return Stream.of(Flag.values())
                .filter(flag -> flag.suffix().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no flag ." + word));
    }

    private static List<OperandRole> roles(String list) {
        String plain = list.replace("{", "").replace("}", "");
        return plain.isEmpty()
                ? List.of()
                : Stream.of(plain.split(", ")).map(InstructionForm::role).toList();
    }

    private static OperandRole role(String letter) {
        return Stream.of(OperandRole.values())
                .filter(role -> role.letter().equals(letter))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no operand " + letter));
    }

    private static int optional(String list) {
        int brace = list.indexOf('{');
        return brace < 0
                ? -1
                : (int) list.substring(0, brace + 1).chars().filter(c -> c == ',').count() + 1;
    }
}
