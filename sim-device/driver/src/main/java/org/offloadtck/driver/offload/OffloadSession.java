package org.offloadtck.driver.offload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.offloadtck.driver.api.ClientGoneException;
import org.offloadtck.driver.api.ClientMemory;
import org.offloadtck.driver.api.RuntimeCall;
import org.offloadtck.driver.api.RuntimeReply;
import org.offloadtck.driver.api.RuntimeRequest;
import org.offloadtck.driver.api.RuntimeSession;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.diagnostic.MissingCapabilityException;
import org.offloadtck.runtime.diagnostic.OffloadException;

/// One process and its reference runtime, which begins with the first library.
///
/// The runtime is single-threaded: `lock` is held for the length of a call. What `callers` holds
/// has a lock of its own, the monitor, so that the end of the process can interrupt a call.
final class OffloadSession implements RuntimeSession {

    /// The profile of a process that calls before it has registered anything.
    private static final String UNREGISTERED = "llvm-19";

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Thread> callers = new HashSet<>();
    private final ProcessMemory host = new ProcessMemory();
    private final AbiProfiles profiles;
    private final ProcessSettings settings;
    private final DeviceChoice choice;
    private final Watch watch;
    private final List<RuntimeRequest> requires = new ArrayList<>();
    private Optional<Constructs> constructs = Optional.empty();
    private volatile long top;
    private boolean closed;

    OffloadSession(
            AbiProfiles profiles, ProcessSettings settings, DeviceChoice choice, Watch watch) {
        this.profiles = profiles;
        this.settings = settings;
        this.choice = choice;
        this.watch = watch;
    }

    @Override
    public RuntimeReply call(RuntimeRequest request, ClientMemory memory) {
        enter();
        try {
            lock.lockInterruptibly();
            try {
                host.enter(memory);
                return answer(request).telling(watch.takeTold()).printing(watch.takePrinted());
            } finally {
                top = constructs.map(Constructs::arenaTop).orElse(0L);
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

    private RuntimeReply answer(RuntimeRequest request) {
        var site = new CallSite(host, request);
        try {
            return RuntimeReply.of(perform(request));
        } catch (OffloadException fault) {
            var place = site.textWithFile();
            watch.broken(place, fault);
            return RuntimeReply.broken(
                    "%s: 0x%x: %s [%s]\n"
                            .formatted(
                                    place,
                                    fault.address(),
                                    fault.problem(),
                                    fault.rule().requirement()));
        } catch (DeviceException | MissingCapabilityException | UnusableSettingException fault) {
            return RuntimeReply.broken(
                    "%s: %s\n".formatted(site.text(), String.valueOf(fault.getMessage())));
        }
    }

    private long perform(RuntimeRequest request) {
        if (constructs.isEmpty() && isEarly(request.function())) {
            return remember(request);
        }
        return begun(request).perform(request);
    }

    /// Whether a call may come before there is a library to know the profile by: constructors that
    /// say what the program requires run before those that register.
    private static boolean isEarly(RuntimeCall function) {
        return function == RuntimeCall.REGISTER_REQUIRES || function == RuntimeCall.COUNT_DEVICES;
    }

    private long remember(RuntimeRequest request) {
        if (request.function() == RuntimeCall.REGISTER_REQUIRES) {
            requires.add(request);
        }
        return 0;
    }

    private Constructs begun(RuntimeRequest request) {
        if (constructs.isEmpty()) {
            var profile = profile(request);
            var devices = SessionDevices.open(choice, watch);
            watch.held(profile.id());
            var begun = new Constructs(host, profile, settings.policy(), devices, watch);
            begun.tell(settings.info());
            constructs = Optional.of(begun);
            requires.forEach(begun::perform);
        }
        return constructs.orElseThrow();
    }

    private AbiProfile profile(RuntimeRequest request) {
        var id =
                settings.profile()
                        .orElseGet(() ->
                                request.function() == RuntimeCall.REGISTER_LIBRARY
                                        ? new ProfileDetection(host).of(request.argument(0))
                                        : UNREGISTERED);
        if (!profiles.ids().contains(id)) {
            throw new UnusableSettingException(
                    "OFFLOAD_TCK_PROFILE is '%s' when it should be one of %s"
                            .formatted(id, String.join(", ", profiles.ids())));
        }
        return profiles.profile(id);
    }

    @Override
    public long arenaTop() {
        return top;
    }

    @Override
    public void close() {
        interrupt();
        lock.lock();
        try {
            constructs.ifPresent(Constructs::close);
        } finally {
            lock.unlock();
        }
    }

    private synchronized void interrupt() {
        closed = true;
        callers.forEach(Thread::interrupt);
    }
}
