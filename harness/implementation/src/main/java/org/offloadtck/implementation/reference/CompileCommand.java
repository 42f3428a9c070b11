package org.offloadtck.implementation.reference;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.InputFile;
import org.offloadtck.command.OutputFile;
import org.offloadtck.command.Subcommand;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataException;
import org.offloadtck.implementation.DeviceCodeChoice;
import org.offloadtck.implementation.StageResult;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.implementation.phase.CompilationPlan;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.implementation.program.reader.ProgramReader;
import org.offloadtck.object.command.ProfileOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck compile`: the reference front end, from a program's description to a fat object.
@Command(
        name = "compile",
        mixinStandardHelpOptions = true,
        description = "Lowers a program to a host object with its device code embedded.")
public final class CompileCommand implements Subcommand {

    /// The name of the executable that a compilation without `-c` links.
    private static final String EXECUTABLE = "a.out";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private ProfileOption profile = new ProfileOption();

    @Parameters(paramLabel = "PROGRAM.yaml", description = "The program to compile.")
    private Path file = Path.of("");

    @Option(names = "-c", description = "Compile and do not link.")
    private boolean compileOnly;

    @Option(
            names = "-g",
            description = "Write source locations and variable names for the runtime.")
    private boolean debug;

    @Option(
            names = "-fopenmp-targets",
            paramLabel = "TRIPLE",
            split = ",",
            description = "Embed device code for these targets only, in this order.")
    private List<String> triples = new ArrayList<>();

    @Option(
            names = "-O",
            paramLabel = "LEVEL",
            description = "The level of the device code: 0 or 2 (default: ${DEFAULT-VALUE}).")
    private String level = "2";

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "The fat object to write (default: named after the program).")
    private Path output = Path.of("");

    @Option(
            names = "--print-phases",
            description = "Print the phases, with the link unless -c is given, and write no file.")
    private boolean printPhases;

    @Override
    public Integer call() {
        if (!compileOnly && !printPhases) {
            throw new ParameterException(
                    spec.commandLine(),
                    "-c is missing, when this command does not link; use offload-tck link");
        }
        try {
            var text = InputFile.readText(file);
            var program = ProgramReader.read(file.toString(), text);
            return printPhases ? print(program) : compile(program);
        } catch (DataException fault) {
            return failed(String.valueOf(fault.getMessage()));
        }
    }

    private int print(CorpusProgram program) {
        var object = object(program).toString();
        var embedding = profile.profile().compilation().embedding();
        var out = spec.commandLine().getOut();
        CompilationPlan.of(program, deviceCode(program), embedding, object).forEach(out::println);
        if (!compileOnly) {
            out.println(CompilationPlan.link(object, EXECUTABLE));
        }
        out.flush();
        return ExitCode.OK;
    }

    private int compile(CorpusProgram program) {
        var reference = ReferenceImplementation.of(profile.profile(), this::deviceFile);
        var information = debug ? DebugInformation.FULL : DebugInformation.NONE;
        return switch (reference.compile(program, deviceCode(program), information)) {
            case StageResult.Made(var made, _) -> write(object(program), made.bytes());
            case StageResult.Stopped(var verdict) -> failed(verdict.reason());
        };
    }

    /// The code for each requested target.
    private List<DeviceCode> deviceCode(CorpusProgram program) {
        var suitable = DeviceCodeChoice.forEachTarget(program, profile.profile(), "O" + level);
        if (suitable.isEmpty() && !program.deviceCode().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "%s has no device code of this profile at -O %s; it has %s"
                            .formatted(program.name(), level, program.deviceCode()));
        }
        return triples.isEmpty()
                ? suitable
                : triples.stream().map(triple -> codeFor(triple, suitable)).toList();
    }

    private DeviceCode codeFor(String triple, List<DeviceCode> suitable) {
        return suitable.stream()
                .filter(code -> code.target().triple().equals(triple))
                .findFirst()
                .orElseThrow(() ->
                        new ParameterException(
                                spec.commandLine(),
                                "-fopenmp-targets has '%s' when the program has code for %s"
                                        .formatted(
                                                triple,
                                                suitable.stream()
                                                        .map(code -> code.target().triple())
                                                        .toList())));
    }

    /// The bytes of a file beside the program's file, or of a corpus file.
    private byte[] deviceFile(String name) {
        var beside = file.resolveSibling(name);
        return Files.exists(beside) || !Corpus.list(name).contains(name)
                ? InputFile.read(beside)
                : Corpus.bytes(name);
    }

    private Path object(CorpusProgram program) {
        return output.toString().isEmpty() ? Path.of(program.name() + ".o") : output;
    }

    private int write(Path object, byte[] bytes) {
        OutputFile.write(object, bytes);
        return ExitCode.OK;
    }

    private int failed(String reason) {
        spec.commandLine().getErr().println("error: " + reason);
        return ExitCode.UNEXPECTED;
    }
}
