package org.offloadtck.scenario.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.Subcommand;
import org.offloadtck.implementation.external.Toolchain;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.external.Toolchains;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `offload-tck implementations`: lists the toolchains that a run can judge, and what they lack
/// here.
@Command(
        name = "implementations",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the toolchains that 'run --implementation' can judge, with what they lack here.",
            "Exit code 1 if a descriptor that was named lacks something."
        })
public final class ImplementationsCommand implements Subcommand {

    /// The descriptor whose comments explain the fields.
    private static final String COMMENTED = "clang-16";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "Descriptors to read in place of the kit's.")
    private List<Path> files = new ArrayList<>();

    @Mixin private LlvmBuildOption build = new LlvmBuildOption();

    @Option(
            names = "--template",
            description = "Print a descriptor with comments, to be changed and saved.")
    private boolean template;

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        if (template) {
            out.print(Toolchains.text(COMMENTED).replace("id: " + COMMENTED, "id: my-toolchain"));
            out.flush();
            return ExitCode.OK;
        }
        var named =
                Stream.concat(files.stream().map(this::read), build.toolchain().stream()).toList();
        var toolchains =
                named.isEmpty()
                        ? Toolchains.ids().stream().map(Toolchains::shipped).toList()
                        : named;
        boolean complete = true;
        for (var toolchain : toolchains) {
            complete &= print(out, toolchain);
        }
        out.flush();
        return complete || named.isEmpty() ? ExitCode.OK : ExitCode.UNEXPECTED;
    }

    private Toolchain read(Path file) {
        return UserData.read(spec, () -> Toolchains.read(file));
    }

    /// @return whether everything that the toolchain needs is here
    private static boolean print(PrintWriter out, Toolchain toolchain) {
        out.println("%s: %s".formatted(toolchain.id(), toolchain.description()));
        out.println("  profile: " + toolchain.profile());
        out.println(
                "  levels: "
                        + String.join(" ", toolchain.levels().keySet().stream().sorted().toList()));
        return switch (ToolchainLookup.of(toolchain, System.getenv())) {
            case ToolchainLookup.Found found -> {
                places(found).forEach(line -> out.println("  " + line));
                yield true;
            }
            case ToolchainLookup.Missing(var reason) -> {
                Stream.of(reason.split("; ")).forEach(line -> out.println("  missing: " + line));
                yield false;
            }
        };
    }

    private static List<String> places(ToolchainLookup.Found found) {
        return new TreeMap<>(found.places())
                .entrySet().stream()
                        .map(each -> "%s: %s".formatted(each.getKey(), each.getValue()))
                        .toList();
    }
}
