package org.offloadtck.emulation.kernel;

import java.util.stream.Stream;
import org.offloadtck.emulation.kernel.KernelSettings.Setting;
import org.offloadtck.engine.device.CtaDemand;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.device.Occupancy;
import org.offloadtck.engine.device.Occupancy.Limiter;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;
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

    /// The least `.maxnreg` that `ptxas` takes: smaller numbers count as this one (13.0.88 for
    /// `sm_75` and `sm_90`, 2026-11-30).
    private static final int LEAST_LIMIT = 24;

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

    /// Registers of a thread: the largest number that never limits a launch, since the simulator
    /// has as many as the PTX declares, or fewer if a directive of the kernel says so. `.maxnreg`
    /// limits them itself; `.minnctapersm` with `.maxntid` or `.reqntid` allows as many as so many
    /// CTAs have (`ptxas` 13.0.88, 2026-11-30).
    public int registers() {
        var cta = device.cta();
        int most = Math.min(cta.registersPerThread(), cta.registers() / cta.threads());
        int limit = Math.max(LEAST_LIMIT, directive(Kind.MAXNREG, most));
        return Math.min(most, Math.min(limit, shareOfCta(most)));
    }

    private int directive(Kind kind, int absent) {
        return directives(kind)
                .mapToInt(each -> (int) Math.min(Integer.MAX_VALUE, each.values().getFirst()))
                .min()
                .orElse(absent);
    }

    private Stream<FunctionDirective> directives(Kind kind) {
        return code.function().signature().directives().stream()
                .filter(each -> each.kind() == kind);
    }

    /// The most registers with which the CTAs that `.minnctapersm` demands are resident. The
    /// directive has no effect if a multiprocessor does not hold their threads.
    private int shareOfCta(int most) {
        int wanted = directive(Kind.MINNCTAPERSM, 1);
        long threads =
                Stream.of(Kind.MAXNTID, Kind.REQNTID)
                        .flatMap(this::directives)
                        .mapToLong(each -> each.values().stream().reduce(1L, (a, b) -> a * b))
                        .findFirst()
                        .orElse(0);
        if (threads == 0 || threads * wanted > device.multiprocessor().threads()) {
            return most;
        }
        int unit = device.cta().registerUnit() / device.cta().warpThreads();
        for (int registers = most / unit * unit; registers > 0; registers -= unit) {
            var demand = new CtaDemand((int) threads, registers, 0);
            if (Occupancy.fit(device, demand, Limiter.REGISTERS) >= wanted) {
                return registers;
            }
        }
        return most;
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
