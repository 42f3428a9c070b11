package org.offloadtck.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.offloadtck.conformance.data.JsonObject;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.FileReport;
import org.offloadtck.object.check.ReportText;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.Section;
import org.offloadtck.object.elf.Symbol;
import org.offloadtck.object.elf.SymbolPlace;
import org.offloadtck.object.profile.AbiProfiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck inspect`: what is inside a file, without any judgement of it.
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = "Shows images and entries, and the sections and symbols of an ELF file.")
final class InspectCommand implements Callable<Integer> {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "What to look into.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() {
        var report = CheckCommand.check(new ArtifactCheck(AbiProfiles.load()), file);
        var out = spec.commandLine().getOut();
        if (json) {
            out.print(json(report).toText());
        } else {
            out.print(ReportText.contents(report));
            elf(report)
                    .ifPresent(object -> {
                        sections(out, object.sections());
                        symbols(out, object);
                    });
        }
        out.flush();
        return report instanceof FileReport.Unreadable ? ExitCode.UNEXPECTED : ExitCode.OK;
    }

    private JsonObject json(FileReport report) {
        var contents = new JsonObject().put("contents", ReportJson.of(report));
        elf(report)
                .ifPresent(object ->
                        contents.putAll(
                                        "sections",
                                        object.sections().stream()
                                                .map(InspectCommand::json)
                                                .toList())
                                .putAll(
                                        "symbols",
                                        object.symbols().stream()
                                                .map(InspectCommand::json)
                                                .toList()));
        return contents;
    }

    /// The file as ELF, if it is one that can be read.
    private Optional<ElfObject> elf(FileReport report) {
        var bytes = ObjectBytes.of(report.source(), UnreadableInputException.read(file));
        return switch (report) {
            case FileReport.Artifact _, FileReport.NotAnArtifact _ ->
                    ElfObject.isElf(bytes) ? Optional.of(ElfObject.parse(bytes)) : Optional.empty();
            case FileReport.Archive _, FileReport.NotJudged _, FileReport.Unreadable _ ->
                    Optional.empty();
        };
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
