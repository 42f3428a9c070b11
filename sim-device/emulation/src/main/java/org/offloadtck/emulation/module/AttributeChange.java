package org.offloadtck.emulation.module;

import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.kernel.ConfiguredKernel;
import org.offloadtck.emulation.kernel.KernelClusters;
import org.offloadtck.emulation.kernel.KernelSettings.Setting;
import org.offloadtck.emulation.session.Invocation;

/// A change of an attribute of a kernel.
///
/// @param index of the attribute among the arguments; the value is the next one
record AttributeChange(Invocation call, int index) {

    /// Largest carve-out in percent.
    private static final int WHOLE = 100;

    /// `CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING`, the last policy.
    private static final int LOAD_BALANCING = 2;

    /// The attribute in argument `index`.
    static FunctionAttribute attribute(Invocation call, int index) {
        return FunctionAttribute.of(call.number(index))
                .orElseThrow(
                        () -> call.error(index, DriverResult.INVALID_VALUE, "is not an attribute"));
    }

    /// Sets the value.
    ///
    /// @throws org.offloadtck.emulation.api.DriverCallException if the attribute cannot have it
    void apply(ConfiguredKernel kernel) {
        switch (attribute(call, index)) {
            case MAX_DYNAMIC_SHARED_SIZE_BYTES ->
                    kernel.settings()
                            .set(Setting.MAX_DYNAMIC_SHARED_BYTES, from(0, sharedRoom(kernel)));
            case PREFERRED_SHARED_MEMORY_CARVEOUT ->
                    kernel.settings().set(Setting.SHARED_MEMORY_CARVEOUT, from(-1, WHOLE));
            case REQUIRED_CLUSTER_WIDTH -> requireCluster(kernel, Setting.REQUIRED_CLUSTER_WIDTH);
            case REQUIRED_CLUSTER_HEIGHT -> requireCluster(kernel, Setting.REQUIRED_CLUSTER_HEIGHT);
            case REQUIRED_CLUSTER_DEPTH -> requireCluster(kernel, Setting.REQUIRED_CLUSTER_DEPTH);
            case NON_PORTABLE_CLUSTER_SIZE_ALLOWED ->
                    kernel.settings().set(Setting.NON_PORTABLE_CLUSTER_SIZE, from(0, 1));
            case CLUSTER_SCHEDULING_POLICY_PREFERENCE ->
                    kernel.settings()
                            .set(Setting.CLUSTER_SCHEDULING_POLICY, from(0, LOAD_BALANCING));
            case MAX_THREADS_PER_BLOCK,
                    SHARED_SIZE_BYTES,
                    CONST_SIZE_BYTES,
                    LOCAL_SIZE_BYTES,
                    NUM_REGS,
                    PTX_VERSION,
                    BINARY_VERSION,
                    CACHE_MODE_CA,
                    CLUSTER_SIZE_MUST_BE_SET ->
                    throw call.error(index, DriverResult.INVALID_VALUE, "can only be read");
        }
    }

    /// Sets an extent of the clusters, unless the kernel states them itself (CUDA driver API 13.0,
    /// `CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH`).
    private void requireCluster(ConfiguredKernel kernel, Setting setting) {
        if (new KernelClusters(kernel).areFixed()) {
            throw call.error(
                    index, DriverResult.NOT_PERMITTED, "is stated by the kernel, which fixes it");
        }
        kernel.settings().set(setting, from(0, Integer.MAX_VALUE));
    }

    /// Largest dynamic shared memory of a launch, in bytes.
    private static int sharedRoom(ConfiguredKernel kernel) {
        return kernel.device().cta().sharedBytesOptIn() - kernel.staticSharedBytes();
    }

    /// The value to set.
    ///
    /// @throws org.offloadtck.emulation.api.DriverCallException if it is not from `least` to `most`
    private int from(int least, int most) {
        int value = call.number(index + 1);
        if (value < least || value > most) {
            throw call.error(
                    index + 1,
                    DriverResult.INVALID_VALUE,
                    "should be from %d to %d".formatted(least, most));
        }
        return value;
    }
}
