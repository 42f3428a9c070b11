package org.offloadtck.ptx.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.offloadtck.ptx.ir.Body;
import org.offloadtck.ptx.ir.DebugLocation;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Callee;
import org.offloadtck.ptx.ir.Instruction.Convergence;
import org.offloadtck.ptx.ir.Instruction.Word;
import org.offloadtck.ptx.ir.Operand;
import org.offloadtck.ptx.ir.PtxSymbol;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.SpecialRegister;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Prints the body of one function in a single scope. A name that occurs in several scopes gets a
/// number from its second occurrence on.
final class BodyPrinter {

    private final Signature signature;
    private final Body body;
    private final DebugLinePrinter lines;
    private final StringBuilder out;
    private final Set<Register> parameters;
    private final List<String> registers;
    private final List<String> variables;
    private final Map<Integer, List<String>> labels = new LinkedHashMap<>();
    private final Map<Body.Label, String> labelNames = new HashMap<>();
    private DebugLocation origin = DebugLocation.Unknown.UNKNOWN;
    private int tables;

    BodyPrinter(Function function, DebugLinePrinter lines, StringBuilder out) {
        this.signature = function.signature();
        this.body = function.body();
        this.lines = lines;
        this.out = out;
        var taken = new HashSet<String>();
        signature.results().forEach(result -> taken.add(result.name()));
        signature.parameters().forEach(parameter -> taken.add(parameter.name()));
        this.parameters = parameters(signature, body);
        this.registers = new ArrayList<>();
        for (var register : body.registers()) {
            boolean parameter = parameters.contains(register);
            registers.add(parameter ? register.name() : unique(plain(register), taken));
        }
        this.variables =
                body.variables().stream().map(variable -> unique(variable.name(), taken)).toList();
        for (var label : body.labels()) {
            String name = unique(label.name(), taken);
            labels.computeIfAbsent(label.target(), _ -> new ArrayList<>()).add(name);
            labelNames.put(label, name);
        }
    }

    void print() {
        line("{");
        declarations();
        var pragmas = body.pragmas().iterator();
        var pragma = pragmas.hasNext() ? pragmas.next() : null;
        for (int i = 0; i <= body.instructions().size(); i++) {
            labels.getOrDefault(i, List.of()).forEach(label -> line(label + ":"));
            while (pragma != null && pragma.target() == i) {
                line("\t.pragma \"%s\";".formatted(pragma.text()));
                pragma = pragmas.hasNext() ? pragmas.next() : null;
            }
            if (i < body.instructions().size()) {
                instruction(body.instructions().get(i));
            }
        }
        line("}");
    }

    private void declarations() {
        var byType = new LinkedHashMap<PtxType, List<String>>();
        for (var register : body.registers()) {
            if (!parameters.contains(register)) {
                byType.computeIfAbsent(register.type(), _ -> new ArrayList<>()).add(name(register));
            }
        }
        byType.forEach((type, names) ->
                line("\t.reg .%s %s;".formatted(type.suffix(), String.join(", ", names))));
        for (int i = 0; i < body.variables().size(); i++) {
            line("\t" + PtxPrinter.declaration(body.variables().get(i), variables.get(i)) + ";");
        }
    }

    /// The registers that are parameters, which the signature declares: the first of their names.
    private static Set<Register> parameters(Signature signature, Body body) {
        var names =
                Stream.concat(signature.results().stream(), signature.parameters().stream())
                        .filter(parameter -> parameter.space() == StateSpace.REG)
                        .flatMap(p -> Register.elementNames(p.name(), p.width()).stream())
                        .collect(Collectors.toCollection(HashSet::new));
        return body.registers().stream()
                .filter(register -> names.remove(register.name()))
                .collect(Collectors.toSet());
    }

    /// Elements of a vector register become separate registers.
    private static String plain(Register register) {
        return register.name().replace('.', '$');
    }

    private static String unique(String name, Set<String> taken) {
        String candidate = name;
        for (int i = 2; !taken.add(candidate); i++) {
            candidate = name + "$" + i;
        }
        return candidate;
    }

    private String name(Register register) {
        return registers.get(register.index());
    }

    private void instruction(Instruction instruction) {
        location(instruction.location().debugLocation());
        String guard = guard(instruction.guard());
        switch (instruction) {
            case Instruction.Operation(var opcode, var modifiers, var operands, _, _) ->
                    statement(guard, opcode.mnemonic(modifiers), operands);
            case Instruction.Opaque(var mnemonic, var words, _, _) ->
                    line(
                            "\t%s%s%s%s;"
                                    .formatted(
                                            guard,
                                            mnemonic,
                                            words.isEmpty() ? "" : " ",
                                            words.stream()
                                                    .map(this::word)
                                                    .collect(Collectors.joining())));
            case Instruction.Branch(var target, var convergence, _, _) ->
                    line(
                            "\t%sbra%s %s;"
                                    .formatted(guard, uni(convergence), labelNames.get(target)));
            case Instruction.IndexedBranch branch -> indexed(guard, branch);
            case Instruction.Call call -> call(guard, call);
        }
    }

