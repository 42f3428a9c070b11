package org.offloadtck.offload;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.runtime.OffloadRuntime;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.memory.TargetOperation;

/// The device memory routines of OpenMP, for memory that the program addresses by device pointers.
///
/// @see "OpenMP 5.1, section 3.8, Device Memory Routines"
final class DeviceMemoryRoutines {

    private static final long DONE = 0;
    private static final long NOT_DONE = -1;

    private final HostMemory host;
    private final OffloadRuntime runtime;
    private final List<Device> devices;
    private final List<TreeMap<Long, Allocation>> allocations = new ArrayList<>();

    /// An address on a device, or on the host if the number is the count of devices.
    record Place(long address, int device) {}

    /// Memory on a device.
    ///
    /// @param function that allocated it, as the program called it
    record Allocation(DeviceMemory memory, String function) {}

    DeviceMemoryRoutines(HostMemory host, OffloadRuntime runtime, List<Device> devices) {
        this.host = host;
        this.runtime = runtime;
        this.devices = devices;
        devices.forEach(_ -> allocations.add(new TreeMap<>(Long::compareUnsigned)));
    }

    private boolean isDevice(int number) {
        return number >= 0 && number < devices.size();
    }

    /// `omp_target_alloc` and `llvm_omp_target_alloc_device`: the address; 0 if there is no such
    /// device or no memory.
    ///
    /// @param function that the program calls, which leaks name
    long allocate(long bytes, int number, String function) {
        return allocate(
                number, function, channel -> Optional.of(channel.allocate(bytes, 0, function)));
    }

    /// As [#allocate(long, int, String)], of memory that the host accesses, too.
    long allocateShared(long bytes, int number, String function) {
        return allocate(number, function, channel -> channel.allocateShared(bytes, function));
    }

    private long allocate(
            int number, String function, Function<DeviceChannel, Optional<DeviceMemory>> request) {
        if (!isDevice(number)) {
            return 0;
        }
        try {
            return request.apply(runtime.channel(number))
                    .map(memory -> keep(memory, number, function))
                    .orElse(0L);
        } catch (DeviceException refusal) {
            if (refusal.error() == DeviceError.OUT_OF_RESOURCES) {
                return 0;
            }
            throw refusal;
        }
    }

    private long keep(DeviceMemory memory, int number, String function) {
        long address = memory.address().orElse(0);
        if (address == 0) {
            memory.close();
            return 0;
        }
        allocations.get(number).put(address, new Allocation(memory, function));
        return address;
    }

    /// `omp_target_free`. Addresses that were not allocated here are ignored.
    void free(long address, int number) {
        if (isDevice(number)) {
            Optional.ofNullable(allocations.get(number).remove(address))
                    .map(Allocation::memory)
                    .ifPresent(runtime.channel(number)::free);
        }
    }

    /// The allocations on device `number` that are not freed.
    List<Allocation> left(int number) {
        return List.copyOf(allocations.get(number).values());
    }

    /// `omp_target_is_present`.
    boolean isPresent(long address, int number) {
        return isDevice(number) && runtime.dataEnvironment(number).counterpart(address).isPresent();
    }

    /// `omp_get_mapped_ptr`: the device address; 0 if there is none.
    long mappedPointer(long address, int number) {
        return isDevice(number)
                ? runtime.dataEnvironment(number)
                        .counterpart(address)
                        .map(pointer -> pointer.address().orElse(0))
                        .orElse(0L)
                : 0;
    }

    /// `omp_target_associate_ptr`.
    long associate(long address, Place counterpart, long bytes) {
        if (!isDevice(counterpart.device())) {
            return NOT_DONE;
        }
        return find(counterpart, bytes)
                        .filter(pointer ->
                                runtime.dataEnvironment(counterpart.device())
                                        .associate(address, bytes, pointer))
                        .isPresent()
                ? DONE
                : NOT_DONE;
    }

