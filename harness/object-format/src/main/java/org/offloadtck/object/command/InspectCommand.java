package org.offloadtck.object.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.data.JsonObject;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.CheckReportText;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Located;
import org.offloadtck.object.offload.OffloadKindNumbering;
import org.offloadtck.object.offload.OffloadYaml;
import org.offloadtck.object.pack.OffloadBinaryFinder;
import org.offloadtck.object.profile.AbiProfiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck inspect`: prints the contents of a file without checking them.
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = "Prints images and entries, and the sections and symbols of an ELF file.")
public final class InspectCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The file to print.")
    private Path file = Path.of("");

    @Option(names = "--json", description = "Print JSON instead of text.")
    private boolean json;

    @Option(
            names = "--yaml",
            description = "Print the offload binaries only, in the form of LLVM's obj2yaml.")
    private boolean yaml;

    @Option(
            names = "--profile",
            paramLabel = "ID",
            description = "With --yaml: the ABI profile that numbers offload kinds.")
    private String profile = "";

    @Override
    public Integer call() {
        return yaml ? yaml() : report();
    }

    private int yaml() {
        var numberings = numberings();
        try {
            var runs =
                    OffloadBinaryFinder.find(
                            file.toString(),
                            InputFile.read(file),
                            member -> FileChecks.thinMember(file, member));
            for (var run : runs) {
                var binaries = OffloadBinary.parseAll(run).stream().map(Located::binary).toList();
                spec.commandLine().getOut().print(OffloadYaml.of(binaries, numberings));
            }
            spec.commandLine().getOut().flush();
            return runs.isEmpty() ? refuse(file + ": the file has no offload binary") : ExitCode.OK;
        } catch (MalformedObjectException malformed) {
            return refuse(malformed.getMessage());
        }
    }

    private int refuse(String problem) {
        spec.commandLine().getErr().println("offload-tck: " + problem);
        return ExitCode.UNEXPECTED;
    }

    /// The numberings of offload kinds: that of the profile on the command line, otherwise all.
    private List<OffloadKindNumbering> numberings() {
        if (profile.isEmpty()) {
            return List.of(OffloadKindNumbering.values());
        }
        var named = ProfileOption.profile(spec, AbiProfiles.load(), profile);
        return List.of(named.fatObject().kindNumbering());
    }

    private int report() {
        var report = FileChecks.checked(new ArtifactCheck(AbiProfiles.load()), file);
        var out = spec.commandLine().getOut();
        if (json) {
            out.print(json(report).toText());
        } else {
            out.print(CheckReportText.contents(report));
            elf(report).ifPresent(object -> new ElfListing(object).print(out));
        }
        out.flush();
        return report instanceof FileReport.Unreadable ? ExitCode.UNEXPECTED : ExitCode.OK;
    }

    private JsonObject json(FileReport report) {
        var contents = new JsonObject().put("contents", CheckReportJson.of(report));
        elf(report).ifPresent(object -> new ElfListing(object).addTo(contents));
        return contents;
    }

    /// The file as an ELF object, if it is one.
    private Optional<ElfObject> elf(FileReport report) {
        var bytes = ObjectBytes.of(report.source(), InputFile.read(file));
        return switch (report) {
            case FileReport.Artifact _, FileReport.NotAnArtifact _ ->
                    ElfObject.isElf(bytes) ? Optional.of(ElfObject.parse(bytes)) : Optional.empty();
            case FileReport.Archive _,
                    FileReport.Together _,
                    FileReport.Module _,
                    FileReport.UnknownFormat _,
                    FileReport.NotJudged _,
                    FileReport.Unreadable _ ->
                    Optional.empty();
        };
    }
}
