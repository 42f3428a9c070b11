package org.offloadtck.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.offloadtck.conformance.data.JsonObject;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.Section;
import org.offloadtck.object.elf.Symbol;
import org.offloadtck.object.elf.SymbolPlace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck inspect`: what is inside an ELF file.
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = "Shows the sections and symbols of an ELF file; check shows what they mean.")
final class InspectCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "What to look into.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() {
        var bytes = UnreadableInputException.read(file);
        try {
            print(ElfObject.parse(file.toString(), bytes));
            return ExitCode.OK;
        } catch (MalformedObjectException fault) {
            spec.commandLine().getErr().println(fault.getMessage());
            return ExitCode.UNEXPECTED;
        }
    }

    private void print(ElfObject object) {
        var out = spec.commandLine().getOut();
        if (json) {
            out.print(
                    new JsonObject()
                            .put("source", object.source())
                            .putAll(
                                    "sections",
                                    object.sections().stream().map(InspectCommand::json).toList())
                            .putAll(
                                    "symbols",
                                    object.symbols().stream().map(InspectCommand::json).toList())
                            .toText());
        } else {
            sections(out, object.sections());
            symbols(out, object);
        }
        out.flush();
    }

    private static void sections(PrintWriter out, List<Section> sections) {
        for (int i = 0; i < sections.size(); i++) {
            var section = sections.get(i);
            out.printf(
                    "section [%d] '%s' type 0x%x flags 0x%x address 0x%x size %d align %d%n",
                    i,
                    section.name(),
                    section.type().code(),
                    section.flags(),
                    section.address(),
                    section.size(),
                    section.alignment());
        }
    }

    private static void symbols(PrintWriter out, ElfObject object) {
        for (var symbol : object.symbols()) {
            out.printf(
                    "symbol '%s' %s %s in %s value 0x%x size %d%n",
                    symbol.name(),
                    symbol.binding(),
                    symbol.visibility(),
                    place(object, symbol),
                    symbol.value(),
                    symbol.size());
        }
    }

    private static String place(ElfObject object, Symbol symbol) {
        return switch (symbol.place()) {
            case SymbolPlace.InSection(var index) -> object.sections().get(index).name();
            case SymbolPlace.Undefined _ -> "undefined";
            case SymbolPlace.Absolute _ -> "absolute";
            case SymbolPlace.Common _ -> "common";
            case SymbolPlace.Reserved(var code) -> "0x%x".formatted(code);
        };
    }

    private static JsonObject json(Section section) {
        return new JsonObject()
                .put("name", section.name())
                .put("type", section.type().code())
                .put("flags", section.flags())
                .put("address", section.address())
                .put("size", section.size())
                .put("alignment", section.alignment());
    }

    private static JsonObject json(Symbol symbol) {
        return new JsonObject()
                .put("name", symbol.name())
                .put("binding", symbol.binding().toString())
                .put("visibility", symbol.visibility().name())
                .put("value", symbol.value())
                .put("size", symbol.size());
    }
}
