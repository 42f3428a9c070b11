package org.offloadtck.liboffload;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.Program;

/// A loaded image.
final class LiboffloadProgram implements Program {

    /// `ol_symbol_kind_t` and `ol_symbol_info_t`. Source: LLVM 22,
    /// `offload/liboffload/API/Symbol.td`.
    private static final int KERNEL = 0;

    private static final int VARIABLE = 1;
    private static final int VARIABLE_ADDRESS = 1;
    private static final int VARIABLE_SIZE = 2;

    private final LiboffloadDevice device;
    private final MemorySegment program;
    private boolean closed;

    LiboffloadProgram(LiboffloadDevice device, MemorySegment program) {
        this.device = device;
        this.program = program;
    }

    @Override
    public Optional<Kernel> kernel(String name) {
        return symbol(call("lookup of kernel " + name), name, KERNEL)
                .map(handle ->
                        new LiboffloadKernel(name, handle, device.description().maxGroupSize()));
    }

    @Override
    public Optional<DeviceMemory> global(String name) {
        var call = call("lookup of global " + name);
        return symbol(call, name, VARIABLE)
                .map(symbol ->
                        new LiboffloadMemory(
                                device,
                                call.made(
                                        (one, place) -> read(one, symbol, VARIABLE_ADDRESS, place)),
                                call.number(
                                        (one, place) -> read(one, symbol, VARIABLE_SIZE, place)),
                                LiboffloadMemory.Owner.PROGRAM));
    }

    private static void read(
            LiboffloadCall call, MemorySegment symbol, int property, MemorySegment place) {
        call.check(
                LiboffloadFunction.GET_SYMBOL_INFO, symbol, property, JAVA_LONG.byteSize(), place);
    }

    private Optional<MemorySegment> symbol(LiboffloadCall call, String name, int kind) {
        try (var arena = Arena.ofConfined()) {
            var place = arena.allocate(ADDRESS);
            return call.finds(
                            LiboffloadFunction.GET_SYMBOL,
                            program,
                            arena.allocateFrom(name),
                            kind,
                            place)
                    ? Optional.of(place.get(ADDRESS, 0))
                    : Optional.empty();
        }
    }

    @Override
    public Optional<Long> functionAddress(String name) {
        throw call("address of function " + name)
                .failed(DeviceError.UNSUPPORTED, "liboffload has no lookup of device functions");
    }

    private LiboffloadCall call(String operation) {
        var call = device.call(operation);
        call.requireOpen(closed, "the program");
        return call;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            device.release(LiboffloadFunction.DESTROY_PROGRAM, program);
        }
    }
}
