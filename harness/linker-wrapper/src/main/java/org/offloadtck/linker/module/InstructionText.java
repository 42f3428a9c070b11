package org.offloadtck.linker.module;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The text of instructions in LLVM IR.
final class InstructionText {

    private InstructionText() {}

    static String of(IrInstruction instruction) {
        return switch (instruction) {
            case IrInstruction.Assignment assignment ->
                    bare(assignment.result()) + " = " + value(assignment);
            case IrInstruction.Store(var value, var pointer) ->
                    "store %s, %s%s"
                            .formatted(typed(value), typed(pointer), alignment(value.type()));
            case IrInstruction.Call call -> call(call);
            case IrInstruction.Branch(var target) -> "br label %" + target;
            case IrInstruction.ConditionalBranch(var condition, var then, var otherwise) ->
                    "br i1 %s, label %%%s, label %%%s".formatted(bare(condition), then, otherwise);
            case IrInstruction.Switch choice -> choice(choice);
            case IrInstruction.Return _ -> "ret void";
        };
    }

    private static String value(IrInstruction.Assignment assignment) {
        String type = assignment.result().type().text();
        return switch (assignment) {
            case IrInstruction.Load(var result, var pointer) ->
                    "load %s, %s%s".formatted(type, typed(pointer), alignment(result.type()));
            case IrInstruction.Field(_, var structure, var base, var index) ->
                    "getelementptr inbounds %s, %s, i32 0, i32 %d"
                            .formatted(structure.text(), typed(base), index);
            case IrInstruction.Next(_, var structure, var base) ->
                    "getelementptr inbounds %s, %s, i64 1".formatted(structure.text(), typed(base));
            case IrInstruction.Binary(_, var operation, var left, var right) ->
                    "%s %s, %s".formatted(word(operation), typed(left), bare(right));
            case IrInstruction.Truncate(_, var wide) ->
                    "trunc %s to %s".formatted(typed(wide), type);
            case IrInstruction.Compare(_, var relation, var left, var right) ->
                    "icmp %s %s, %s".formatted(word(relation), typed(left), bare(right));
            case IrInstruction.Phi(_, var incoming) -> "phi %s %s".formatted(type, phi(incoming));
            case IrInstruction.Take(_, var call) -> call(call);
        };
    }

    private static String phi(Map<String, IrValue> incoming) {
        return incoming.entrySet().stream()
                .map(from -> "[ %s, %%%s ]".formatted(bare(from.getValue()), from.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static String call(IrInstruction.Call call) {
        List<IrValue> arguments = call.arguments();
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

    private static String choice(IrInstruction.Switch choice) {
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

    static String typed(IrValue value) {
        return value.type().text() + " " + bare(value);
    }

    private static String bare(IrValue value) {
        return switch (value) {
            case IrValue.Local(var name, _) -> "%" + name;
            case IrValue.Symbol(var name) -> "@" + name;
            case IrValue.Literal(_, var number) -> Long.toString(number);
            case IrValue.Null _ -> "null";
        };
    }

    private static String alignment(IrType type) {
        return ", align " + type.alignment();
    }

    private static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }
}
