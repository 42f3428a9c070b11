package org.offloadtck.emulation.resource;

import org.offloadtck.emulation.kernel.ConfiguredKernel;
import org.offloadtck.emulation.kernel.KernelSettings;
import org.offloadtck.engine.program.DecodedFunction;

/// A kernel that the program has looked up, with the attributes it has set.
public final class KernelFunction implements Resource {

    private final long handle;
    private final EmulatedModule module;
    private final ConfiguredKernel configured;

    public KernelFunction(
            long handle, EmulatedModule module, DecodedFunction code, KernelSettings settings) {
        this.handle = handle;
        this.module = module;
        this.configured =
                new ConfiguredKernel(
                        code, module.text(), module.context().device().spec(), settings);
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedModule module() {
        return module;
    }

    /// The kernel with the attributes that were set.
    public ConfiguredKernel configured() {
        return configured;
    }

    public DecodedFunction code() {
        return configured.code();
    }

    public String name() {
        return code().name();
    }

    /// Static shared memory in bytes.
    public int staticSharedBytes() {
        return configured.staticSharedBytes();
    }

    public int maxDynamicSharedBytes() {
        return configured.maxDynamicSharedBytes();
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return module.belongsTo(context);
    }
}
