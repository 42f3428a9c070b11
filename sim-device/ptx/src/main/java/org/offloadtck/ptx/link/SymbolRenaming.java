package org.offloadtck.ptx.link;

import java.util.List;
import java.util.Map;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.Word;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.Variable.Initial;
import org.offloadtck.ptx.ir.Variable.Value;

/// Renames symbols in all parts of a module.
///
/// @param names the new name of each renamed symbol
record SymbolRenaming(Map<String, String> names) {

    PtxModule of(PtxModule module) {
        if (names.isEmpty()) {
            return module;
        }
        return new PtxModule(
                module.source(),
                module.version(),
                module.target(),
                module.addressSize(),
                module.variables().stream().map(this::of).toList(),
                module.declarations().stream().map(this::of).toList(),
                module.functions().stream().map(this::of).toList(),
                module.aliases().stream().map(this::of).toList());
    }

    private String of(String name) {
        return names.getOrDefault(name, name);
    }

    private Variable of(Variable variable) {
        return new Variable(
                variable.linkage(),
                variable.space(),
                variable.alignment(),
                variable.width(),
                variable.type(),
                of(variable.name()),
                variable.dimensions(),
                variable.initial().stream()
                        .map(initial -> new Initial(initial.element(), of(initial.value())))
                        .toList(),
                variable.isManaged(),
                variable.span());
    }

    private Value of(Value value) {
        return switch (value) {
            case Value.Constant constant -> constant;
            case Value.Address(var symbol, long offset, var addressing, long mask) ->
                    new Value.Address(of(symbol), offset, addressing, mask);
        };
    }

    private Signature of(Signature signature) {
        return new Signature(
                signature.kind(),
                signature.linkage(),
                of(signature.name()),
                signature.results(),
                signature.parameters(),
                signature.directives(),
                signature.span());
    }

    private PtxModule.Alias of(PtxModule.Alias alias) {
        return new PtxModule.Alias(of(alias.name()), of(alias.aliasee()), alias.span());
    }

    private Function of(Function function) {
        var body = function.body();
        return new Function(
                function.source(),
                of(function.signature()),
                new Body(
                        body.registers(),
                        body.variables().stream().map(this::initialised).toList(),
                        body.labels(),
                        body.pragmas(),
                        body.instructions().stream().map(this::of).toList()));
    }

    /// A variable of a function keeps its name, since it is not a symbol of the module.
    private Variable initialised(Variable variable) {
        var renamed = of(variable);
        return new Variable(
                renamed.linkage(),
                renamed.space(),
                renamed.alignment(),
                renamed.width(),
                renamed.type(),
                variable.name(),
                renamed.dimensions(),
                renamed.initial(),
                renamed.isManaged(),
                renamed.span());
    }

    private Instruction of(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Operation(
                            var opcode,
                            var modifiers,
                            var operands,
                            var guard,
                            var place) ->
                    new Instruction.Operation(opcode, modifiers, all(operands), guard, place);
            case Instruction.Opaque(var mnemonic, var words, var guard, var place) ->
                    new Instruction.Opaque(
                            mnemonic, words.stream().map(this::of).toList(), guard, place);
            case Instruction.Call(
                            var callee,
                            var results,
                            var arguments,
                            var convergence,
                            var guard,
                            var place) ->
                    new Instruction.Call(
                            of(callee), all(results), all(arguments), convergence, guard, place);
            case Instruction.Branch branch -> branch;
            case Instruction.IndexedBranch branch -> branch;
        };
    }

    private Word of(Word word) {
        return switch (word) {
            case Word.Verbatim verbatim -> verbatim;
            case Word.Name(var operand) -> new Word.Name(of(operand));
        };
    }

    private Callee of(Callee callee) {
        return switch (callee) {
            case Callee.Direct(var name) -> new Callee.Direct(of(name));
            case Callee.Indirect(var address, var prototype, var targets) ->
                    new Callee.Indirect(
                            address, prototype, targets.stream().map(this::of).toList());
        };
    }

    private List<Operand> all(List<Operand> operands) {
        return operands.stream().map(this::of).toList();
    }

    private Operand of(Operand operand) {
        return switch (operand) {
            case Operand.Address(var symbol, long offset) ->
                    new Operand.Address(of(symbol), offset);
            case Operand.Memory(var base, long offset) -> new Operand.Memory(of(base), offset);
            case Operand.Indexed(var base, var coordinates) ->
                    new Operand.Indexed(of(base), all(coordinates));
            case Operand.Vector(var elements) -> new Operand.Vector(all(elements));
            case Operand.Pair(var first, var second) -> new Operand.Pair(of(first), of(second));
            case Register _,
                    Operand.Sink _,
                    Operand.Negated _,
                    Operand.Minus _,
                    Operand.Part _,
                    Immediate _,
                    SpecialRegister _ ->
                    operand;
        };
    }

    private Operand.Base of(Operand.Base base) {
        return switch (base) {
            case PtxSymbol symbol -> of(symbol);
            case Register register -> register;
            case Operand.Absolute absolute -> absolute;
        };
    }

    private PtxSymbol of(PtxSymbol symbol) {
        return switch (symbol) {
            case PtxSymbol.Global(var name) -> new PtxSymbol.Global(of(name));
            case PtxSymbol.Local _, PtxSymbol.Parameter _, PtxSymbol.Result _ -> symbol;
        };
    }
}
