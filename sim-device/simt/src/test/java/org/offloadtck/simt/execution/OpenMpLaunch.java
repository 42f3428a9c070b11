package org.offloadtck.simt.execution;

import org.offloadtck.simt.image.DeviceFunction;

/// Launches an OpenMP kernel as libomptarget does (LLVM 16 and 19, `plugins-nextgen`): sets up the
/// device environment, asks the kernel for its execution mode, adds a warp in generic mode, and
/// gives kernels of the newer ABI their launch environment.
final class OpenMpLaunch {

    private static final int GENERIC = 1;
    private static final int WARP = 32;

    /// Offset of the execution mode in a kernel environment (LLVM 19,
    /// `offload/include/Shared/Environment.h`, `ConfigurationEnvironmentTy`).
    private static final int MODE_IN_ENVIRONMENT = 2;

    /// Size of a launch environment, and the offset of its pointer to the buffer of reductions
    /// (likewise, `KernelLaunchEnvironmentTy`).
    private static final int LAUNCH_ENVIRONMENT = 16;

    private static final int REDUCTIONS_IN_ENVIRONMENT = 8;

    /// Room for the data of 1024 teams, 64 bytes each.
    private static final int REDUCTIONS = 1 << 16;

    private final Machine machine;
    private final DeviceFunction kernel;
    private final boolean hasEnvironment;

    OpenMpLaunch(Machine machine) {
        this(machine, machine.kernel());
    }

    private OpenMpLaunch(Machine machine, DeviceFunction kernel) {
        this.machine = machine;
        this.kernel = kernel;
        this.hasEnvironment =
                machine.image().variable(kernel.name() + "_kernel_environment").isPresent();
    }

    /// The kernel of the region that begins at that line of the source.
    static OpenMpLaunch ofRegionAt(Machine machine, int line) {
        var kernel =
                machine.image().functions().stream()
                        .filter(DeviceFunction::isKernel)
                        .filter(each -> each.name().endsWith("_l" + line))
                        .findFirst();
        return new OpenMpLaunch(machine, kernel.orElseThrow());
    }

    LaunchResult run(int teams, int threads, Object... arguments) {
        if (machine.image().variable("__omp_rtl_device_environment").isPresent()) {
            machine.variable("__omp_rtl_device_environment").putInt(4, 1);
        }
        int size = threads + (mode() == GENERIC ? WARP : 0);
        return machine.launch(kernel, LaunchShape.of(teams, size), withImplicit(arguments));
    }

    private int mode() {
        return hasEnvironment
                ? machine.variable(kernel.name() + "_kernel_environment").get(MODE_IN_ENVIRONMENT)
                : machine.variable(kernel.name() + "_exec_mode").get(0);
    }

    private Object[] withImplicit(Object[] arguments) {
        if (!hasEnvironment) {
            return arguments;
        }
        var reductions = machine.allocate("reductions", REDUCTIONS);
        var environment = machine.allocate("launch environment", LAUNCH_ENVIRONMENT);
        machine.at(environment).putLong(REDUCTIONS_IN_ENVIRONMENT, reductions.address());
        var all = new Object[arguments.length + 1];
        all[0] = environment;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return all;
    }
}
