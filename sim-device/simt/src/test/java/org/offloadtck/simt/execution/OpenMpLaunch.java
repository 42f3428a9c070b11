package org.offloadtck.simt.execution;

import org.offloadtck.simt.image.DeviceFunction;

/// Launches an OpenMP kernel as libomptarget does (LLVM 16 and 19, `plugins-nextgen`): sets up the
/// device environment, asks the kernel for its execution mode, adds a warp in generic mode.
final class OpenMpLaunch {

    private static final int GENERIC = 1;
    private static final int WARP = 32;

    /// Offset of the execution mode in a kernel environment (LLVM 19,
    /// `offload/include/Shared/Environment.h`, `ConfigurationEnvironmentTy`).
    private static final int MODE_IN_ENVIRONMENT = 2;

    private final Machine machine;
    private final DeviceFunction kernel;
    private final boolean hasEnvironment;

    OpenMpLaunch(Machine machine) {
        this.machine = machine;
        this.kernel = machine.kernel();
        this.hasEnvironment =
                machine.image().variable(kernel.name() + "_kernel_environment").isPresent();
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

    /// The newer ABI's kernels take `dyn_ptr` first.
    private Object[] withImplicit(Object[] arguments) {
        if (!hasEnvironment) {
            return arguments;
        }
        var all = new Object[arguments.length + 1];
        all[0] = 0L;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return all;
    }
}
