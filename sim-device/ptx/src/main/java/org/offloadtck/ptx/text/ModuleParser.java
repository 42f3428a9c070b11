package org.offloadtck.ptx.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Signature.FunctionKind;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.text.body.BodyParser;
import org.offloadtck.ptx.text.declaration.DebugLineParser;
import org.offloadtck.ptx.text.declaration.ModuleSymbols;
import org.offloadtck.ptx.text.declaration.NumberParser;
import org.offloadtck.ptx.text.declaration.ParserContext;
import org.offloadtck.ptx.text.declaration.SignatureParser;
import org.offloadtck.ptx.text.declaration.UnknownDirectiveParser;
import org.offloadtck.ptx.text.declaration.VariableParser;

/// Parses a module from its `.version` to the end of the text.
final class ModuleParser {

    private static final int DEFAULT_ADDRESS_SIZE = 32;

    private static final Pattern VERSION = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})");

    private final PtxText text;
    private final ParserContext context;
    private final TokenStream tokens;
    private final NumberParser numbers;
    private final ModuleSymbols symbols;
    private final DebugLineParser lines;
    private final VariableParser variables;
    private final SignatureParser signatures;
    private final UnknownDirectiveParser unknown;
    private final List<Signature> declarations = new ArrayList<>();
    private final List<Function> functions = new ArrayList<>();
    private final List<PtxModule.Alias> aliases = new ArrayList<>();
    private int addressSize = DEFAULT_ADDRESS_SIZE;

    ModuleParser(PtxText text) {
        this.text = text;
        this.context = ParserContext.of(text);
        this.tokens = context.tokens();
        this.numbers = new NumberParser(tokens);
        this.symbols = context.symbols();
        this.lines = context.lines();
        this.variables = new VariableParser(tokens, symbols::declares);
        this.signatures = new SignatureParser(context, variables);
        this.unknown = new UnknownDirectiveParser(context);
    }

    PtxParser.Reading read() {
        var version = version();
        var target = target();
        while (!tokens.at(TokenKind.END)) {
            directive();
        }
        var module =
                new PtxModule(
                        text.source(),
                        version,
                        target,
                        addressSize,
                        symbols.variables(),
                        declarations,
                        functions,
                        aliases);
        return new PtxParser.Reading(module, context.warnings().warnings());
    }

    private PtxModule.IsaVersion version() {
        expectWord(".version");
        if (!tokens.at(TokenKind.FLOATING)) {
            throw tokens.unexpected("a version");
        }
        var number = tokens.next();
        var parts = VERSION.matcher(tokens.of(number));
        if (parts.matches()) {
            return new PtxModule.IsaVersion(
                    Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
        }
        throw tokens.error(number, "'%s' is not a version".formatted(tokens.of(number)));
    }

    private PtxModule.Target target() {
        expectWord(".target");
        var words = new ArrayList<String>();
        do {
            words.add(tokens.of(tokens.expect(TokenKind.NAME)));
        } while (tokens.accept(TokenKind.COMMA));
        return new PtxModule.Target(words.getFirst(), words.subList(1, words.size()));
    }

    private void expectWord(String word) {
        if (!tokens.acceptWord(word)) {
            throw tokens.unexpected("'" + word + "'");
        }
    }

    private void directive() {
        if (tokens.accept(TokenKind.SEMICOLON)) {
            return;
        }
        var word = tokens.peek();
        if (word.kind() != TokenKind.WORD) {
            throw tokens.unexpected("a directive");
        }
        switch (tokens.of(word)) {
            case ".address_size" -> addressSize();
            case ".file" -> lines.file();
            case ".section" -> section();
            case ".pragma" -> {
                tokens.next();
                tokens.expect(TokenKind.STRING);
                tokens.expect(TokenKind.SEMICOLON);
            }
            case ".alias" -> alias();
            case ".visible" -> symbol(PtxLinkage.VISIBLE);
            case ".weak" -> symbol(PtxLinkage.WEAK);
            case ".extern" -> symbol(PtxLinkage.EXTERN);
            case ".common" -> symbol(PtxLinkage.COMMON);
            case ".global", ".const", ".shared", ".local", ".tex", ".entry", ".func" ->
                    declaration(PtxLinkage.LOCAL);
            default -> unknown.statement();
        }
    }

    private void addressSize() {
        tokens.next();
        var token = tokens.peek();
        long size = numbers.integer();
        if (size != 32 && size != 64) {
            throw tokens.error(token, "address size is %d when it is 32 or 64".formatted(size));
        }
        addressSize = (int) size;
    }

    /// `.section .debug_info { … }`: information for debuggers, which is skipped.
    private void section() {
        tokens.next();
        tokens.expect(TokenKind.WORD);
        tokens.skipBlock();
    }

    private void alias() {
        tokens.next();
        var name = tokens.expect(TokenKind.NAME);
        tokens.expect(TokenKind.COMMA);
        var aliasee = tokens.expect(TokenKind.NAME);
        tokens.expect(TokenKind.SEMICOLON);
        if (symbols.function(tokens.of(aliasee)).isEmpty()) {
            throw tokens.error(aliasee, "undeclared function '%s'".formatted(tokens.of(aliasee)));
        }
        aliases.add(new PtxModule.Alias(tokens.of(name), tokens.of(aliasee), name.span()));
    }

    private void symbol(PtxLinkage linkage) {
        tokens.next();
        declaration(linkage);
    }

    private void declaration(PtxLinkage linkage) {
        var word = tokens.expect(TokenKind.WORD);
        switch (tokens.of(word)) {
            case ".global" -> variables(linkage, StateSpace.GLOBAL);
            case ".const" -> variables(linkage, StateSpace.CONST);
            case ".shared" -> variables(linkage, StateSpace.SHARED);
            case ".local" -> variables(linkage, StateSpace.LOCAL);
            case ".tex" -> variables(linkage, StateSpace.TEX);
            case ".entry" -> function(linkage, FunctionKind.ENTRY);
            case ".func" -> function(linkage, FunctionKind.FUNC);
            default ->
                    throw tokens.error(word, "unknown directive '%s'".formatted(tokens.of(word)));
        }
    }

    private void variables(PtxLinkage linkage, StateSpace space) {
        variables.statement(linkage, space).forEach(symbols::declare);
    }

    /// A function, or a prototype, after which compilers up to LLVM 7 wrote no semicolon.
    private void function(PtxLinkage linkage, FunctionKind kind) {
        var signature = signatures.signature(linkage, kind);
        boolean ends = tokens.at(TokenKind.WORD) || tokens.at(TokenKind.END);
        if (tokens.accept(TokenKind.SEMICOLON) || ends) {
            symbols.declare(signature);
            declarations.add(signature);
            return;
        }
        if (!tokens.at(TokenKind.OPEN_BRACE)) {
            throw tokens.unexpected("'{' or ';'");
        }
        symbols.define(signature);
        var statements = new BodyText(context, signature, tokens.peek());
        var body = new BodyParser(context).read(signature);
        functions.add(new Function(text.source(), signature, statements.parsed(body)));
    }
}
