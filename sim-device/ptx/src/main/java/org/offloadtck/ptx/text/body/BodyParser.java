package org.offloadtck.ptx.text.body;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.text.body.ControlFlowDirective.ListedName;
import org.offloadtck.ptx.text.declaration.DebugLineParser;
import org.offloadtck.ptx.text.declaration.ModuleSymbols;
import org.offloadtck.ptx.text.declaration.NumberParser;
import org.offloadtck.ptx.text.declaration.ParserContext;
import org.offloadtck.ptx.text.declaration.SignatureParser;
import org.offloadtck.ptx.text.declaration.UnknownDirectiveParser;
import org.offloadtck.ptx.text.declaration.VariableParser;

/// Parses the body of a function. Open scopes are on an explicit stack, so that deep nesting cannot
/// overflow the Java stack.
public final class BodyParser {

    /// Inline assembly nests three or four levels deep.
    private static final int MAX_SCOPE_DEPTH = 100;

    private static final long MAX_REGISTERS = Integer.MAX_VALUE;

    /// A bound of the names that ranges add to one list, which no compiler reaches.
    private static final long MAX_LISTED_NAMES = 1 << 16;

    private final TokenStream tokens;
    private final NumberParser numbers;
    private final ModuleSymbols symbols;
    private final DebugLineParser lines;
    private final VariableParser variables;
    private final SignatureParser signatures;
    private final UnknownDirectiveParser unknown;
    private final FunctionScopes names = new FunctionScopes();
    private final InstructionParser instructions;
    private final List<Body.Label> labels = new ArrayList<>();
    private final List<Body.Pragma> pragmas = new ArrayList<>();

    public BodyParser(ParserContext context) {
        this.tokens = context.tokens();
        this.numbers = new NumberParser(tokens);
        this.symbols = context.symbols();
        this.lines = context.lines();
        this.variables = new VariableParser(tokens, symbols::declares);
        this.signatures = new SignatureParser(context, variables);
        this.unknown = new UnknownDirectiveParser(context);
        this.instructions = new InstructionParser(context, names);
    }

    /// Parses the body of a function, from its opening to its closing brace.
    public Body read(Signature signature) {
        lines.reset();
        tokens.expect(TokenKind.OPEN_BRACE);
        names.open();
        declareParameters(signature);
        while (names.depth() > 0) {
            statement();
        }
        return new Body(
                names.registers(), names.variables(), labels, pragmas, instructions.finish());
    }

    private void declareParameters(Signature signature) {
        for (int i = 0; i < signature.results().size(); i++) {
            var result = signature.results().get(i);
            declareParameter(result, new PtxSymbol.Result(result, i));
        }
        for (int i = 0; i < signature.parameters().size(); i++) {
            var parameter = signature.parameters().get(i);
            declareParameter(parameter, new PtxSymbol.Parameter(parameter, i));
        }
    }

    private void declareParameter(Variable variable, PtxSymbol symbol) {
        boolean fresh =
                variable.space() == StateSpace.REG
                        ? declareRegisterParameter(variable)
                        : names.declareSymbol(symbol);
        if (!fresh && !variable.name().equals("_")) {
            throw tokens.error(
                    variable.span(), "parameter '%s' is declared twice".formatted(variable.name()));
        }
    }

    /// The registers of a parameter are the first ones of their names.
    private boolean declareRegisterParameter(Variable variable) {
        String name = variable.name();
        boolean fresh = names.declareRegister(name, variable.type(), variable.width());
        return fresh && names.find(name).isPresent();
    }

    private void statement() {
        switch (tokens.peek().kind()) {
            case OPEN_BRACE -> openScope();
            case CLOSE_BRACE -> closeScope();
            case SEMICOLON -> tokens.next();
            case WORD -> directive();
            case AT -> instructions.guarded();
            case NAME -> labelOrInstruction();
            case INTEGER,
                    FLOATING,
                    STRING,
                    COMMA,
                    COLON,
                    EQUALS,
                    OPEN_PARENTHESIS,
                    CLOSE_PARENTHESIS,
                    OPEN_BRACKET,
                    CLOSE_BRACKET,
                    LESS,
                    GREATER,
                    PLUS,
                    MINUS,
                    BANG,
                    TILDE,
                    BAR,
                    STAR,
                    SLASH,
                    AMPERSAND,
                    CARET,
                    QUESTION,
                    END ->
                    throw tokens.unexpected("a statement or '}'");
        }
    }

    private void openScope() {
        var brace = tokens.next();
        if (names.depth() == MAX_SCOPE_DEPTH) {
            throw tokens.error(brace, "scopes nest deeper than %d".formatted(MAX_SCOPE_DEPTH));
        }
        names.open();
    }

