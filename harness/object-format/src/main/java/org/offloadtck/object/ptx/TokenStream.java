package org.offloadtck.object.ptx;

/// The tokens of a PTX text in order, with one token of lookahead.
public final class TokenStream {

    private final PtxText text;
    private final PtxLexer lexer;
    private PtxToken current;
    private int previousEnd;

    public TokenStream(PtxText text) {
        this(text, new PtxLexer(text));
    }

    private TokenStream(PtxText text, PtxLexer lexer) {
        this.text = text;
        this.lexer = lexer;
        this.current = lexer.next();
    }

    /// The tokens of the same text from one of them on.
    public TokenStream at(PtxToken first) {
        return new TokenStream(text, new PtxLexer(text, first));
    }

    /// The next token, which stays in the stream.
    public PtxToken peek() {
        return current;
    }

    /// Whether the next token is of that kind.
    public boolean at(TokenKind kind) {
        return current.kind() == kind;
    }

    /// Index after the last character of the token taken last; 0 at the start.
    public int previousEnd() {
        return previousEnd;
    }

    /// Whether the next token is that dotted word, such as `.b32`.
    public boolean atWord(String word) {
        return at(TokenKind.WORD) && is(current, word);
    }

    /// Whether the text of a token is `characters`.
    public boolean is(PtxToken token, String characters) {
        return token.end() - token.start() == characters.length()
                && text.characters().startsWith(characters, token.start());
    }

    /// Takes the next token.
    public PtxToken next() {
        var token = current;
        previousEnd = token.end();
        current = lexer.next();
        return token;
    }

    /// Takes the next token if it is of that kind.
    ///
    /// @return whether it was
    public boolean accept(TokenKind kind) {
        if (!at(kind)) {
            return false;
        }
        next();
        return true;
    }

    /// Takes the next token if it is that dotted word.
    ///
    /// @return whether it was
    public boolean acceptWord(String word) {
        if (!atWord(word)) {
            return false;
        }
        next();
        return true;
    }

    /// Takes the next token.
    ///
    /// @throws PtxSyntaxException if it is of another kind
    public PtxToken expect(TokenKind kind) {
        if (!at(kind)) {
            throw unexpected(kind.description());
        }
        return next();
    }

    /// Skips a block: an opening brace and everything up to the brace that closes it.
    public void skipBlock() {
        expect(TokenKind.OPEN_BRACE);
        for (int depth = 1; depth > 0; next()) {
            if (at(TokenKind.END)) {
                throw unexpected(TokenKind.CLOSE_BRACE.description());
            }
            depth += at(TokenKind.OPEN_BRACE) ? 1 : at(TokenKind.CLOSE_BRACE) ? -1 : 0;
        }
    }

    /// The text of a token.
    public String of(PtxToken token) {
        return text.of(token);
    }

    /// The text that the tokens are read from.
    public PtxText text() {
        return text;
    }

    /// The text of a string token, without its quotes.
    public String unquoted(PtxToken token) {
        return text.characters().substring(token.start() + 1, token.end() - 1);
    }

    /// The exception for a next token that is not `expected`.
    public PtxSyntaxException unexpected(String expected) {
        String found = at(TokenKind.END) ? TokenKind.END.description() : "'" + of(current) + "'";
        return error(current, "expected %s, found %s".formatted(expected, found));
    }

    /// The exception for a problem at a token.
    public PtxSyntaxException error(PtxToken token, String problem) {
        return text.error(token.span(), problem);
    }

    /// The exception for a problem at a span of the text.
    public PtxSyntaxException error(TextSpan span, String problem) {
        return text.error(span, problem);
    }
}
