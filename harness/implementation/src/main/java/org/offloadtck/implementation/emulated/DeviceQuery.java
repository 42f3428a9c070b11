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

/// A toolchain's own tool that lists the devices of a machine, as `nvptx-arch` does.
public final class DeviceQuery {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private DeviceQuery() {}

    /// Runs it with nothing but the folder of the emulated driver in its library path, which is all
    /// that a program needs to find it.
    public static ProcessResult ask(EmulatedPlatform platform, ToolchainLookup.Found installation) {
        var words = List.of(installation.place(Toolchain.DEVICE_QUERY).toString());
        var environment = Map.of("LD_LIBRARY_PATH", platform.driverFolder().toString());
        return ToolProcess.run(new ToolCommand(words, Path.of("/"), environment, LIMIT));
    }
}
