package org.offloadtck.ptx.ir.opcode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.PtxType;

/// Finds the row of the instruction table that matches a mnemonic. Results are cached, since
/// mnemonics recur in a module.
public final class MnemonicMatcher {

    /// The instructions by the words that their mnemonics begin with, in the order of the table.
    private static final Map<String, List<Opcode>> OPCODES = opcodes();

    private final Map<String, Optional<Match>> known = new HashMap<>();

    /// A matched mnemonic.
    ///
    /// @param types the types among the modifiers
    public record Match(
            Opcode opcode, InstructionForm form, Modifiers modifiers, List<PtxType> types) {}

    /// The row that a mnemonic matches, if there is one.
    ///
    /// @param mnemonic with its dotted words, as in the text
    public Optional<Match> find(String mnemonic) {
        return known.computeIfAbsent(mnemonic, MnemonicMatcher::match);
    }

    private static Optional<Match> match(String mnemonic) {
        var words = List.of(mnemonic.replaceAll("\\s", "").split("\\."));
        var modifiers = words.subList(1, words.size());
        for (var opcode : OPCODES.getOrDefault(words.getFirst(), List.of())) {
            for (var form : opcode.forms()) {
                var match = form.match(modifiers);
                if (match.isPresent()) {
                    return match.map(m -> new Match(opcode, form, m, m.types()));
                }
            }
        }
        return Optional.empty();
    }

    private static Map<String, List<Opcode>> opcodes() {
        var opcodes = new HashMap<String, List<Opcode>>();
        for (var opcode : Opcode.values()) {
            opcodes.computeIfAbsent(opcode.base(), _ -> new ArrayList<>()).add(opcode);
        }
        return opcodes;
    }
}
