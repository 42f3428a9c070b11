package org.offloadtck.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;

/// Reads the sizes of a kernel's parameters from the header of its `.entry` (PTX ISA, 11.1.1).
final class PtxParameters {

    /// The types of parameters, with their bits: PTX ISA, 5.2.1 and 5.2.3.
    private static final Pattern TYPE = Pattern.compile("\\.(?:[usb]|b?f)(\\d+)(x2)?");

    /// Types whose values are 64-bit handles: PTX ISA, 5.3.
    private static final Set<String> OPAQUE = Set.of(".texref", ".samplerref", ".surfref");

    private static final int OPAQUE_BYTES = Long.BYTES;

    private final TokenStream tokens;

    private PtxParameters(TokenStream tokens) {
        this.tokens = tokens;
    }

    /// The sizes in bytes, in the order of the parameters; empty if the text has no entry called
    /// `name`.
    ///
    /// @throws PtxSyntaxException if the text ends in a header, or breaks the lexical rules of PTX
    static Optional<List<Integer>> sizes(String source, String text, String name) {
        return new PtxParameters(new TokenStream(new PtxText(source, text))).sizes(name);
    }

    private Optional<List<Integer>> sizes(String name) {
        while (!tokens.at(TokenKind.END)) {
            var token = tokens.next();
            if (tokens.is(token, ".entry") && tokens.is(tokens.peek(), name)) {
                tokens.next();
                return Optional.of(header());
            }
        }
        return Optional.empty();
    }

    /// Reads the parameters, in parentheses; a kernel without parameters may lack them.
    private List<Integer> header() {
        var sizes = new ArrayList<Integer>();
        if (tokens.accept(TokenKind.OPEN_PARENTHESIS)) {
            while (!tokens.accept(TokenKind.CLOSE_PARENTHESIS)) {
                sizes.add(parameter());
            }
        }
        return sizes;
    }

    /// Reads `.param .align 16 .b8 name[40]` and the comma after it.
    private int parameter() {
        int bytes = 0;
        while (!tokens.at(TokenKind.COMMA) && !tokens.at(TokenKind.CLOSE_PARENTHESIS)) {
            if (tokens.at(TokenKind.END)) {
                throw tokens.unexpected(TokenKind.CLOSE_PARENTHESIS.description());
            }
            var token = tokens.next();
            if (token.kind() == TokenKind.OPEN_BRACKET) {
                bytes *= elements();
            } else if (bytes == 0) {
                bytes = bytes(tokens.of(token));
            }
        }
        tokens.accept(TokenKind.COMMA);
        return bytes;
    }

    private int elements() {
        var count = tokens.expect(TokenKind.INTEGER);
        try {
            return Integer.decode(tokens.of(count));
        } catch (NumberFormatException _) {
            throw tokens.error(
                    count,
                    "array has %s elements when 32 bits should hold their number"
                            .formatted(tokens.of(count)));
        }
    }

    /// The size of a value of a type; 0 of another word.
    private static int bytes(String word) {
        var type = TYPE.matcher(word);
        if (type.matches()) {
            int values = type.group(2) == null ? 1 : 2;
            return values * Integer.parseInt(type.group(1)) / Byte.SIZE;
        }
        return OPAQUE.contains(word) ? OPAQUE_BYTES : 0;
    }
}
