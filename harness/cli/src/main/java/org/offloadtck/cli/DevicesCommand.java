package org.offloadtck.cli;

import java.io.PrintWriter;
import java.util.stream.Collectors;
import org.offloadtck.command.ExitCode;
import org.offloadtck.command.Subcommand;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.plugin.process.IsolatedPlugin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `offload-tck devices`: lists the devices, and for each missing platform the reason and the
/// remedy.
@Command(
        name = "devices",
        mixinStandardHelpOptions = true,
        description = "Lists the available devices, and why others are not available.")
public final class DevicesCommand implements Subcommand {

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        var out = spec.commandLine().getOut();
        for (var plugin : IsolatedPlugin.installed()) {
            switch (plugin.discover()) {
                case Discovery.Found(var devices) -> devices.forEach(device -> list(out, device));
                case Discovery.Absent(var reason, var remedy) -> {
                    out.printf("%-10s absent: %s%n", plugin.name(), reason);
                    out.printf("%-10s         %s%n", "", remedy);
                }
                case Discovery.Failed(var failure) ->
                        out.printf("%-10s failed: %s%n", plugin.name(), failure.getMessage());
            }
        }
        out.flush();
        return ExitCode.OK;
    }

    private static void list(PrintWriter out, Device device) {
        try (device) {
            var description = device.description();
            out.printf(
                    "%-10s %s (%s), target %s%n",
                    description.id(),
                    description.name(),
                    description.driver(),
                    description.target());
            out.printf(
                    "%-10s %s%n",
                    "",
                    device.capabilities().stream()
                            .sorted()
                            .map(DevicesCommand::spelled)
                            .collect(Collectors.joining(", ")));
        }
    }

    private static String spelled(Capability capability) {
        return capability.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
