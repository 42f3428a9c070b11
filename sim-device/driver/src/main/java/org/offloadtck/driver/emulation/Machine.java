package org.offloadtck.driver.emulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.inject.Injections;
import org.offloadtck.simt.check.FaultDetector;
import org.offloadtck.simt.device.DeviceSpec;
import org.offloadtck.simt.memory.AddressSpace;
import org.offloadtck.simt.memory.GlobalMemory;

/// The devices of one process and all it has on them. Its lock guards everything reached from here,
/// but for global memory, which has its own.
final class Machine implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();
    private final GlobalMemory memory;
    private final Ledger ledger;
    private final Reservations reservations = new Reservations();
    private final Handles handles = new Handles();
    private final List<Gpu> gpus;
    private final Injections injections;
    private final Watch watch;
    private final FaultDetector detector;
    private final Worker worker;
    private final CallTable calls;
    private boolean initialised;
    private boolean closed;

    /// @param specs of its devices, in the order of their ordinals
    Machine(GlobalMemory memory, List<DeviceSpec> specs, Injections injections, Watch watch) {
        this.memory = memory;
        this.ledger = new Ledger(memory);
        this.injections = injections;
        this.watch = watch;
        this.gpus = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            gpus.add(new Gpu(i, specs.get(i)));
        }
        this.detector = new FaultDetector(memory, watch.checks(), watch::detected);
        this.worker = new Worker(lock, new Execution(memory, detector, watch), "kernels");
        this.calls = CallTable.of(this);
    }

    ReentrantLock lock() {
        return lock;
    }

    GlobalMemory memory() {
        return memory;
    }

    Ledger ledger() {
        return ledger;
    }

    Reservations reservations() {
        return reservations;
    }

    Handles handles() {
        return handles;
    }

    List<Gpu> gpus() {
        return gpus;
    }

    Injections injections() {
        return injections;
    }

    Watch watch() {
        return watch;
    }

    Worker worker() {
        return worker;
    }

    CallTable calls() {
        return calls;
    }

    boolean isInitialised() {
        return initialised;
    }

    void initialise() {
        initialised = true;
    }

    boolean isClosed() {
        return closed;
    }

    /// Whether an address is of the process's global memory, allocated or not.
    boolean isGlobal(long address) {
        return Long.compareUnsigned(address - AddressSpace.GLOBAL, memory.reached()) < 0;
    }

    Optional<Gpu> gpu(long ordinal) {
        return ordinal >= 0 && ordinal < gpus.size()
                ? Optional.of(gpus.get((int) ordinal))
                : Optional.empty();
    }

    Context createContext(Gpu gpu, Context.Kind kind) {
        var context = new Context(handles.give(HandleKind.CONTEXT), gpu, kind, memory);
        handles.add(context);
        return context;
    }

    /// Waits for the context's work and frees what it has.
    void destroy(Context context) {
        worker.await(context.last());
        free(context);
    }

    private void free(Context context) {
        for (var resource : handles.of(context)) {
            if (resource instanceof LoadedModule module) {
                unload(module);
            } else {
                handles.remove(resource);
            }
        }
        for (var block : ledger.of(context)) {
            if (block.kind().canLeak()) {
                watch.leaked(block);
            }
            ledger.free(block);
        }
        if (contexts().size() == 1) {
            detector.end();
        }
        context.freeHeap();
        handles.remove(context);
    }

    /// Frees a module of which nothing runs.
    void unload(LoadedModule module) {
        module.functions().forEach(handles::remove);
        handles.remove(module);
        module.image().unload();
        module.context().gpu().giveBack(module.bytes());
    }

    /// Refuses to go on in a context that failed.
    static Context healthy(Context context) {
        context.failure()
                .ifPresent(failure -> {
                    throw Refusal.of(failure.result(), failure.reason());
                });
        return context;
    }

    /// The process is gone: whatever runs is interrupted, and what is left is counted as leaked.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        worker.close();
        lock.lock();
        try {
            contexts().forEach(this::free);
        } finally {
            lock.unlock();
        }
    }

    private List<Context> contexts() {
        return handles.all(Context.class);
    }

    /// Refuses a call when the devices cannot be used at all.
    void requireDevices() {
        if (injections.isWithoutDevice()) {
            throw Refusal.of(DriverResult.NO_DEVICE, "there is no device, as --inject asks");
        }
    }
}
