package org.offloadtck.offload;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.emulation.run.ClientProcess;
import org.offloadtck.emulation.run.ProgramRun;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.offload.protocol.RuntimeSession;

/// Opens sessions of processes that use `libomptarget.so`. Thread-safe: its monitor guards the
/// profiles, which are read when the first process needs them.
public final class OffloadService {

    private Optional<AbiProfiles> profiles = Optional.empty();

    /// A session for a process.
    ///
    /// @param variables what of its environment concerns the runtime
    /// @param arena memory that the process shares, for simulated devices
    public RuntimeSession open(
            Map<String, String> variables,
            ProgramRun run,
            ClientProcess process,
            MemorySegment arena) {
        var settings = new RuntimeEnvironment(variables);
        var choice = new PlatformChoice(settings.platform(), run.options(), arena);
        var watch = new OffloadRecorder(run, process);
        return new OffloadSession(profiles(), settings, choice, watch);
    }

    private synchronized AbiProfiles profiles() {
        if (profiles.isEmpty()) {
            profiles = Optional.of(AbiProfiles.load());
        }
        return profiles.orElseThrow();
    }
}
