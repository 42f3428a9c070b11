package org.offloadtck.runtime.launch;

import java.util.List;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.plugin.Argument;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// The position of the launch environment, `dyn_ptr`, among the arguments of a kernel with a device
/// runtime.
///
/// Requirements: KL-04, KL-17.
public enum LaunchEnvironmentPosition {
    /// The kernel has no launch environment.
    NOWHERE,
    /// Before the other arguments. The launch's arguments have no element for it.
    FIRST,
    /// In place of the last of the launch's arguments, which the compiler reserves for it.
    LAST;

    /// The version of `KernelArgsTy` whose kernels have it before their other arguments.
    ///
    /// @see "LLVM 23, offload/libomptarget/interface.cpp, upgradeKernelArgs: version 3 put it at
    ///   the front"
    private static final int FIRST_VERSION = 3;

    /// The position in launches with a `KernelArgsTy` of `version` by a runtime of `abi`.
    ///
    /// A runtime of [DeviceAbi#D19] uses the first position for every version, because LLVM 18
    /// writes version 2.
    public static LaunchEnvironmentPosition of(DeviceAbi abi, long version) {
        return switch (abi) {
            case D16 -> NOWHERE;
            case D19 -> FIRST;
            case D23 -> {
                if (version < FIRST_VERSION) {
                    yield NOWHERE;
                }
                yield version == FIRST_VERSION ? FIRST : LAST;
            }
        };
    }

    /// Inserts the launch environment into a kernel's parameters.
    void insert(Argument environment, List<Argument> parameters) {
        switch (this) {
            case NOWHERE -> {}
            case FIRST -> parameters.addFirst(environment);
            case LAST -> parameters.addLast(environment);
        }
    }

    /// `arguments` without the one that is reserved for the launch environment.
    ///
    /// @param source the construct, for diagnostics
    /// @throws OffloadException if the last argument is not reserved although the position is
    ///   [#LAST]
    /// @see "LLVM 23, offload/libomptarget/interface.cpp, upgradeKernelArgs: TARGET_PARAM|LITERAL"
    public List<MapArgument> explicit(List<MapArgument> arguments, String source) {
        return switch (this) {
            case NOWHERE, FIRST -> arguments;
            case LAST -> {
                if (arguments.isEmpty()) {
                    yield arguments;
                }
                requireFree(arguments.getLast(), source);
                yield arguments.subList(0, arguments.size() - 1);
            }
        };
    }

    private static void requireFree(MapArgument last, String source) {
        if (!last.has(MapType.TARGET_PARAM) || !last.has(MapType.LITERAL)) {
            throw new OffloadException(
                    source,
                    last.begin(),
                    RuntimeRule.LAUNCH_ARGUMENTS,
                    "the last argument is a %s when it should be a literal, which is reserved for the launch environment"
                            .formatted(last));
        }
    }
}
