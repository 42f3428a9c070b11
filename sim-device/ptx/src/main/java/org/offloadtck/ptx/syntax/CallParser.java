package org.offloadtck.ptx.syntax;

import java.util.List;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Instruction.Call;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.Convergence;
import org.offloadtck.ptx.ir.Instruction.Place;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.Signature;

/// Reads `call (results), callee, (arguments), prototype;` from behind its mnemonic.
final class CallParser {

    private final Tokens tokens;
    private final ModuleSymbols symbols;
    private final FunctionNames names;
    private final OperandParser operands;

    CallParser(Unit unit, FunctionNames names, OperandParser operands) {
        this.tokens = unit.tokens();
        this.symbols = unit.symbols();
        this.names = names;
        this.operands = operands;
    }

    Call read(Convergence convergence, Guard guard, Place place) {
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
        compare(name, signature, results, arguments);
        return new Call(callee, results, arguments, convergence, guard, place);
    }

    private Signature function(Token name) {
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
            case CallTable.Prototype(var signature) ->
                    new Callee.Indirect(address, signature, List.of());
            case CallTable.Targets(var signature, var functions) ->
                    new Callee.Indirect(address, signature, functions);
            case CallTable.Labels _ -> throw noPrototype(name);
            case null -> throw noPrototype(name);
        };
    }

    private PtxSyntaxException noPrototype(Token name) {
        return tokens.error(
                name,
                "'%s' names no '.callprototype' or '.calltargets'".formatted(tokens.of(name)));
    }

    private void compare(
            Token name, Signature signature, List<Operand> results, List<Operand> arguments) {
        compare(name, "result", signature.results().size(), results.size());
        compare(name, "argument", signature.parameters().size(), arguments.size());
    }

    private void compare(Token name, String what, int declared, int passed) {
        if (declared != passed) {
            throw tokens.error(
                    name,
                    "the call of '%s' has %s when the function has %d"
                            .formatted(tokens.of(name), Tokens.counted(passed, what), declared));
        }
    }
}
