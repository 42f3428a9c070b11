package org.offloadtck.ptx.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.offloadtck.ptx.ir.DebugLocation;
import org.offloadtck.ptx.ir.DebugLocation.InlinedCall;
import org.offloadtck.ptx.ir.DebugLocation.SourceLine;
import org.offloadtck.ptx.ir.PtxModule;

/// Prints debug locations: `.file`, `.loc` and the names of inlined functions.
final class DebugLinePrinter {

    private final StringBuilder out;
    private final Map<String, Integer> files = new LinkedHashMap<>();
    private final Map<String, String> functions = new LinkedHashMap<>();

    DebugLinePrinter(PtxModule module, StringBuilder out) {
        this.out = out;
        module.functions().stream()
                .flatMap(function -> function.body().instructions().stream())
                .forEach(instruction -> number(instruction.location().debugLocation()));
    }

    private void number(DebugLocation origin) {
        switch (origin) {
            case DebugLocation.Unknown _ -> {}
            case SourceLine(var file, _, _, var inlined) -> {
                files.putIfAbsent(file, files.size() + 1);
                for (var call : inlined) {
                    files.putIfAbsent(call.file(), files.size() + 1);
                    functions.putIfAbsent(call.function(), "$function" + functions.size());
                }
            }
        }
    }

    /// Prints `.file` for every file.
    void files() {
        files.forEach((name, number) -> out.append(".file %d \"%s\"\n".formatted(number, name)));
    }

    /// Prints `.loc` for a line, after the `.loc` of each call that it was inlined into.
    void location(SourceLine line) {
        var inlined = line.inlined();
        if (!inlined.isEmpty()) {
            var call = inlined.getFirst();
            location(
                    new SourceLine(
                            call.file(),
                            call.line(),
                            call.column(),
                            inlined.subList(1, inlined.size())));
        }
        out.append("\t.loc ")
                .append(place(line.file(), line.line(), line.column()))
                .append(inlined.stream().limit(1).map(this::inlining).collect(Collectors.joining()))
                .append('\n');
    }

    private String inlining(InlinedCall call) {
        return ", function_name %s, inlined_at %s"
                .formatted(
                        functions.get(call.function()),
                        place(call.file(), call.line(), call.column()));
    }

    private String place(String file, int line, int column) {
        return "%d %d %d".formatted(files.get(file), line, column);
    }

    /// Prints the section with the names of inlined functions, if there are any.
    void functions() {
        if (functions.isEmpty()) {
            return;
        }
        out.append(".section .debug_str\n{\n");
        functions.forEach((name, label) -> out.append(label).append(":\n").append(bytes(name)));
        out.append("}\n");
    }

    private static String bytes(String name) {
        var bytes = new StringBuilder("\t.b8 ");
        for (byte character : name.getBytes(UTF_8)) {
            bytes.append(character & 0xff).append(',');
        }
        return bytes.append("0\n").toString();
    }
}
