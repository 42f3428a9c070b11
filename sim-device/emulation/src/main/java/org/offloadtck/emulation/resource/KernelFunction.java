package org.offloadtck.emulation.resource;

import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// A kernel that the program has looked up, with the attributes it has set.
public final class KernelFunction implements Resource {

    private final long handle;
    private final EmulatedModule module;
    private final DecodedFunction code;
    private int maxDynamicSharedBytes;
    private int sharedMemoryCarveout = -1;

    public KernelFunction(long handle, EmulatedModule module, DecodedFunction code) {
        this.handle = handle;
        this.module = module;
        this.code = code;
        int shared = module.context().device().spec().cta().sharedBytes();
        this.maxDynamicSharedBytes = Math.max(0, shared - staticSharedBytes());
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedModule module() {
        return module;
    }

    public DecodedFunction code() {
        return code;
    }

    public String name() {
        return code.name();
    }

    /// Static shared memory in bytes. In a module that has dynamic shared memory, ptxas pads it to
    /// the alignment of that (H200, driver 580.159).
    public int staticSharedBytes() {
        int alignment =
                module.text().variables().stream()
                        .filter(variable -> variable.linkage() == PtxLinkage.EXTERN)
                        .filter(variable -> variable.space() == StateSpace.SHARED)
                        .mapToInt(Variable::alignment)
                        .reduce(1, Math::max);
        return Math.ceilDiv(code.sharedBytes(), alignment) * alignment;
    }

    public int maxDynamicSharedBytes() {
        return maxDynamicSharedBytes;
    }

    public void setMaxDynamicSharedBytes(int bytes) {
        maxDynamicSharedBytes = bytes;
    }

    /// Preferred carve-out in percent of the largest; -1 leaves the choice to the driver.
    public int sharedMemoryCarveout() {
        return sharedMemoryCarveout;
    }

    public void setSharedMemoryCarveout(int percent) {
        sharedMemoryCarveout = percent;
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return module.belongsTo(context);
    }
}
