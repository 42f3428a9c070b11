package org.offloadtck.offload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.offloadtck.emulation.api.ArenaTop;
import org.offloadtck.emulation.api.DeviceMemoryAccess;
import org.offloadtck.emulation.server.ClientGoneException;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.offload.protocol.RuntimeCall;
import org.offloadtck.offload.protocol.RuntimeFunction;
import org.offloadtck.offload.protocol.RuntimeReply;
import org.offloadtck.offload.protocol.RuntimeSession;
import org.offloadtck.offload.protocol.WaitingClient;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.RuntimeOptions;
import org.offloadtck.runtime.diagnostic.MissingCapabilityException;
import org.offloadtck.runtime.diagnostic.OffloadException;

/// The session of one process. Its reference runtime is created when the process registers the
/// first library that shows its profile. Libraries before it, which have no entries, are registered
/// then.
///
/// The runtime is single-threaded: a call holds `lock` until its end. The monitor guards `callers`,
/// so that the end of the process can interrupt a call.
///
/// Requirement: ER-17.
final class OffloadSession implements RuntimeSession {

    /// The profile of a process that calls before it registers a library.
    private static final String UNREGISTERED = "llvm-19";

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Thread> callers = new HashSet<>();
    private final ProcessMemory host;
    private final AbiProfiles profiles;
    private final RuntimeEnvironment settings;
    private final PlatformChoice choice;
    private final OffloadRecorder watch;
    private final List<RuntimeCall> early = new ArrayList<>();
    private Optional<ProcessRuntime> constructs = Optional.empty();
    private boolean closed;

    OffloadSession(
            AbiProfiles profiles,
            RuntimeEnvironment settings,
            PlatformChoice choice,
            OffloadRecorder watch) {
        this.profiles = profiles;
        this.settings = settings;
        this.choice = choice;
        this.host = new ProcessMemory(address -> !choice.memory().isOutside(address));
        this.watch = watch;
    }

    @Override
    public RuntimeReply call(RuntimeCall request, WaitingClient memory) {
        enter();
        try {
            lock.lockInterruptibly();
            try {
                host.enter(memory);
                return answer(request)
                        .withDiagnostics(watch.takeDiagnostics())
                        .withOutput(watch.takeOutput());
            } finally {
                host.leave();
                lock.unlock();
            }
        } catch (InterruptedException fault) {
            throw new ClientGoneException(fault);
        } finally {
            leave();
        }
    }

    private synchronized void enter() {
        if (closed) {
            throw new ClientGoneException(new IllegalStateException("the session is closed"));
        }
        callers.add(Thread.currentThread());
    }

    private synchronized void leave() {
        callers.remove(Thread.currentThread());
    }

    private RuntimeReply answer(RuntimeCall request) {
        var site = new ConstructLocation(host, request);
        try {
            return RuntimeReply.of(perform(request));
        } catch (OffloadException fault) {
            var place = site.textWithFile();
            watch.recordViolation(place, fault);
            return RuntimeReply.broken(
                    "%s: 0x%x: %s [%s]\n"
                            .formatted(
                                    place,
                                    fault.address(),
                                    fault.problem(),
                                    fault.rule().requirement()));
        } catch (DeviceException | MissingCapabilityException | InvalidSettingException fault) {
            return RuntimeReply.broken(
                    "%s: %s\n".formatted(site.text(), String.valueOf(fault.getMessage())));
        }
    }

    private long perform(RuntimeCall request) {
        if (constructs.isEmpty() && isEarly(request)) {
            return remember(request);
        }
        return begun(request).perform(request);
    }

    /// Whether a call does not need the runtime: constructors that register requirements run before
    /// those that register libraries, and a library without entries may be of any release.
    private boolean isEarly(RuntimeCall request) {
        return switch (request.function()) {
            case REGISTER_REQUIRES, ATTACH_TOOL -> true;
            case COUNT_DEVICES -> firstLibrary().isEmpty();
            case REGISTER_LIBRARY ->
                    settings.profile().isEmpty()
                            && new ProfileDetector(host).fitsSeveral(request.argument(0));
            default -> false;
        };
    }

    private Optional<RuntimeCall> firstLibrary() {
        return early.stream()
                .filter(call -> call.function() == RuntimeFunction.REGISTER_LIBRARY)
                .findFirst();
    }

    private long remember(RuntimeCall request) {
        if (request.function() != RuntimeFunction.COUNT_DEVICES) {
            early.add(request);
        }
        return 0;
    }

    private ProcessRuntime begun(RuntimeCall request) {
        if (constructs.isEmpty()) {
            var profile = profile(request);
            var devices = SessionDevices.open(choice, watch);
            watch.recordProfile(profile.id());
            var options =
                    RuntimeOptions.of(profile, settings.policy())
                            .withSharedMemory(settings.sharedMemory());
            var begun = new ProcessRuntime(host, options, devices, watch);
            begun.setInfoLevel(settings.info());
            constructs = Optional.of(begun);
            early.forEach(begun::perform);
        }
        return constructs.orElseThrow();
    }

    private AbiProfile profile(RuntimeCall request) {
        var id =
                settings.profile()
                        .or(() -> firstShown(request).map(new ProfileDetector(host)::of))
                        .orElse(UNREGISTERED);
        if (!profiles.ids().contains(id)) {
            throw new InvalidSettingException(
                    "OFFLOAD_TCK_PROFILE is '%s' when it should be one of %s"
                            .formatted(id, String.join(", ", profiles.ids())));
        }
        return profiles.profile(id);
    }

    private Optional<Long> firstShown(RuntimeCall request) {
        return Optional.of(request)
                .filter(call -> call.function() == RuntimeFunction.REGISTER_LIBRARY)
                .or(this::firstLibrary)
                .map(call -> call.argument(0));
    }

    @Override
    public ArenaTop arenaTop() {
        return ArenaTop.of(choice.memory());
    }

    @Override
    public void accessed(DeviceMemoryAccess access) {
        watch.recordHostAccess(access, choice.memory());
    }

    @Override
    public void died() {
        watch.recordDeath();
    }

    @Override
    public void close() {
        interrupt();
        lock.lock();
        try {
            constructs.ifPresent(ProcessRuntime::close);
        } finally {
            lock.unlock();
            watch.recordExit();
        }
    }

    private synchronized void interrupt() {
        closed = true;
        callers.forEach(Thread::interrupt);
    }
}
