package org.offloadtck.driver.offload;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.driver.api.RuntimeSession;
import org.offloadtck.driver.report.ClientProcess;
import org.offloadtck.driver.report.Run;
import org.offloadtck.object.profile.AbiProfiles;

/// Opens sessions of processes that use `libomptarget.so`. Thread-safe: its monitor guards the
/// profiles, which are read when the first process needs them.
public final class OffloadService {

    private Optional<AbiProfiles> profiles = Optional.empty();

    /// A session for a process.
    ///
    /// @param variables what of its environment concerns the runtime
    /// @param arena memory that the process shares, for simulated devices
    public RuntimeSession open(
            Map<String, String> variables, Run run, ClientProcess process, MemorySegment arena) {
        var settings = new ProcessSettings(variables);
        var choice = new DeviceChoice(settings.platform(), run.options(), arena);
        var watch = new Watch(run, process);
        return new OffloadSession(profiles(), settings, choice, watch);
    }

    private synchronized AbiProfiles profiles() {
        if (profiles.isEmpty()) {
            profiles = Optional.of(AbiProfiles.load());
        }
        return profiles.orElseThrow();
    }
}
