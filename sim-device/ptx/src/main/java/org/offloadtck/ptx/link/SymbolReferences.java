package org.offloadtck.ptx.link;

import java.util.LinkedHashMap;
import java.util.Map;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.Variable.Value;

/// The first reference of a definition to each symbol.
final class SymbolReferences {

    private final Map<String, TextSpan> first = new LinkedHashMap<>();

    private SymbolReferences() {}

    static Map<String, TextSpan> of(Definition definition) {
        var references = new SymbolReferences();
        switch (definition) {
            case Definition.OfVariable(_, var variable) -> references.variable(variable);
            case Definition.OfFunction(_, var function) -> references.function(function);
        }
        return references.first;
    }

    private void name(String name, TextSpan span) {
        first.putIfAbsent(name, span);
    }

    private void variable(Variable variable) {
        for (var initial : variable.initial()) {
            switch (initial.value()) {
                case Value.Constant _ -> {}
                case Value.Address address -> name(address.symbol(), variable.span());
            }
        }
    }

    private void function(Function function) {
        function.body().variables().forEach(this::variable);
        for (var instruction : function.body().instructions()) {
            instruction(instruction, instruction.location().span());
        }
    }

    private void instruction(Instruction instruction, TextSpan span) {
        if (instruction instanceof Instruction.Call call) {
            callee(call.callee(), span);
        }
        instruction.forEachOperand(
                operand -> operand.symbolName().ifPresent(name -> name(name, span)));
    }

    private void callee(Callee callee, TextSpan span) {
        switch (callee) {
            case Callee.Direct(var name) -> name(name, span);
            case Callee.Indirect indirect ->
                    indirect.targets().forEach(target -> name(target, span));
        }
    }
}
