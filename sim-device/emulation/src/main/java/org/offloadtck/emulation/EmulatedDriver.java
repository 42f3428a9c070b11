package org.offloadtck.emulation;

import java.util.Collections;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.DriverBackend;
import org.offloadtck.emulation.api.DriverSession;
import org.offloadtck.emulation.api.SharedSpace;
import org.offloadtck.emulation.inject.FaultInjector;
import org.offloadtck.emulation.queue.ProcessRecorder;
import org.offloadtck.emulation.run.RunRegistry;
import org.offloadtck.emulation.server.ClientService;
import org.offloadtck.emulation.server.DeviceBackend;
import org.offloadtck.emulation.server.DriverService;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.EmulatedSession;
import org.offloadtck.emulation.session.VisibleDevices;

/// The emulated CUDA driver: opens a session on simulated devices for each process. Thread-safe.
///
/// Requirements: ER-01, ER-02.
public final class EmulatedDriver implements DriverBackend {

    private final RunRegistry runs;

    /// @param runs that the processes join; their options say which devices there are
    public EmulatedDriver(RunRegistry runs) {
        this.runs = runs;
    }

    /// The backend of a device server: the emulated driver, and every service that a
    /// [ClientServiceFactory] creates.
    public static DeviceBackend backend() {
        var runs = new RunRegistry();
        Stream<ClientService> driver = Stream.of(new DriverService(new EmulatedDriver(runs)));
        Stream<ClientService> others =
                ServiceLoader.load(ClientServiceFactory.class).stream()
                        .map(provider -> provider.get().create(runs));
        return new DeviceBackend(runs, Stream.concat(driver, others).toList());
    }

    @Override
    public DriverSession open(Client client, Optional<String> visibleDevices, SharedSpace space) {
        var member = runs.join(client);
        var options = member.run().options();
        var state =
                new DriverState(
                        space,
                        Collections.nCopies(options.devices(), options.timedDevice()),
                        new VisibleDevices(visibleDevices),
                        new FaultInjector(options.injections()),
                        new ProcessRecorder(member),
                        client.processId());
        return new EmulatedSession(state, DriverFunctionHandlers.table(state));
    }
}
