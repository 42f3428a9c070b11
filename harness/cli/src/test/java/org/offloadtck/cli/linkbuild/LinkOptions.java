package org.offloadtck.cli.linkbuild;

import java.util.List;

/// The options of the compilations and the link of a build.
enum LinkOptions {
    O0(Target.GPU, "-O0"),
    O1(Target.GPU, "-O1"),
    O2(Target.GPU, "-O2"),
    O3(Target.GPU, "-O3"),
    O2_DEBUG(Target.GPU, "-O2 -g"),
    O0_DEBUG(Target.GPU, "-O0 -g"),
    SM_70(Target.GPU, "-O2 -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_70"),
    SM_80(Target.GPU, "-O2 -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_80"),
    TWO_ARCHS(Target.ARCHS, "-O2 --offload-arch=sm_70,sm_80"),
    THREE_ARCHS_LTO(Target.ARCHS, "-O2 -foffload-lto --offload-arch=sm_70,sm_75,sm_80"),
    LTO_O0(Target.GPU, "-O0 -foffload-lto"),
    LTO_O1(Target.GPU, "-O1 -foffload-lto"),
    LTO_O2(Target.GPU, "-O2 -foffload-lto"),
    LTO_O3(Target.GPU, "-O3 -foffload-lto"),
    LTO_DEBUG(Target.GPU, "-O2 -g -foffload-lto"),
    LTO_THIN(Target.GPU, "-O2 -foffload-lto=thin"),
    /// Only objects other than libraries' are bitcode.
    LTO_MIXED(Target.GPU, "-O2"),
    JIT(Target.GPU, "-O2 -fopenmp-target-jit"),
    CPU(Target.CPU, "-O2"),
    CPU_O0(Target.CPU, "-O0"),
    CPU_DEBUG(Target.CPU, "-O1 -g"),
    CPU_LTO(Target.CPU, "-O2 -foffload-lto"),
    CPU_LTO_O0(Target.CPU, "-O0 -foffload-lto"),
    BOTH(Target.BOTH, "-O2"),
    BOTH_LTO(Target.BOTH, "-O2 -foffload-lto"),
    NO_PIE(Target.GPU, "-O2 -no-pie"),
    LLD(Target.GPU, "-O2 -fuse-ld=lld"),
    GOLD(Target.GPU, "-O2 -fuse-ld=gold"),
    SECTIONS(Target.GPU, "-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections"),
    SAVED(Target.GPU, "-O2 -foffload-lto -mllvm -openmp-opt-disable");

    /// The devices of a build.
    private enum Target {
        GPU,
        ARCHS,
        CPU,
        BOTH
    }

    private final Target target;
    private final String words;

    LinkOptions(Target target, String words) {
        this.target = target;
        this.words = words;
    }

    /// Whether the device code needs a device runtime, and the program a host runtime.
    boolean needsRuntime() {
        return target != Target.CPU;
    }

    /// Whether the images are for the machine's own processor.
    boolean isForCpu() {
        return target == Target.CPU;
    }

    boolean hasGpu() {
        return target != Target.CPU;
    }

    List<String> words() {
        return List.of(words.split(" ", -1));
    }

    /// The words that state the devices.
    List<String> targetWords() {
        String gpu = "nvptx64-nvidia-cuda";
        String cpu = "x86_64-pc-linux-gnu";
        return switch (target) {
            case GPU ->
                    words().contains("-Xopenmp-target=" + gpu)
                            ? List.of("-fopenmp-targets=" + gpu)
                            : List.of(
                                    "-fopenmp-targets=" + gpu,
                                    "-Xopenmp-target=" + gpu,
                                    "-march=sm_75");
            case ARCHS -> List.of();
            case CPU -> List.of("-fopenmp-targets=" + cpu);
            case BOTH ->
                    List.of(
                            "-fopenmp-targets=%s,%s".formatted(cpu, gpu),
                            "-Xopenmp-target=" + gpu,
                            "-march=sm_75");
        };
    }
}
