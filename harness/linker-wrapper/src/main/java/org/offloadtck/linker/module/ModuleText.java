package org.offloadtck.linker.module;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Collectors;

/// A module as `--print-wrapped-module` prints it: LLVM IR with opaque pointers, which LLVM 15 and
/// later read.
///
/// Requirement: WR-38.
public final class ModuleText {

    /// Of the module. Source: LLVM 16 to 22, `ClangLinkerWrapper.cpp`, `wrapDeviceImages`.
    private static final String NAME = "offload.wrapper.module";

    private static final String TRIPLE = "x86_64-unknown-linux-gnu";

    private final StringBuilder text = new StringBuilder();

    private ModuleText() {}

    public static String of(IrModule module) {
        var printer = new ModuleText();
        printer.print(module);
        return printer.text.toString();
    }

    private void print(IrModule module) {
        line("; ModuleID = '%s'".formatted(NAME));
        line("source_filename = \"%s\"".formatted(NAME));
        line("target triple = \"%s\"".formatted(TRIPLE));
        line("");
        module.structures()
                .forEach(struct ->
                        line("%s = type %s".formatted(struct.text(), struct.definition())));
        line("");
        module.globals().forEach(this::global);
        used(module.used());
        structors("llvm.global_ctors", module.constructors());
        structors("llvm.global_dtors", module.destructors());
        module.functions().forEach(this::function);
        module.declarations().forEach(callee -> line("\n" + callee.declaration()));
    }

    private void global(IrGlobal global) {
        switch (global) {
            case IrGlobal.HiddenReference(var name, var type) ->
                    line("@%s = external hidden constant %s".formatted(name, type.text()));
            case IrGlobal.Definition definition -> line(definition(definition));
        }
    }

    private static String definition(IrGlobal.Definition global) {
        var section =
                global.section().isEmpty() ? "" : ", section \"%s\"".formatted(global.section());
        var alignment = global.alignment() == 0 ? "" : ", align " + global.alignment();
        return "@%s = %s%s %s%s%s"
                .formatted(
                        global.name(),
                        global.linkage().text(),
                        global.mutability().text(),
                        typed(global.initializer()),
                        section,
                        alignment);
    }

    private void used(List<String> names) {
        if (!names.isEmpty()) {
            line(
                    "@llvm.compiler.used = appending global [%d x ptr] %s, section \"llvm.metadata\""
                            .formatted(
                                    names.size(),
                                    names.stream()
                                            .map("ptr @"::concat)
                                            .collect(Collectors.joining(", ", "[", "]"))));
        }
    }

    private void structors(String name, List<IrModule.Structor> structors) {
        if (!structors.isEmpty()) {
            line(
                    "@%s = appending global [%d x { i32, ptr, ptr }] %s"
                            .formatted(
                                    name,
                                    structors.size(),
                                    structors.stream()
                                            .map(ModuleText::structor)
                                            .collect(Collectors.joining(", ", "[", "]"))));
        }
    }

    private static String structor(IrModule.Structor one) {
        return "{ i32, ptr, ptr } { i32 %d, ptr @%s, ptr null }"
                .formatted(one.priority(), one.function());
    }

    private static String typed(IrConstant constant) {
        return constant.type().text() + " " + bare(constant);
    }

    private static String bare(IrConstant constant) {
        return switch (constant) {
            case IrConstant.Int(_, var value) -> Long.toString(value);
            case IrConstant.Null _ -> "null";
            case IrConstant.Zero _ -> "zeroinitializer";
            case IrConstant.Address(var symbol, var offset) ->
                    offset == 0
                            ? "@" + symbol
                            : "getelementptr inbounds (i8, ptr @%s, i64 %d)"
                                    .formatted(symbol, offset);
            case IrConstant.Bytes(var bytes) -> characters(bytes);
            case IrConstant.Structure(_, var fields) -> list("{ ", fields, " }");
            case IrConstant.Elements(_, var elements) -> list("[", elements, "]");
        };
    }

    private static String list(String begin, List<IrConstant> constants, String end) {
        return constants.stream()
                .map(ModuleText::typed)
                .collect(Collectors.joining(", ", begin, end));
    }

    /// `c"…"`: printable characters, and others, the quote and the backslash in hexadecimal.
    private static String characters(MemorySegment bytes) {
        var text = new StringBuilder("c\"");
        for (byte value : bytes.toArray(JAVA_BYTE)) {
            if (value >= ' ' && value <= '~' && value != '"' && value != '\\') {
                text.append((char) value);
            } else {
                text.append("\\%02X".formatted(value));
            }
        }
        return text.append('"').toString();
    }

    private void function(IrFunction function) {
        String parameters =
                function.parameters().stream()
                        .map(InstructionText::typed)
                        .collect(Collectors.joining(", "));
        line(
                "\ndefine internal void @%s(%s) section \"%s\" {"
                        .formatted(function.name(), parameters, function.section()));
        for (IrFunction.Block block : function.blocks()) {
            if (!block.equals(function.blocks().getFirst())) {
                line("");
            }
            line(block.label() + ":");
            block.instructions().forEach(one -> line("  " + InstructionText.of(one)));
        }
        line("}");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
