package org.offloadtck.implementation.emulated;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.offloadtck.implementation.external.Toolchain;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.process.ProcessResult;
import org.offloadtck.implementation.process.ToolCommand;
import org.offloadtck.implementation.process.ToolProcess;
import org.offloadtck.plugin.EmulatedPlatform;

/// A toolchain's tool that lists the devices of a machine, such as `nvptx-arch`.
public final class DeviceQuery {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private DeviceQuery() {}

    /// Runs the tool with the directory of the emulated driver in its library path and no other
    /// setting.
    public static ProcessResult ask(EmulatedPlatform platform, ToolchainLookup.Found installation) {
        var words = List.of(installation.place(Toolchain.DEVICE_QUERY).toString());
        var environment = Map.of("LD_LIBRARY_PATH", platform.driverFolder().toString());
        return ToolProcess.run(new ToolCommand(words, Path.of("/"), environment, LIMIT));
    }
}
