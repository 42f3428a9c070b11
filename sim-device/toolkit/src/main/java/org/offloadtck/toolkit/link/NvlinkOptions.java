package org.offloadtck.toolkit.link;

import static org.offloadtck.toolkit.option.ToolOption.NO_EFFECT;
import static org.offloadtck.toolkit.option.ToolOption.flag;
import static org.offloadtck.toolkit.option.ToolOption.value;

import java.util.List;
import org.offloadtck.toolkit.option.ToolOption;
import org.offloadtck.toolkit.option.ToolOption.Arity;

/// The options of `nvlink`. Source: *NVIDIA CUDA Compiler Driver NVCC* 12.6, "Nvlink Options", and
/// what clang 14 to 22 pass, `clang/lib/Driver/ToolChains/Cuda.cpp`, `NVPTX::Linker`, and
/// `clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp`.
public final class NvlinkOptions {

    static final ToolOption ARCH = value("arch", "arch", "The architecture.");
    static final ToolOption LIBRARY =
            new ToolOption("library", "l", Arity.VALUES, "Search that library: lib<value>.a.");
    static final ToolOption LIBRARY_PATH =
            new ToolOption("library-path", "L", Arity.VALUES, "Look for libraries in that folder.");

    public static final List<ToolOption> ALL =
            List.of(
                    ARCH,
                    ToolOption.OUTPUT_FILE,
                    LIBRARY,
                    LIBRARY_PATH,
                    ToolOption.OPTIONS_FILE,
                    ToolOption.VERBOSE,
                    ToolOption.DISABLE_WARNINGS,
                    ToolOption.WARNING_AS_ERROR,
                    ToolOption.MACHINE,
                    ToolOption.HELP,
                    ToolOption.VERSION,
                    flag("debug", "g", "Debug lines are always kept."),
                    value("cpu-arch", "cpu-arch", NO_EFFECT),
                    flag("disable-infos", "disable-infos", NO_EFFECT),
                    flag("extra-warnings", "extrawarn", NO_EFFECT),
                    flag("ignore-host-info", "ignore-host-info", NO_EFFECT),
                    flag("keep-system-libraries", "keep-system-libraries", NO_EFFECT),
                    value("maxrregcount", "maxrregcount", NO_EFFECT),
                    value("nvvmpath", "nvvmpath", NO_EFFECT),
                    flag("preserve-relocs", "preserve-relocs", NO_EFFECT),
                    flag("report-arch", "report-arch", NO_EFFECT),
                    value("split-compile", "split-compile", NO_EFFECT),
                    flag("suppress-arch-warning", "suppress-arch-warning", NO_EFFECT),
                    flag("suppress-debug-info", "suppress-debug-info", NO_EFFECT),
                    flag("suppress-stack-size-warning", "suppress-stack-size-warning", NO_EFFECT));

    private NvlinkOptions() {}
}
