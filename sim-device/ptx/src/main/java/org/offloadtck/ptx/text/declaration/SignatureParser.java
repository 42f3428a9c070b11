package org.offloadtck.ptx.text.declaration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Signature.FunctionKind;
import org.offloadtck.ptx.ir.Variable;

/// Parses function signatures and the prototypes of indirect calls.
public final class SignatureParser {

    private static final long MAX_VALUE = Integer.MAX_VALUE;
    private static final Map<String, FunctionDirective.Kind> DIRECTIVES =
            Stream.of(FunctionDirective.Kind.values())
                    .collect(Collectors.toMap(FunctionDirective.Kind::directive, kind -> kind));

    /// What begins the next declaration of the module after a prototype without a semicolon.
    private static final Set<String> DECLARATIONS =
            Set.of(
                    ".visible",
                    ".extern",
                    ".weak",
                    ".common",
                    ".entry",
                    ".func",
                    ".global",
                    ".const",
                    ".shared",
                    ".local",
                    ".tex",
                    ".alias",
                    ".file",
                    ".section");

    private final TokenStream tokens;
    private final NumberParser numbers;
    private final VariableParser variables;
    private final UnknownDirectiveParser unknown;

    public SignatureParser(ParserContext context, VariableParser variables) {
        this.tokens = context.tokens();
        this.numbers = new NumberParser(tokens);
        this.unknown = new UnknownDirectiveParser(context);
        this.variables = variables;
    }

    /// Parses from after `.entry` or `.func` up to the body or semicolon.
    public Signature signature(PtxLinkage linkage, FunctionKind kind) {
        var results = kind == FunctionKind.FUNC ? results() : List.<Variable>of();
        var name = tokens.expect(TokenKind.NAME);
        var parameters = variables.parameters();
        return new Signature(
                kind, linkage, tokens.of(name), results, parameters, directives(kind), name.span());
    }

    /// Parses from after `.callprototype` up to the semicolon: a signature with the name `_`.
    public Signature prototype() {
        return signature(PtxLinkage.LOCAL, FunctionKind.FUNC);
    }

    private List<Variable> results() {
        variables.attributes();
        return variables.parameters();
    }

    private List<FunctionDirective> directives(FunctionKind function) {
        var directives = new ArrayList<FunctionDirective>();
        while (tokens.at(TokenKind.WORD) && !DECLARATIONS.contains(tokens.of(tokens.peek()))) {
            var kind = DIRECTIVES.get(tokens.of(tokens.peek()));
            if (kind != null) {
                tokens.next();
                directives.add(new FunctionDirective(kind, values()));
            } else if (!tokens.atWord(".pragma")) {
                unknown.ofFunction();
            } else if (function == FunctionKind.ENTRY) {
                pragma();
            } else {
                return directives;
            }
        }
        return directives;
    }

    /// `.pragma "nounroll", "b";` of a kernel: hints to an optimiser, which are skipped. After a
    /// `.func`, a pragma belongs to the module (`ptxas` of CUDA 13.0).
    private void pragma() {
        tokens.next();
        do {
            tokens.expect(TokenKind.STRING);
        } while (tokens.accept(TokenKind.COMMA));
        tokens.expect(TokenKind.SEMICOLON);
    }

    private List<Long> values() {
        var values = new ArrayList<Long>();
        if (tokens.at(TokenKind.INTEGER)) {
            do {
                values.add(numbers.count("the value", MAX_VALUE));
            } while (tokens.accept(TokenKind.COMMA));
        }
        return values;
    }
}
