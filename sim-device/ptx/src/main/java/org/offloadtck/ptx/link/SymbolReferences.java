package org.offloadtck.ptx.link;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.Word;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.SpecialRegister;
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
        switch (instruction) {
            case Instruction.Operation(_, _, var operands, _, _) -> operands(operands, span);
            case Instruction.Opaque(_, var words, _, _) -> words.forEach(word -> word(word, span));
            case Instruction.Call call -> {
                callee(call.callee(), span);
                operands(call.results(), span);
                operands(call.arguments(), span);
            }
            case Instruction.Branch _, Instruction.IndexedBranch _ -> {}
        }
    }

    private void word(Word word, TextSpan span) {
        switch (word) {
            case Word.Verbatim _ -> {}
            case Word.Name(var operand) -> operand(operand, span);
        }
    }

    private void callee(Callee callee, TextSpan span) {
        switch (callee) {
            case Callee.Direct(var name) -> name(name, span);
            case Callee.Indirect indirect ->
                    indirect.targets().forEach(target -> name(target, span));
        }
    }

    private void operands(List<Operand> operands, TextSpan span) {
        operands.forEach(operand -> operand(operand, span));
    }

    private void operand(Operand operand, TextSpan span) {
        switch (operand) {
            case Operand.Address(var symbol, _) -> base(symbol, span);
            case Operand.Memory(var base, _) -> base(base, span);
            case Operand.Indexed(var base, var coordinates) -> {
                base(base, span);
                operands(coordinates, span);
            }
            case Operand.Vector(var elements) -> operands(elements, span);
            case Operand.Pair _,
                    Register _,
                    Operand.Sink _,
                    Operand.Negated _,
                    Operand.Minus _,
                    Operand.Part _,
                    Immediate _,
                    SpecialRegister _ -> {}
        }
    }

    private void base(Operand.Base base, TextSpan span) {
        if (base instanceof PtxSymbol.Global(var name)) {
            name(name, span);
        }
    }
}
