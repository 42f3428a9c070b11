package org.offloadtck.object.ir;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.offloadtck.object.ir.IrToken.Kind;
import org.offloadtck.object.ir.ModuleConstant.Address;
import org.offloadtck.object.ir.ModuleConstant.Aggregate;
import org.offloadtck.object.ir.ModuleConstant.Scalar;
import org.offloadtck.object.ir.ModuleConstant.Text;
import org.offloadtck.object.ir.ModuleConstant.Unread;
import org.offloadtck.object.ir.ModuleConstant.Zero;

/// Reads constants from tokens. LLVM Language Reference, Constants.
final class IrConstants {

    /// Nesting and number of tokens after which a constant is not read: those that the checks need
    /// are smaller.
    private static final int DEPTH = 16;

    private static final int LONGEST = 20_000;

    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");

    private IrConstants() {}

    /// The constant after a type.
    ///
    /// @param tokens type and value
    static ModuleConstant typed(List<IrToken> tokens) {
        return tokens.size() > LONGEST ? new Unread() : typed(tokens, 0);
    }

    private static ModuleConstant typed(List<IrToken> tokens, int depth) {
        if (tokens.isEmpty() || depth > DEPTH) {
            return new Unread();
        }
        var last = tokens.getLast();
        return switch (last.kind()) {
            case GLOBAL -> new Address(last.text());
            case STRING -> new Text(new String(last.text().getBytes(UTF_8), ISO_8859_1));
            case WORD -> word(last.text());
            case SIGN -> group(tokens, depth);
            case LOCAL, METADATA, METADATA_STRING -> new Unread();
        };
    }

    private static ModuleConstant word(String word) {
        if (INTEGER.matcher(word).matches()) {
            return new Scalar(Long.parseLong(word));
        }
        return switch (word) {
            case "true" -> new Scalar(1);
            case "false" -> new Scalar(0);
            case "null", "zeroinitializer" -> new Zero();
            default -> new Unread();
        };
    }

    /// `[…]`, `{…}` or `<{…}>` at the end of the tokens; of another group, such as the operands of
    /// `addrspacecast`, the address in it.
    private static ModuleConstant group(List<IrToken> tokens, int depth) {
        int begin = opening(tokens);
        var inner = tokens.subList(Math.min(begin + 1, tokens.size() - 1), tokens.size() - 1);
        return switch (tokens.getLast().text()) {
            case "]", "}" -> new Aggregate(elements(inner, depth));
            case ">" ->
                    inner.isEmpty() || !inner.getLast().isSign("}")
                            ? new Aggregate(elements(inner, depth))
                            : group(inner, depth + 1);
            case ")" -> address(inner);
            default -> new Unread();
        };
    }

    private static ModuleConstant address(List<IrToken> operands) {
        var addresses = operands.stream().filter(token -> token.kind() == Kind.GLOBAL).toList();
        return addresses.size() == 1 ? new Address(addresses.getFirst().text()) : new Unread();
    }

    private static int opening(List<IrToken> tokens) {
        int depth = 0;
        for (int at = tokens.size() - 1; at >= 0; at--) {
            depth += tokens.get(at).nesting();
            if (depth >= 0) {
                return at;
            }
        }
        return 0;
    }

    private static List<ModuleConstant> elements(List<IrToken> tokens, int depth) {
        return split(tokens).stream().map(element -> typed(element, depth + 1)).toList();
    }

    /// The parts between the commas outside of brackets; none of no tokens.
    static List<List<IrToken>> split(List<IrToken> tokens) {
        var parts = new ArrayList<List<IrToken>>();
        int depth = 0;
        int from = 0;
        for (int at = 0; at < tokens.size(); at++) {
            depth += tokens.get(at).nesting();
            if (depth == 0 && tokens.get(at).isSign(",")) {
                parts.add(tokens.subList(from, at));
                from = at + 1;
            }
        }
        if (from < tokens.size()) {
            parts.add(tokens.subList(from, tokens.size()));
        }
        return parts;
    }
}
