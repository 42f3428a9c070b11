package org.offloadtck.emulation.kernel;

import org.offloadtck.emulation.kernel.KernelSettings.Setting;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// What the attributes of a kernel depend on. A kernel of a library has them without a context.
///
/// @param text the module that has the kernel
/// @param device on which it runs
public record ConfiguredKernel(
        DecodedFunction code, PtxModule text, DeviceSpec device, KernelSettings settings) {

    /// Static shared memory in bytes. In a module that has dynamic shared memory, ptxas pads it to
    /// the alignment of that (H200, driver 580.159).
    public int staticSharedBytes() {
        int alignment =
                text.variables().stream()
                        .filter(variable -> variable.linkage() == PtxLinkage.EXTERN)
                        .filter(variable -> variable.space() == StateSpace.SHARED)
                        .mapToInt(Variable::alignment)
                        .reduce(1, Math::max);
        return Math.ceilDiv(code.sharedBytes(), alignment) * alignment;
    }

    public int maxDynamicSharedBytes() {
        return settings.value(
                Setting.MAX_DYNAMIC_SHARED_BYTES,
                Math.max(0, device.cta().sharedBytes() - staticSharedBytes()));
    }

    /// Preferred carve-out in percent of the largest; -1 leaves the choice to the driver.
    public int sharedMemoryCarveout() {
        return settings.value(Setting.SHARED_MEMORY_CARVEOUT, -1);
    }
}
