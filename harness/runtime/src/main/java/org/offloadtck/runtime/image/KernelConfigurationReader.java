package org.offloadtck.runtime.image;

import java.util.Optional;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Program;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.registration.HostEntry;

/// Reads the variables with which an image describes its kernels.
///
/// Requirement: KL-08.
///
/// @param profile the profile whose device ABI the image must have
record KernelConfigurationReader(Program program, DeviceChannel channel, AbiProfile profile) {

    /// @see "LLVM 16,
    ///   openmp/libomptarget/plugins-nextgen/common/PluginInterface/PluginInterface.cpp,
    ///   getExecutionModeForKernel"
    private static final String EXECUTION_MODE = "_exec_mode";

    /// @see "LLVM 18, openmp/libomptarget/plugins-nextgen/common/src/PluginInterface.cpp,
    ///   GenericKernelTy::init"
    private static final String KERNEL_ENVIRONMENT = "_kernel_environment";

    /// Size of `KernelEnvironmentTy`, and offsets of its fields.
    ///
    /// @see "LLVM 19, offload/include/Shared/Environment.h"
    private static final int ENVIRONMENT_SIZE = 48;

    private static final int MODE = 2;
    private static final int MIN_THREADS = 4;
    private static final int MAX_THREADS = 8;
    private static final int REDUCTION_DATA_SIZE = 20;
    private static final int REDUCTION_BUFFER_LENGTH = 24;

    KernelConfiguration read(HostEntry entry) {
        Optional<DeviceMemory> mode = program.global(entry.name() + EXECUTION_MODE);
        Optional<DeviceMemory> environment = program.global(entry.name() + KERNEL_ENVIRONMENT);
        return switch (profile.runtime().deviceAbi()) {
            case D16 -> {
                reject(entry, environment.filter(_ -> mode.isEmpty()), KERNEL_ENVIRONMENT);
                yield mode.map(variable -> marked(entry, variable))
                        .orElseGet(KernelConfiguration.Plain::new);
            }
            case D19, D23 -> {
                reject(entry, mode.filter(_ -> environment.isEmpty()), EXECUTION_MODE);
                yield environment
                        .map(variable -> environment(entry, variable))
                        .orElseGet(KernelConfiguration.Bare::new);
            }
        };
    }

    private KernelConfiguration marked(HostEntry entry, DeviceMemory variable) {
        ObjectBytes bytes = contents(entry, variable, EXECUTION_MODE, 1);
        return new KernelConfiguration.Marked(mode(entry, bytes.u8(0, "execution mode")));
    }

    private KernelConfiguration environment(HostEntry entry, DeviceMemory variable) {
        ObjectBytes bytes = contents(entry, variable, KERNEL_ENVIRONMENT, ENVIRONMENT_SIZE);
        int mode = bytes.u8(MODE, "ExecMode");
        if (mode == 0) {
            return new KernelConfiguration.Bare();
        }
        return new KernelConfiguration.Environment(
                mode(entry, mode),
                (int) bytes.u32(MIN_THREADS, "MinThreads"),
                (int) bytes.u32(MAX_THREADS, "MaxThreads"),
                (int) bytes.u32(REDUCTION_DATA_SIZE, "ReductionDataSize"),
                (int) bytes.u32(REDUCTION_BUFFER_LENGTH, "ReductionBufferLength"));
    }

    private ObjectBytes contents(HostEntry entry, DeviceMemory variable, String suffix, int size) {
        if (variable.size() != size) {
            throw broken(
                    entry,
                    "%s%s has %d bytes when it should have %d"
                            .formatted(entry.name(), suffix, variable.size(), size));
        }
        return ObjectBytes.of(entry.name() + suffix, channel.metadata(variable));
    }

    private ExecutionMode mode(HostEntry entry, int code) {
        return ExecutionMode.of(code)
                .orElseThrow(() ->
                        broken(
                                entry,
                                "the execution mode of %s is %d when it should be 1, 2 or 3"
                                        .formatted(entry.name(), code)));
    }

    /// Rejects a kernel of the other device ABI: it would read its arguments wrongly.
    private void reject(HostEntry entry, Optional<DeviceMemory> variable, String suffix) {
        if (variable.isPresent()) {
            throw broken(
                    entry,
                    "the image has %s%s, when %s launches kernels of device ABI %s"
                            .formatted(
                                    entry.name(),
                                    suffix,
                                    profile.id(),
                                    profile.runtime().deviceAbi()));
        }
    }

    private static OffloadException broken(HostEntry entry, String problem) {
        return new OffloadException(
                "__tgt_register_lib", entry.at(), RuntimeRule.DEVICE_ABI, problem);
    }
}
