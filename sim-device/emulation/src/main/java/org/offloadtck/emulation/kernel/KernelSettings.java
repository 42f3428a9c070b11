package org.offloadtck.emulation.kernel;

import java.util.EnumMap;
import java.util.Map;

/// The attributes of a kernel that a program has set. Settings of a function of a library override
/// those of the kernel of the library, whichever was set later (CUDA driver API 13.0,
/// `cuKernelSetAttribute`).
public final class KernelSettings {

    /// An attribute that a program can set.
    public enum Setting {
        /// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`
        MAX_DYNAMIC_SHARED_BYTES,
        /// `CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT`, in percent of the largest
        SHARED_MEMORY_CARVEOUT,
        /// `CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH`, in blocks; 0 if none is required
        REQUIRED_CLUSTER_WIDTH,
        REQUIRED_CLUSTER_HEIGHT,
        REQUIRED_CLUSTER_DEPTH,
        /// `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`
        NON_PORTABLE_CLUSTER_SIZE,
        /// `CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE`
        CLUSTER_SCHEDULING_POLICY
    }

    private final Map<Setting, Integer> own = new EnumMap<>(Setting.class);
    private final Map<Setting, Integer> overridden;

    public KernelSettings() {
        this(Map.of());
    }

    private KernelSettings(Map<Setting, Integer> overridden) {
        this.overridden = overridden;
    }

    /// New settings that override these, also where these change later.
    public KernelSettings overriding() {
        return new KernelSettings(own);
    }

    public void set(Setting setting, int value) {
        own.put(setting, value);
    }

    /// The value that was set, or else `initial`.
    public int value(Setting setting, int initial) {
        return own.getOrDefault(setting, overridden.getOrDefault(setting, initial));
    }
}
