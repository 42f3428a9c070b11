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

    private static final Map<String, List<Row>> ROWS = rows();

    private final Map<String, Optional<Match>> known = new HashMap<>();

    private record Row(Opcode opcode, InstructionForm form) {}

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
        for (var row : ROWS.getOrDefault(words.getFirst(), List.of())) {
            var match = row.form().match(modifiers);
            if (match.isPresent()) {
                return match.map(m -> new Match(row.opcode(), row.form(), m, m.types()));
            }
        }
        return Optional.empty();
    }

    private static Map<String, List<Row>> rows() {
        var rows = new HashMap<String, List<Row>>();
        for (var opcode : Opcode.values()) {
            for (var form : opcode.forms()) {
                rows.computeIfAbsent(form.base(), _ -> new ArrayList<>())
                        .add(new Row(opcode, form));
            }
        }
        return rows;
    }
}
