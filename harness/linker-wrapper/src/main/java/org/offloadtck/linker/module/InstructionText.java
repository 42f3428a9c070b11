package org.offloadtck.linker.module;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// An instruction as LLVM IR has it.
final class InstructionText {

    private InstructionText() {}

    static String of(Instruction instruction) {
        return switch (instruction) {
            case Instruction.Assignment assignment ->
                    bare(assignment.result()) + " = " + value(assignment);
            case Instruction.Store(var value, var pointer) ->
                    "store %s, %s%s"
                            .formatted(typed(value), typed(pointer), alignment(value.type()));
            case Instruction.Call call -> call(call);
            case Instruction.Branch(var target) -> "br label %" + target;
            case Instruction.ConditionalBranch(var condition, var then, var otherwise) ->
                    "br i1 %s, label %%%s, label %%%s".formatted(bare(condition), then, otherwise);
            case Instruction.Switch choice -> choice(choice);
            case Instruction.Return _ -> "ret void";
        };
    }

    private static String value(Instruction.Assignment assignment) {
        String type = assignment.result().type().text();
        return switch (assignment) {
            case Instruction.Load(var result, var pointer) ->
                    "load %s, %s%s".formatted(type, typed(pointer), alignment(result.type()));
            case Instruction.Field(_, var structure, var base, var index) ->
                    "getelementptr inbounds %s, %s, i32 0, i32 %d"
                            .formatted(structure.text(), typed(base), index);
            case Instruction.Next(_, var structure, var base) ->
                    "getelementptr inbounds %s, %s, i64 1".formatted(structure.text(), typed(base));
            case Instruction.Binary(_, var operation, var left, var right) ->
                    "%s %s, %s".formatted(word(operation), typed(left), bare(right));
            case Instruction.Truncate(_, var wide) -> "trunc %s to %s".formatted(typed(wide), type);
            case Instruction.Compare(_, var relation, var left, var right) ->
                    "icmp %s %s, %s".formatted(word(relation), typed(left), bare(right));
            case Instruction.Phi(_, var incoming) -> "phi %s %s".formatted(type, phi(incoming));
            case Instruction.Take(_, var call) -> call(call);
        };
    }

    private static String phi(Map<String, Value> incoming) {
        return incoming.entrySet().stream()
                .map(from -> "[ %s, %%%s ]".formatted(bare(from.getValue()), from.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static String call(Instruction.Call call) {
        List<Value> arguments = call.arguments();
        return arguments.stream()
                .map(InstructionText::typed)
                .collect(
                        Collectors.joining(
                                ", ",
                                "call %s @%s("
                                        .formatted(
                                                call.callee().result().text(),
                                                call.callee().name()),
                                ")"));
    }

    private static String choice(Instruction.Switch choice) {
        var lines = new StringBuilder();
        lines.append(
                "switch %s, label %%%s [".formatted(typed(choice.value()), choice.otherwise()));
        choice.cases()
                .forEach((value, target) ->
                        lines.append(
                                "\n    %s %d, label %%%s"
                                        .formatted(choice.value().type().text(), value, target)));
        return lines.append("\n  ]").toString();
    }

    static String typed(Value value) {
        return value.type().text() + " " + bare(value);
    }

    private static String bare(Value value) {
        return switch (value) {
            case Value.Local(var name, _) -> "%" + name;
            case Value.Symbol(var name) -> "@" + name;
            case Value.Literal(_, var number) -> Long.toString(number);
            case Value.Null _ -> "null";
        };
    }

    private static String alignment(IrType type) {
        return ", align " + type.alignment();
    }

    private static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }
}
