package org.offloadtck.emulation.memory;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.offloadtck.emulation.api.DriverCallException;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.resource.DriverAllocation;
import org.offloadtck.emulation.session.DispatchTable;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.Invocation;

/// Handlers of the functions that query an address.
public final class PointerHandlers implements DispatchTable.HandlerGroup {

    private final DriverState state;

    public PointerHandlers(DriverState state) {
        this.state = state;
    }

    @Override
    public void register(DispatchTable table) {
        table.add(DriverFunction.CU_MEM_GET_ADDRESS_RANGE, this::range);
        table.add(DriverFunction.CU_POINTER_GET_ATTRIBUTE, this::attribute);
        table.add(DriverFunction.CU_POINTER_GET_ATTRIBUTES, this::attributes);
    }

    private DriverReply range(Invocation call) {
        call.current();
        var memory =
                find(call, call.raw(0)).orElseThrow(() -> unknown(call, 0, DriverResult.NOT_FOUND));
        return DriverReply.success(memory.allocation().address(), memory.allocation().size());
    }

    private DriverCallException unknown(Invocation call, int index, DriverResult result) {
        return call.error(
                index,
                result,
                "is not memory of the driver: it is " + state.memory().describe(call.raw(index)));
    }

    /// The allocation that contains the byte at an address. Variables of modules are not in the
    /// allocation table; they count as memory of the current context.
    private Optional<DriverAllocation> find(Invocation call, long address) {
        return state.allocations()
                .containing(address)
                .or(() ->
                        state.memory()
                                .find(address, 1)
                                .filter(_ -> !state.memory().isInHeap(address, 1))
                                .map(variable ->
                                        new DriverAllocation(
                                                variable,
                                                DriverAllocation.Kind.VARIABLE,
                                                call.current(),
                                                0,
                                                Optional.empty())));
    }

    private DriverReply attribute(Invocation call) {
        var attribute =
                PointerAttribute.of(call.number(0))
                        .orElseThrow(() ->
                                call.error(0, DriverResult.INVALID_VALUE, "is not an attribute"));
        var memory =
                find(call, call.raw(1))
                        .orElseThrow(() -> unknown(call, 1, DriverResult.INVALID_VALUE));
        if (attribute == PointerAttribute.HOST_POINTER
                && !PointerAttribute.hasHostPointer(memory)) {
            throw call.error(
                    1, DriverResult.INVALID_VALUE, "is memory that the host cannot access");
        }
        return DriverReply.success().withBuffers(attribute.of(memory, call.raw(1)));
    }

    /// For an address that is not memory of the driver, every attribute is zero, and the call
    /// succeeds.
    private DriverReply attributes(Invocation call) {
        var numbers = ByteBuffer.wrap(call.call().buffer(0)).order(ByteOrder.LITTLE_ENDIAN);
        int count = call.number(0);
        if (count < 1 || count > numbers.capacity() / Integer.BYTES) {
            throw call.error(0, DriverResult.INVALID_VALUE, "should count the attributes");
        }
        var memory = find(call, call.raw(1));
        var data = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            int number = numbers.getInt(i * Integer.BYTES);
            var attribute =
                    PointerAttribute.of(number)
                            .orElseThrow(() ->
                                    DriverCallException.of(
                                            DriverResult.INVALID_VALUE,
                                            "attributes has %d, which is none".formatted(number)));
            byte[] value =
                    memory.map(block -> attribute.of(block, call.raw(1)))
                            .orElseGet(attribute::ofNothing);
            data.writeBytes(PointerAttribute.bytes(value.length, Integer.BYTES));
            data.writeBytes(value);
        }
        return DriverReply.success().withBuffers(data.toByteArray());
    }
}
