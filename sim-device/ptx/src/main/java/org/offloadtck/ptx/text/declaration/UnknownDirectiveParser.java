package org.offloadtck.ptx.text.declaration;

import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;

/// Skips unknown directives with a warning.
public final class UnknownDirectiveParser {

    private final TokenStream tokens;
    private final WarningLog warnings;

    public UnknownDirectiveParser(ParserContext context) {
        this.tokens = context.tokens();
        this.warnings = context.warnings();
    }

    /// Skips a statement up to its semicolon or the brace that closes its block.
    public void statement() {
        warn();
        while (!tokens.accept(TokenKind.SEMICOLON)) {
            if (tokens.at(TokenKind.OPEN_BRACE)) {
                tokens.skipBlock();
                if (!tokens.at(TokenKind.COMMA)) {
                    return;
                }
            } else if (tokens.at(TokenKind.CLOSE_BRACE) || tokens.at(TokenKind.END)) {
                throw tokens.unexpected(TokenKind.SEMICOLON.description());
            } else {
                tokens.next();
            }
        }
    }

    /// Skips an unknown directive of a function signature, with the numbers that follow it.
    void ofFunction() {
        warn();
        while (tokens.at(TokenKind.INTEGER) || tokens.at(TokenKind.COMMA)) {
            tokens.next();
        }
    }

    private void warn() {
        var word = tokens.next();
        warnings.add(word, "unknown directive '%s'".formatted(tokens.of(word)));
    }
}
