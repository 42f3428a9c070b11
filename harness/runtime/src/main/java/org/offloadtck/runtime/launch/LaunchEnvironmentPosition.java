package org.offloadtck.runtime.launch;

import java.util.List;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.plugin.Argument;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

/// Where a kernel with a device runtime finds its launch environment, `dyn_ptr`, among its
/// arguments.
public enum LaunchEnvironmentPosition {
    /// It has none.
    NOWHERE,
    /// Before the others, without a place of its own in the launch's arguments.
    FIRST,
    /// In the last of the launch's arguments, which the compiler keeps free for it.
    LAST;

    /// First and last version of `KernelArgsTy` whose kernels have it before their other arguments.
    ///
    /// @see "LLVM 23, offload/libomptarget/interface.cpp, upgradeKernelArgs: version 3 put it at
    ///   the front"
    private static final int FIRST_VERSION = 3;

    /// The place in launches of `version` by a runtime of `abi`.
    ///
    /// A runtime of [DeviceAbi#D19] puts it first whatever the version: LLVM 18 writes 2.
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

    /// Adds the launch environment to a kernel's parameters.
    void insert(Argument environment, List<Argument> parameters) {
        switch (this) {
            case NOWHERE -> {}
            case FIRST -> parameters.addFirst(environment);
            case LAST -> parameters.addLast(environment);
        }
    }

    /// `arguments` without the one that is kept free for the launch environment.
    ///
    /// @param source the construct, for diagnostics
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
                    "the last argument is a %s when it should be a literal, in whose place the launch environment goes"
                            .formatted(last));
        }
    }
}
