package org.offloadtck.liboffload;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceDescription;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Program;
import org.offloadtck.plugin.Queue;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// One device. Liboffload states no architecture, and decides by the image itself whether the
/// device takes it; so the target has the triple alone.
final class LiboffloadDevice implements Device {

    /// `OL_ALLOC_TYPE_DEVICE`. Source: LLVM 22, `offload/liboffload/API/Memory.td`.
    private static final int IN_DEVICE = 1;

    private final LiboffloadLibrary library;
    private final DeviceDescription description;
    private final Set<Capability> capabilities;
    private final MemorySegment device;
    private final MemorySegment host;
    private long launches;
    private boolean closed;

    /// @param host the handle of the device that host memory belongs to
    LiboffloadDevice(String id, LiboffloadInfo info, MemorySegment host, String triple) {
        this.library = info.call().library();
        this.device = info.device();
        this.host = host;
        this.description =
                new DeviceDescription(
                        id,
                        info.name(),
                        info.vendor(),
                        "liboffload of LLVM 22, driver " + info.driverVersion(),
                        new TargetId(triple, ""),
                        OptionalInt.empty(),
                        info.maxGroupSize());
        var capabilities = EnumSet.of(Capability.RAW_ADDRESSES, Capability.SYMBOLS);
        if (info.hasDoublePrecision()) {
            capabilities.add(Capability.DOUBLE_PRECISION);
        }
        this.capabilities = Set.copyOf(capabilities);
    }

    @Override
    public DeviceDescription description() {
        return description;
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public boolean accepts(ProgramImage image) {
        if (!image.target().triple().equals(description.target().triple())) {
            return false;
        }
        try (var arena = Arena.ofConfined()) {
            var valid = arena.allocate(JAVA_BOOLEAN);
            var bytes = copy(arena, image);
            call("check of " + image.source())
                    .check(
                            LiboffloadFunction.IS_VALID_BINARY,
                            device,
                            bytes,
                            bytes.byteSize(),
                            valid);
            return valid.get(JAVA_BOOLEAN, 0);
        }
    }

    @Override
    public Program createProgram(ProgramImage image) {
        var call = call("load of " + image.source());
        if (!accepts(image)) {
            throw call.failed(
                    DeviceError.INVALID_BINARY,
                    "the image for %s is none that liboffload takes for %s; it takes ELF files and"
                                    .formatted(image.target(), description.name())
                            + " bitcode, not PTX");
        }
        try (var arena = Arena.ofConfined()) {
            var bytes = copy(arena, image);
            var program =
                    call.made((one, place) ->
                            one.check(
                                    LiboffloadFunction.CREATE_PROGRAM,
                                    device,
                                    bytes,
                                    bytes.byteSize(),
                                    place));
            return new LiboffloadProgram(this, program);
        }
    }

    private static MemorySegment copy(Arena arena, ProgramImage image) {
        return arena.allocate(image.bytes().byteSize(), Long.BYTES).copyFrom(image.bytes());
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        var call = call("allocation of %d bytes".formatted(bytes));
        if (bytes < 1) {
            throw call.failed(DeviceError.INVALID_SIZE, "size should be positive");
        }
        var address =
                call.made((one, place) ->
                        one.check(LiboffloadFunction.MEM_ALLOC, device, IN_DEVICE, bytes, place));
        return new LiboffloadMemory(this, address, bytes, LiboffloadMemory.Owner.CALLER);
    }

    @Override
    public Queue createQueue() {
        var queue =
                call("queue creation")
                        .made((one, place) ->
                                one.check(LiboffloadFunction.CREATE_QUEUE, device, place));
        return new LiboffloadQueue(this, queue);
    }

    @Override
    public long launchCount() {
        return launches;
    }

    void countLaunch() {
        launches++;
    }

    /// Calls a function that releases `object`. After the fault of a kernel, none succeeds.
    void release(LiboffloadFunction function, MemorySegment object) {
        var _ = library.call(function, object);
    }

    MemorySegment handle() {
        return device;
    }

    MemorySegment host() {
        return host;
    }

    /// An operation on this device, which is open.
    LiboffloadCall call(String operation) {
        var call = new LiboffloadCall(library, description.id(), operation);
        call.requireOpen(closed, "the device");
        return call;
    }

    @Override
    public void close() {
        closed = true;
    }
}
