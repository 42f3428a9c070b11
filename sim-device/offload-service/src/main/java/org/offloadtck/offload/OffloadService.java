package org.offloadtck.offload;

import java.util.Optional;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.SharedSpace;
import org.offloadtck.emulation.run.RunRegistry;
import org.offloadtck.emulation.server.ClientService;
import org.offloadtck.emulation.server.ClientSession;
import org.offloadtck.emulation.server.RequestFields;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.offload.protocol.RuntimeClientSession;

/// Serves processes that use the kit's `libomptarget.so` on the reference runtime.
///
/// Thread-safe: its monitor guards the profiles, which are read when the first process needs them.
final class OffloadService implements ClientService {

    private final RunRegistry runs;
    private Optional<AbiProfiles> profiles = Optional.empty();

    /// @param runs that the processes join
    OffloadService(RunRegistry runs) {
        this.runs = runs;
    }

    @Override
    public int openRequest() {
        return RuntimeClientSession.OPEN_REQUEST;
    }

    @Override
    public ClientSession open(Client client, RequestFields fields, SharedSpace space) {
        var environment = new RuntimeEnvironment(RuntimeClientSession.variables(fields));
        var member = runs.join(client);
        var options = member.run().options();
        var choice = new PlatformChoice(environment.platform(), options, space.globalMemory());
        var session =
                new OffloadSession(profiles(), environment, choice, new OffloadRecorder(member));
        return new RuntimeClientSession(client.processId(), session);
    }

    private synchronized AbiProfiles profiles() {
        if (profiles.isEmpty()) {
            profiles = Optional.of(AbiProfiles.load());
        }
        return profiles.orElseThrow();
    }
}
