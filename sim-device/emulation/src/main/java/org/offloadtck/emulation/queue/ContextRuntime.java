package org.offloadtck.emulation.queue;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.offloadtck.emulation.attribute.DeviceAttribute;
import org.offloadtck.emulation.resource.ContextLimit;
import org.offloadtck.emulation.resource.EmulatedContext;
import org.offloadtck.emulation.resource.EmulatedModule;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.deviceruntime.RuntimeDevice;
import org.offloadtck.engine.deviceruntime.RuntimeMemory;
import org.offloadtck.engine.program.DecodedFunction;

/// The device of a context, as the device runtime of kernels of a module sees it.
record ContextRuntime(EmulatedModule module) implements RuntimeDevice {

    private EmulatedContext context() {
        return module.context();
    }

    @Override
    public DeviceSpec spec() {
        return context().device().spec();
    }

    @Override
    public int ordinal() {
        return context().device().ordinal();
    }

    @Override
    public RuntimeMemory memory() {
        return context().runtimeMemory();
    }

    @Override
    public OptionalInt attribute(int number) {
        return number < 1 || number > DeviceAttribute.LAST
                ? OptionalInt.empty()
                : OptionalInt.of(DeviceAttribute.value(number, context().device()));
    }

    /// The numbers of `cudaLimit` are those of `CUlimit` (CUDA 13.0, `driver_types.h`, `cuda.h`).
    @Override
    public OptionalLong limit(int number) {
        return ContextLimit.of(number)
                .filter(limit -> limit.isSupported(spec()))
                .map(limit -> OptionalLong.of(context().limit(limit)))
                .orElse(OptionalLong.empty());
    }

    @Override
    public int maxDynamicSharedBytes(DecodedFunction kernel) {
        return module.child(kernel).maxDynamicSharedBytes();
    }
}
