package org.offloadtck.emulation.module;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.offloadtck.emulation.kernel.ConfiguredKernel;
import org.offloadtck.emulation.kernel.KernelClusters;
import org.offloadtck.emulation.kernel.KernelSettings.Setting;
import org.offloadtck.emulation.resource.KernelFunction;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.FunctionDirective.Kind;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// What `cuFuncGetAttribute` answers (CUDA driver API 12.6, `CUfunction_attribute`).
public enum FunctionAttribute {
    MAX_THREADS_PER_BLOCK(0, FunctionAttribute::maxThreads),
    SHARED_SIZE_BYTES(1, ConfiguredKernel::staticSharedBytes),
    /// Of the whole module: which constants a kernel reads is not looked into.
    CONST_SIZE_BYTES(2, FunctionAttribute::constantBytes),
    /// Of the kernel's own frame, without those of functions it calls.
    LOCAL_SIZE_BYTES(3, kernel -> kernel.code().frameBytes()),
    NUM_REGS(4, ConfiguredKernel::registers),
    /// The architecture of `.target`, not the release of `.version`: CUB selects its kernels'
    /// tuning by it (CUDA 13.0, `cub/util_device.cuh`, `PtxVersion`).
    PTX_VERSION(5, kernel -> kernel.text().target().number()),
    /// PTX is compiled for the device.
    BINARY_VERSION(6, kernel -> kernel.device().sm()),
    CACHE_MODE_CA(7, _ -> 0),
    MAX_DYNAMIC_SHARED_SIZE_BYTES(8, ConfiguredKernel::maxDynamicSharedBytes),
    PREFERRED_SHARED_MEMORY_CARVEOUT(9, ConfiguredKernel::sharedMemoryCarveout),
    CLUSTER_SIZE_MUST_BE_SET(10, kernel -> new KernelClusters(kernel).areRequired() ? 1 : 0),
    REQUIRED_CLUSTER_WIDTH(11, kernel -> required(kernel, Extent3D::x)),
    REQUIRED_CLUSTER_HEIGHT(12, kernel -> required(kernel, Extent3D::y)),
    REQUIRED_CLUSTER_DEPTH(13, kernel -> required(kernel, Extent3D::z)),
    NON_PORTABLE_CLUSTER_SIZE_ALLOWED(
            14, kernel -> kernel.settings().value(Setting.NON_PORTABLE_CLUSTER_SIZE, 0)),
    CLUSTER_SCHEDULING_POLICY_PREFERENCE(
            15, kernel -> kernel.settings().value(Setting.CLUSTER_SCHEDULING_POLICY, 0));

    private final int number;

    @SuppressWarnings("ImmutableEnumChecker") // captures nothing
    private final ToLongFunction<ConfiguredKernel> value;

    FunctionAttribute(int number, ToLongFunction<ConfiguredKernel> value) {
        this.number = number;
        this.value = value;
    }

    static Optional<FunctionAttribute> of(int number) {
        return Arrays.stream(values()).filter(a -> a.number == number).findFirst();
    }

    public long value(ConfiguredKernel kernel) {
        return value.applyAsLong(kernel);
    }

    public long value(KernelFunction function) {
        return value(function.configured());
    }

    private static long required(ConfiguredKernel kernel, ToIntFunction<Extent3D> dimension) {
        return new KernelClusters(kernel).required().map(dimension::applyAsInt).orElse(0);
    }

    /// The number of threads that `.maxntid` allows, or else the limit of the device. `.reqntid` is
    /// left out (H200, driver 580.159).
    private static long maxThreads(ConfiguredKernel kernel) {
        long most = kernel.device().cta().threads();
        return kernel.code().function().signature().directives().stream()
                .filter(d -> d.kind() == Kind.MAXNTID)
                .map(FunctionDirective::values)
                .mapToLong(extents -> extents.stream().reduce(1L, (a, b) -> a * b))
                .map(threads -> Math.min(threads, most))
                .findFirst()
                .orElse(most);
    }

    private static long constantBytes(ConfiguredKernel kernel) {
        return kernel.text().variables().stream()
                .filter(variable -> variable.space() == StateSpace.CONST)
                .mapToLong(Variable::size)
                .sum();
    }
}