    private String word(Word word) {
        return switch (word) {
            case Word.Verbatim(var text) -> text;
            case Word.Name(var operand) -> operand(operand);
        };
    }

    private void location(DebugLocation next) {
        if (next instanceof DebugLocation.SourceLine line && !next.equals(origin)) {
            lines.location(line);
            origin = next;
        }
    }

    private String guard(Guard guard) {
        return switch (guard) {
            case Guard.Always _ -> "";
            case Guard.When(var predicate) -> "@" + name(predicate) + " ";
            case Guard.Unless(var predicate) -> "@!" + name(predicate) + " ";
        };
    }

    private static String uni(Convergence convergence) {
        return switch (convergence) {
            case UNIFORM -> ".uni";
            case DIVERGENT -> "";
        };
    }

    private void statement(String guard, String mnemonic, List<Operand> operands) {
        line("\t" + guard + mnemonic + (operands.isEmpty() ? "" : " " + list(operands)) + ";");
    }

    private void indexed(String guard, Instruction.IndexedBranch branch) {
        String table = "$table" + tables++;
        String targets =
                branch.targets().stream().map(labelNames::get).collect(Collectors.joining(", "));
        line("%s: .branchtargets %s;".formatted(table, targets));
        line(
                "\t%sbrx.idx%s %s, %s;"
                        .formatted(guard, uni(branch.convergence()), name(branch.index()), table));
    }

    private void call(String guard, Instruction.Call call) {
        String results = call.results().isEmpty() ? "" : "(" + list(call.results()) + "), ";
        String callee =
                switch (call.callee()) {
                    case Callee.Direct(var name) -> name;
                    case Callee.Indirect(var address, _, _) -> name(address);
                };
        String table =
                switch (call.callee()) {
                    case Callee.Direct _ -> "";
                    case Callee.Indirect indirect -> ", " + table(indirect);
                };
        line(
                "\t%scall%s %s%s, (%s)%s;"
                        .formatted(
                                guard,
                                uni(call.convergence()),
                                results,
                                callee,
                                list(call.arguments()),
                                table));
    }

    private String table(Callee.Indirect callee) {
        String table = "$table" + tables++;
        if (callee.targets().isEmpty()) {
            line(
                    "%s: .callprototype %s;"
                            .formatted(table, PtxPrinter.prototype(callee.prototype())));
        } else {
            line("%s: .calltargets %s;".formatted(table, String.join(", ", callee.targets())));
        }
        return table;
    }

    private String list(List<Operand> operands) {
        return operands.stream().map(this::operand).collect(Collectors.joining(", "));
    }

    private String operand(Operand operand) {
        return switch (operand) {
            case Register register -> name(register);
            case Operand.Sink _ -> "_";
            case Operand.Vector(var elements) -> "{" + list(elements) + "}";
            case Operand.Pair(var first, var second) -> operand(first) + "|" + operand(second);
            case Operand.Part(var register, var selector) -> name(register) + "." + selector;
            case Operand.Minus(var negated) -> "-" + operand(negated);
            case Operand.Negated(var predicate) -> "!" + name(predicate);
            case Operand.Memory(var base, long offset) -> "[" + base(base, offset) + "]";
            case Operand.Indexed(var base, var coordinates) ->
                    "[" + base(base, 0) + ", " + list(coordinates) + "]";
            case Operand.Address(var symbol, long offset) ->
                    symbol(symbol) + PtxPrinter.offset(offset);
            case Immediate immediate -> PtxPrinter.immediate(immediate);
            case SpecialRegister special -> special.toString();
        };
    }

    private String base(Operand.Base base, long offset) {
        return switch (base) {
            case Register register -> name(register) + PtxPrinter.offset(offset);
            case PtxSymbol symbol -> symbol(symbol) + PtxPrinter.offset(offset);
            case Operand.Absolute _ -> Long.toString(offset);
        };
    }

    private String symbol(PtxSymbol symbol) {
        return switch (symbol) {
            case PtxSymbol.Local(_, int index) -> variables.get(index);
            case PtxSymbol.Parameter(var variable, _) -> variable.name();
            case PtxSymbol.Result(var variable, _) -> variable.name();
            case PtxSymbol.Global(var name) -> name;
        };
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