    private void closeScope() {
        tokens.next();
        names.close()
                .ifPresent(use -> {
                    throw tokens.error(use.token(), "undefined label '%s'".formatted(use.name()));
                });
    }

    private void labelOrInstruction() {
        var name = tokens.next();
        if (!tokens.accept(TokenKind.COLON)) {
            instructions.unguarded(name);
        } else if (tokens.atWord(".callprototype")
                || tokens.atWord(".calltargets")
                || tokens.atWord(".branchtargets")) {
            fresh(name, names.declareTable(tokens.of(name), table()));
        } else {
            fresh(name, names.declareLabel(tokens.of(name), instructions.count()));
            labels.add(new Body.Label(tokens.of(name), instructions.count()));
        }
    }

    private void fresh(PtxToken name, boolean fresh) {
        if (!fresh) {
            throw tokens.error(
                    name, "'%s' is already declared in this scope".formatted(tokens.of(name)));
        }
    }

    private ControlFlowDirective table() {
        var directive = tokens.next();
        ControlFlowDirective table;
        if (tokens.is(directive, ".callprototype")) {
            var prototype = new ControlFlowDirective.Prototype(signatures.prototype());
            tokens.accept(TokenKind.SEMICOLON);
            return prototype;
        }
        if (tokens.is(directive, ".branchtargets")) {
            table = new ControlFlowDirective.Labels(nameList());
        } else {
            table = targets(nameList());
        }
        tokens.expect(TokenKind.SEMICOLON);
        return table;
    }

    private ControlFlowDirective targets(List<ListedName> functions) {
        var signature =
                functions.stream()
                        .map(listed ->
                                symbols.function(listed.name())
                                        .orElseThrow(() -> undeclared(listed)))
                        .toList()
                        .getFirst();
        return new ControlFlowDirective.Targets(
                signature, functions.stream().map(ListedName::name).toList());
    }

    private PtxSyntaxException undeclared(ListedName function) {
        return tokens.error(
                function.token(), "undeclared function '%s'".formatted(function.name()));
    }

    /// `a, L<2>`: the names `a`, `L0` and `L1`.
    private List<ListedName> nameList() {
        var list = new ArrayList<ListedName>();
        do {
            var name = tokens.expect(TokenKind.NAME);
            if (tokens.at(TokenKind.LESS)) {
                range(name, list);
            } else {
                list.add(new ListedName(name, tokens.of(name)));
            }
        } while (tokens.accept(TokenKind.COMMA));
        return list;
    }

    private void range(PtxToken name, List<ListedName> list) {
        tokens.expect(TokenKind.LESS);
        var token = tokens.peek();
        long count = numbers.count("the length of the list", MAX_LISTED_NAMES - list.size());
        if (count == 0) {
            throw tokens.error(token, "'%s<0>' names nothing".formatted(tokens.of(name)));
        }
        tokens.expect(TokenKind.GREATER);
        for (long i = 0; i < count; i++) {
            list.add(new ListedName(name, tokens.of(name) + i));
        }
    }

    private void directive() {
        var word = tokens.peek();
        switch (tokens.of(word)) {
            case ".reg" -> registers();
            case ".param" -> variables(StateSpace.PARAM);
            case ".local" -> variables(StateSpace.LOCAL);
            case ".shared" -> variables(StateSpace.SHARED);
            case ".global" -> variables(StateSpace.GLOBAL);
            case ".const" -> variables(StateSpace.CONST);
            case ".loc" -> lines.location();
            case ".pragma" -> {
                tokens.next();
                var text = tokens.unquoted(tokens.expect(TokenKind.STRING));
                tokens.expect(TokenKind.SEMICOLON);
                pragmas.add(new Body.Pragma(text, instructions.count()));
            }
            default -> unknown.statement();
        }
    }

    private void variables(StateSpace space) {
        tokens.next();
        for (var variable : variables.statement(PtxLinkage.LOCAL, space)) {
            if (!names.declareVariable(variable)) {
                throw tokens.error(
                        variable.span(),
                        "'%s' is already declared in this scope".formatted(variable.name()));
            }
        }
    }

    /// `.reg .b32 %r<7>, %x;`
    private void registers() {
        tokens.next();
        int width = variables.registerWidth();
        var type = variables.type();
        do {
            var name = tokens.expect(TokenKind.NAME);
            fresh(name, declare(name, type, width));
        } while (tokens.accept(TokenKind.COMMA));
        tokens.expect(TokenKind.SEMICOLON);
    }

    private boolean declare(PtxToken name, PtxType type, int width) {
        if (!tokens.accept(TokenKind.LESS)) {
            return names.declareRegister(tokens.of(name), type, width);
        }
        long count = numbers.count("the register count", MAX_REGISTERS);
        tokens.expect(TokenKind.GREATER);
        return names.declareRange(tokens.of(name), type, width, count);
    }
}