    /// `omp_target_disassociate_ptr`.
    long disassociate(long address, int number) {
        return isDevice(number) && runtime.dataEnvironment(number).dissociate(address)
                ? DONE
                : NOT_DONE;
    }

    /// `omp_target_memcpy`, between any two of the host and the devices.
    long copy(Place to, Place from, long bytes) {
        try (var arena = Arena.ofShared()) {
            return read(from, bytes, arena, hostAddress(to))
                            .filter(content -> write(to, content, hostAddress(from)))
                            .isPresent()
                    ? DONE
                    : NOT_DONE;
        }
    }

    /// `omp_target_memset`.
    long fill(Place place, long bytes, byte value) {
        var target =
                isDevice(place.device()) ? find(place, bytes) : Optional.<DevicePointer>empty();
        target.ifPresent(pointer -> {
            try (var queue = devices.get(place.device()).createQueue()) {
                queue.fill(pointer.memory(), pointer.offset(), bytes, value);
                queue.synchronize();
            }
        });
        return target.isPresent() ? DONE : NOT_DONE;
    }

    /// The address of a place on the host; 0 for one on a device.
    private long hostAddress(Place place) {
        return place.device() == devices.size() ? place.address() : 0;
    }

    /// @param to host address that the bytes are for; 0 for none
    private Optional<MemorySegment> read(Place place, long bytes, Arena arena, long to) {
        if (place.device() == devices.size()) {
            return Optional.of(host.read(place.address(), bytes, "source of a copy"));
        }
        return isDevice(place.device())
                ? find(place, bytes)
                        .map(pointer -> read(place.device(), pointer, arena.allocate(bytes), to))
                : Optional.empty();
    }

    private MemorySegment read(int number, DevicePointer source, MemorySegment content, long to) {
        runtime.channel(number)
                .perform(
                        new TargetOperation.CopyFromDevice(
                                to, source.address().orElse(0), content.byteSize()),
                        () -> {
                            try (var queue = devices.get(number).createQueue()) {
                                queue.read(content, source.memory(), source.offset());
                                queue.synchronize();
                            }
                        });
        return content;
    }

    /// @param from host address of the bytes; 0 for none
    private boolean write(Place place, MemorySegment content, long from) {
        if (place.device() == devices.size()) {
            host.put(place.address(), content, "destination of a copy");
            return true;
        }
        var target =
                isDevice(place.device())
                        ? find(place, content.byteSize())
                        : Optional.<DevicePointer>empty();
        target.ifPresent(pointer -> write(place.device(), pointer, content, from));
        return target.isPresent();
    }

    private void write(int number, DevicePointer target, MemorySegment content, long from) {
        runtime.channel(number)
                .perform(
                        new TargetOperation.CopyToDevice(
                                from, target.address().orElse(0), content.byteSize()),
                        () -> {
                            try (var queue = devices.get(number).createQueue()) {
                                queue.write(target.memory(), target.offset(), content);
                                queue.synchronize();
                            }
                        });
    }

    /// The memory that contains all of the bytes at a device address, allocated here or mapped.
    private Optional<DevicePointer> find(Place place, long bytes) {
        return Optional.ofNullable(allocations.get(place.device()).floorEntry(place.address()))
                .map(entry -> entry.getValue().memory())
                .flatMap(memory -> within(memory, place.address(), bytes))
                .or(() ->
                        runtime.dataEnvironment(place.device()).mappings().stream()
                                .map(mapping -> mapping.device().memory())
                                .flatMap(memory -> within(memory, place.address(), bytes).stream())
                                .findFirst());
    }

    private static Optional<DevicePointer> within(DeviceMemory memory, long address, long bytes) {
        long offset = address - memory.address().orElse(0);
        boolean isInside =
                Long.compareUnsigned(offset, memory.size()) < 0
                        && Long.compareUnsigned(bytes, memory.size() - offset) <= 0;
        return isInside ? Optional.of(new DevicePointer(memory, offset)) : Optional.empty();
    }
}
