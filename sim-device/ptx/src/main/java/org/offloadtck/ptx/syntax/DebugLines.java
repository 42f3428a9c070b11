package org.offloadtck.ptx.syntax;

import java.util.HashMap;
import java.util.Map;
import org.offloadtck.ptx.ir.Origin;

/// What `.file` and `.loc` say of where instructions come from (PTX ISA §11.5).
final class DebugLines {

    private static final long MOST = Integer.MAX_VALUE;

    private final Tokens tokens;
    private final Map<Long, String> files = new HashMap<>();
    private Origin current = Origin.Unstated.UNSTATED;

    DebugLines(Tokens tokens) {
        this.tokens = tokens;
    }

    Origin current() {
        return current;
    }

    /// A new function begins, to which no `.loc` applies yet.
    void forget() {
        current = Origin.Unstated.UNSTATED;
    }

    /// `.file 1 "zaxpy.cpp", 1700000000, 575`
    void file() {
        tokens.next();
        long number = tokens.count("the file number", MOST);
        files.put(number, tokens.unquoted(tokens.expect(TokenKind.STRING)));
        while (tokens.accept(TokenKind.COMMA)) {
            tokens.integer();
        }
    }

    /// `.loc 1 5 3, function_name $L__info_string0, inlined_at 1 10 3`; the place the code was
    /// inlined at is not kept.
    void location() {
        tokens.next();
        current = place();
        while (tokens.accept(TokenKind.COMMA)) {
            var attribute = tokens.expect(TokenKind.NAME);
            if (tokens.is(attribute, "inlined_at")) {
                place();
            } else if (tokens.is(attribute, "function_name")) {
                tokens.expect(TokenKind.NAME);
                if (tokens.accept(TokenKind.PLUS)) {
                    tokens.integer();
                }
            } else {
                throw tokens.error(
                        attribute, "unknown attribute '%s'".formatted(tokens.of(attribute)));
            }
        }
    }

    private Origin place() {
        long file = tokens.count("the file number", MOST);
        int line = (int) tokens.count("the line", MOST);
        int column = (int) tokens.count("the column", MOST);
        return new Origin.SourceLine(files.getOrDefault(file, Long.toString(file)), line, column);
    }
}
