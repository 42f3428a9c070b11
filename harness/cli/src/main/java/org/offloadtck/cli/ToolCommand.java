package org.offloadtck.cli;

import org.offloadtck.driver.toolkit.Tool;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// A program of the device toolkit, which compilers call through the scripts in its folder.
@Command(hidden = true)
final class ToolCommand implements Callable<Integer> {

    private final Tool tool;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..*")
    private List<String> arguments = new ArrayList<>();

    private ToolCommand(Tool tool) {
        this.tool = tool;
    }

    /// Makes every tool a subcommand of `line`. Their arguments are their own affair.
    static void addTo(CommandLine line) {
        for (var tool : Tool.values()) {
            var command =
                    new CommandLine(new ToolCommand(tool))
                            .setUnmatchedOptionsArePositionalParams(true)
                            .setExpandAtFiles(false);
            line.addSubcommand(tool.program(), command);
        }
    }

    @Override
    public Integer call() {
        var line = spec.commandLine();
        return tool.run(arguments, line.getOut(), line.getErr());
    }
}
