package org.offloadtck.sim;

import java.util.Optional;
import org.offloadtck.engine.load.LoadedModule;
import org.offloadtck.engine.program.UnsupportedKernelException;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Kernel;
import org.offloadtck.plugin.Program;

/// A module loaded into the simulated device.
final class SimulatedProgram implements Program {

    private final SimulatedDevice device;
    private final LoadedModule image;
    private boolean closed;

    SimulatedProgram(SimulatedDevice device, LoadedModule image) {
        this.device = device;
        this.image = image;
    }

    LoadedModule image() {
        return image;
    }

    boolean isClosed() {
        return closed;
    }

    boolean belongsTo(SimulatedDevice wanted) {
        return device == wanted;
    }

    @Override
    public Optional<Kernel> kernel(String name) {
        String operation = "look-up of " + name;
        requireOpen(operation);
        try {
            return image.kernel(name)
                    .map(function ->
                            new SimulatedKernel(this, function, device.spec().cta().threads()));
        } catch (UnsupportedKernelException fault) {
            throw device.failure(operation, DeviceError.UNSUPPORTED, fault);
        }
    }

    @Override
    public Optional<DeviceMemory> global(String name) {
        requireOpen("look-up of " + name);
        return image.variable(name)
                .map(variable ->
                        new SimulatedMemory(device, variable, SimulatedMemory.Owner.PROGRAM));
    }

    @Override
    public Optional<Long> functionAddress(String name) {
        requireOpen("look-up of " + name);
        var address = image.functionAddress(name);
        return address.isPresent() ? Optional.of(address.getAsLong()) : Optional.empty();
    }

    private void requireOpen(String operation) {
        device.requireOpen(operation);
        if (closed) {
            throw device.error(operation, DeviceError.INVALID_VALUE, "the program is closed");
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            device.unload(image);
        }
    }
}
