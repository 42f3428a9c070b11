package org.offloadtck.ptx.text.body;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Instruction.Word;
import org.offloadtck.ptx.ir.Operand;

/// Parses the operands of an unknown instruction. Declared names are resolved, so that they can be
/// renamed; the rest is kept as text.
///
/// Requirement: SD-02.
final class UnknownInstructionParser {

    private final TokenStream tokens;
    private final OperandParser operands;
    private final List<Word> words = new ArrayList<>();
    private final StringBuilder verbatim = new StringBuilder();

    UnknownInstructionParser(TokenStream tokens, OperandParser operands) {
        this.tokens = tokens;
        this.operands = operands;
    }

    /// Parses up to and including the semicolon. White space between words becomes one blank.
    List<Word> read() {
        int depth = 0;
        int end = tokens.peek().start();
        boolean complete = false;
        while (!tokens.at(TokenKind.SEMICOLON)) {
            var token = tokens.peek();
            depth += token.kind().nesting();
            boolean astray = complete && startsOperand(token.kind());
            if (astray || depth < 0 || token.kind() == TokenKind.END) {
                throw tokens.unexpected(TokenKind.SEMICOLON.description());
            }
            verbatim.append(token.start() > end ? " " : "");
            word();
            complete = endsOperand(token.kind());
            end = tokens.previousEnd();
        }
        if (depth > 0) {
            throw tokens.unexpected("a closing bracket");
        }
        flush();
        tokens.expect(TokenKind.SEMICOLON);
        return words;
    }

    private void word() {
        var token = tokens.next();
        var operand =
                token.kind() == TokenKind.NAME
                        ? operands.resolve(token)
                        : Optional.<Operand>empty();
        if (operand.isPresent()) {
            flush();
            words.add(new Word.Name(operand.orElseThrow()));
        } else {
            verbatim.append(tokens.of(token));
        }
    }

    private void flush() {
        if (!verbatim.isEmpty()) {
            words.add(new Word.Verbatim(verbatim.toString()));
            verbatim.setLength(0);
        }
    }

    /// Whether only a comma, a bracket or a component may follow; otherwise a semicolon is missing.
    private static boolean endsOperand(TokenKind kind) {
        return startsOperand(kind)
                || kind == TokenKind.CLOSE_BRACE
                || kind == TokenKind.CLOSE_BRACKET
                || kind == TokenKind.CLOSE_PARENTHESIS;
    }

    private static boolean startsOperand(TokenKind kind) {
        return kind == TokenKind.NAME || kind == TokenKind.INTEGER || kind == TokenKind.FLOATING;
    }
}
