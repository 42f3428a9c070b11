package org.offloadtck.driver.emulation;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.offloadtck.driver.api.DriverCall;
import org.offloadtck.driver.api.DriverResult;
import org.offloadtck.driver.api.Reply;

/// What is known of an address.
final class PointerCalls implements CallTable.Group {

    private final Machine machine;

    PointerCalls(Machine machine) {
        this.machine = machine;
    }

    @Override
    public void offer(CallTable table) {
        table.on(DriverCall.CU_MEM_GET_ADDRESS_RANGE, this::range);
        table.on(DriverCall.CU_POINTER_GET_ATTRIBUTE, this::attribute);
        table.on(DriverCall.CU_POINTER_GET_ATTRIBUTES, this::attributes);
    }

    private Reply range(Invocation call) {
        call.current();
        var memory = find(call, call.raw(0)).orElseThrow(() -> unknown(call, 0));
        return Reply.success(memory.allocation().address(), memory.allocation().size());
    }

    private Refusal unknown(Invocation call, int index) {
        return call.refusal(
                index,
                DriverResult.INVALID_VALUE,
                "is no address of the driver's: it is "
                        + machine.memory().describe(call.raw(index)));
    }

    /// The memory that holds the byte at an address. Variables of modules belong to nobody in the
    /// ledger; they count as of the current context.
    private Optional<Block> find(Invocation call, long address) {
        return machine.ledger()
                .holding(address)
                .or(() ->
                        machine.memory()
                                .find(address, 1)
                                .map(variable ->
                                        new Block(variable, Block.Kind.DEVICE, call.current(), 0)));
    }

    private Reply attribute(Invocation call) {
        var attribute =
                PointerAttribute.of(call.number(0))
                        .orElseThrow(() ->
                                call.refusal(0, DriverResult.INVALID_VALUE, "is no attribute"));
        var memory = find(call, call.raw(1)).orElseThrow(() -> unknown(call, 1));
        return Reply.success().withBuffers(attribute.of(memory, call.raw(1)));
    }

    /// Of an address that is not the driver's every attribute is zero, and that is no error.
    private Reply attributes(Invocation call) {
        var numbers = ByteBuffer.wrap(call.call().buffer(0)).order(ByteOrder.LITTLE_ENDIAN);
        int count = call.number(0);
        if (count < 1 || count > numbers.capacity() / Integer.BYTES) {
            throw call.refusal(0, DriverResult.INVALID_VALUE, "should count the attributes");
        }
        var memory = find(call, call.raw(1));
        var data = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            int number = numbers.getInt(i * Integer.BYTES);
            var attribute =
                    PointerAttribute.of(number)
                            .orElseThrow(() ->
                                    Refusal.of(
                                            DriverResult.INVALID_VALUE,
                                            "attributes has %d, which is none".formatted(number)));
            byte[] value =
                    memory.map(block -> attribute.of(block, call.raw(1)))
                            .orElseGet(attribute::ofNothing);
            data.writeBytes(PointerAttribute.bytes(value.length, Integer.BYTES));
            data.writeBytes(value);
        }
        return Reply.success().withBuffers(data.toByteArray());
    }
}
