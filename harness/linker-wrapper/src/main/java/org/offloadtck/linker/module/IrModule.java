package org.offloadtck.linker.module;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.stream.Stream;
import org.offloadtck.object.elf.model.SectionType;

/// A module for x86-64 Linux.
///
/// @param globals in the order of the text and of each section's data
/// @param used names of globals that are kept although nothing refers to them
/// @param functions in the order of the text and of the code
/// @param constructors called when the program starts
/// @param destructors called when the program ends
/// @param sectionTypes of sections with a type other than that of program data, by name
public record IrModule(
        List<IrGlobal> globals,
        List<String> used,
        List<IrFunction> functions,
        List<Structor> constructors,
        List<Structor> destructors,
        Map<String, SectionType> sectionTypes) {

    public IrModule {
        globals = List.copyOf(globals);
        used = List.copyOf(used);
        functions = List.copyOf(functions);
        constructors = List.copyOf(constructors);
        destructors = List.copyOf(destructors);
        sectionTypes = Map.copyOf(sectionTypes);
    }

    /// A function that the program's start or end calls.
    ///
    /// @param priority smaller ones are called earlier at the start and later at the end
    public record Structor(int priority, String function) {}

    List<IrGlobal.Definition> definitions() {
        return globals.stream()
                .flatMap(global ->
                        global instanceof IrGlobal.Definition definition
                                ? Stream.of(definition)
                                : Stream.empty())
                .toList();
    }

    /// The declarations of the functions that the module calls and does not define, in the order of
    /// their first call.
    List<FunctionDeclaration> declarations() {
        var own = functions.stream().map(IrFunction::name).toList();
        return instructions()
                .flatMap(IrInstruction::calls)
                .map(IrInstruction.Call::callee)
                .distinct()
                .filter(callee -> !own.contains(callee.name()))
                .toList();
    }

    /// The structures that globals and functions use, each after the structures it contains.
    SequencedSet<IrType.Struct> structures() {
        var structures = new LinkedHashSet<IrType.Struct>();
        for (IrGlobal global : globals) {
            collect(
                    switch (global) {
                        case IrGlobal.HiddenReference(_, var type) -> type;
                        case IrGlobal.Definition definition -> definition.initializer().type();
                    },
                    structures);
        }
        instructions()
                .forEach(instruction -> {
                    if (instruction instanceof IrInstruction.Field field) {
                        collect(field.structure(), structures);
                    }
                });
        return structures;
    }

    private static void collect(IrType type, SequencedSet<IrType.Struct> structures) {
        switch (type) {
            case IrType.Scalar _ -> {}
            case IrType.Array(_, var element) -> collect(element, structures);
            case IrType.Struct structure -> {
                structure.fields().forEach(field -> collect(field, structures));
                structures.add(structure);
            }
        }
    }

    private Stream<IrInstruction> instructions() {
        return functions.stream()
                .flatMap(function -> function.blocks().stream())
                .flatMap(block -> block.instructions().stream());
    }
}
