package org.offloadtck.ptx.text.body;

import java.util.List;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Instruction.Call;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.Convergence;
import org.offloadtck.ptx.ir.Instruction.Location;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.text.declaration.ModuleSymbols;
import org.offloadtck.ptx.text.declaration.ParserContext;

/// Parses `call (results), callee, (arguments), prototype;` from after the mnemonic.
final class CallParser {

    private final TokenStream tokens;
    private final ModuleSymbols symbols;
    private final FunctionScopes names;
    private final OperandParser operands;
    private final CallArgumentChecker check;

    CallParser(ParserContext context, FunctionScopes names, OperandParser operands) {
        this.tokens = context.tokens();
        this.symbols = context.symbols();
        this.names = names;
        this.operands = operands;
        this.check = new CallArgumentChecker(tokens, operands);
    }

    Call read(Convergence convergence, Guard guard, Location place) {
        var results = List.<Operand>of();
        if (tokens.at(TokenKind.OPEN_PARENTHESIS)) {
            results = operands.group();
            tokens.expect(TokenKind.COMMA);
        }
        var name = tokens.expect(TokenKind.NAME);
        boolean more = tokens.accept(TokenKind.COMMA);
        var arguments = List.<Operand>of();
        if (more && tokens.at(TokenKind.OPEN_PARENTHESIS)) {
            arguments = operands.group();
            more = tokens.accept(TokenKind.COMMA);
        }
        var address = names.find(tokens.of(name)).orElse(null);
        Callee callee;
        Signature signature;
        if (address instanceof Register register) {
            var indirect = indirect(register, more);
            callee = indirect;
            signature = indirect.prototype();
        } else {
            signature = function(name);
            callee = new Callee.Direct(signature.name());
        }
        tokens.expect(TokenKind.SEMICOLON);
        check.results(name, signature, results);
        check.arguments(name, signature, arguments);
        return new Call(callee, results, arguments, convergence, guard, place);
    }

    private Signature function(PtxToken name) {
        return symbols.function(tokens.of(name))
                .orElseThrow(() ->
                        tokens.error(name, "undeclared function '%s'".formatted(tokens.of(name))));
    }

    private Callee.Indirect indirect(Register address, boolean more) {
        if (!more) {
            throw tokens.unexpected("a prototype after the arguments of an indirect call");
        }
        var name = tokens.expect(TokenKind.NAME);
        return switch (names.table(tokens.of(name)).orElse(null)) {
            case ControlFlowDirective.Prototype(var signature) ->
                    new Callee.Indirect(address, signature, List.of());
            case ControlFlowDirective.Targets(var signature, var functions) ->
                    new Callee.Indirect(address, signature, functions);
            case ControlFlowDirective.Labels _ -> throw noPrototype(name);
            case null -> throw noPrototype(name);
        };
    }

    private PtxSyntaxException noPrototype(PtxToken name) {
        return tokens.error(
                name,
                "'%s' names no '.callprototype' or '.calltargets'".formatted(tokens.of(name)));
    }
}
