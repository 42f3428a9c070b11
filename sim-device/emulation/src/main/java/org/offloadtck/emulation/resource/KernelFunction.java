package org.offloadtck.emulation.resource;

import java.util.List;
import org.offloadtck.emulation.kernel.ConfiguredKernel;
import org.offloadtck.emulation.kernel.KernelCode;
import org.offloadtck.emulation.kernel.KernelSettings;
import org.offloadtck.engine.code.CallSite.FrameSlot;
import org.offloadtck.engine.program.DecodedFunction;

/// A kernel that the program has looked up, with the attributes it has set. It is decoded when its
/// code is first needed.
///
/// @param name one of a kernel of the module
public record KernelFunction(
        long handle, EmulatedModule module, String name, KernelSettings settings)
        implements Resource {

    /// The kernel with the attributes that were set.
    ///
    /// @throws org.offloadtck.emulation.api.DriverCallException if it is not supported
    public ConfiguredKernel configured() {
        return new ConfiguredKernel(
                code(), module.text(), module.context().device().spec(), settings);
    }

    /// The decoded kernel.
    ///
    /// @throws org.offloadtck.emulation.api.DriverCallException if it is not supported
    public DecodedFunction code() {
        return KernelCode.of(module.image(), name).orElseThrow();
    }

    /// Whether it is decoded.
    public boolean isDecoded() {
        return module.image().isDecoded(name);
    }

    /// The places of its parameters, for which it need not be decoded.
    public List<FrameSlot> parameters() {
        return module.image().parameters(name);
    }

    /// Static shared memory in bytes.
    public int staticSharedBytes() {
        return configured().staticSharedBytes();
    }

    public int maxDynamicSharedBytes() {
        return configured().maxDynamicSharedBytes();
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return module.belongsTo(context);
    }
}
