package org.offloadtck.toolkit;

import static org.offloadtck.toolkit.option.ToolOption.NO_EFFECT;
import static org.offloadtck.toolkit.option.ToolOption.flag;
import static org.offloadtck.toolkit.option.ToolOption.value;

import java.util.List;
import org.offloadtck.toolkit.option.ToolOption;

/// The options of `ptxas`. Source: *NVIDIA CUDA Compiler Driver NVCC* 12.6, "Ptxas Options", and
/// what clang 14 to 22 pass, `clang/lib/Driver/ToolChains/Cuda.cpp`, `NVPTX::Assembler`.
final class PtxasOptions {

    static final ToolOption COMPILE_ONLY =
            flag("compile-only", "c", "Leave undefined functions to nvlink.");
    static final ToolOption GPU_NAME =
            value("gpu-name", "arch", "The architecture; without it, that of the text.");

    static final List<ToolOption> ALL =
            List.of(
                    COMPILE_ONLY,
                    GPU_NAME,
                    ToolOption.OUTPUT_FILE,
                    ToolOption.OPTIONS_FILE,
                    ToolOption.VERBOSE,
                    ToolOption.DISABLE_WARNINGS,
                    ToolOption.WARNING_AS_ERROR,
                    ToolOption.MACHINE,
                    ToolOption.HELP,
                    ToolOption.VERSION,
                    value("opt-level", "O", NO_EFFECT),
                    flag("device-debug", "g", "Debug lines are always kept."),
                    flag("generate-line-info", "lineinfo", "Debug lines are always kept."),
                    value(
                            "allow-expensive-optimizations",
                            "allow-expensive-optimizations",
                            NO_EFFECT),
                    value("def-load-cache", "dlcm", NO_EFFECT),
                    value("def-store-cache", "dscm", NO_EFFECT),
                    value("device-function-maxrregcount", "func-maxrregcount", NO_EFFECT),
                    flag("disable-optimizer-constants", "disable-optimizer-consts", NO_EFFECT),
                    flag("dont-merge-basicblocks", "no-bb-merge", NO_EFFECT),
                    value("fmad", "fmad", NO_EFFECT),
                    value("force-load-cache", "flcm", NO_EFFECT),
                    value("force-store-cache", "fscm", NO_EFFECT),
                    value("maxntid", "maxntid", NO_EFFECT),
                    value("maxrregcount", "maxrregcount", NO_EFFECT),
                    value("minnctapersm", "minnctapersm", NO_EFFECT),
                    value("position-independent-code", "pic", NO_EFFECT),
                    flag("preserve-relocs", "preserve-relocs", NO_EFFECT),
                    flag("return-at-end", "ret-end", NO_EFFECT),
                    flag("sp-bounds-check", "sp-bounds-check", NO_EFFECT),
                    value("split-compile", "split-compile", NO_EFFECT),
                    flag("suppress-debug-info", "suppress-debug-info", NO_EFFECT),
                    flag(
                            "suppress-double-demote-warning",
                            "suppress-double-demote-warning",
                            NO_EFFECT),
                    flag("suppress-stack-size-warning", "suppress-stack-size-warning", NO_EFFECT),
                    flag("warn-on-double-precision-use", "warn-double-usage", NO_EFFECT),
                    flag("warn-on-local-memory-usage", "warn-lmem-usage", NO_EFFECT),
                    flag("warn-on-spills", "warn-spills", NO_EFFECT));

    private PtxasOptions() {}
}
