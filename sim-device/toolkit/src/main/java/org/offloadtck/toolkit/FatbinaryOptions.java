package org.offloadtck.toolkit;

import static org.offloadtck.toolkit.option.ToolOption.NO_EFFECT;
import static org.offloadtck.toolkit.option.ToolOption.flag;
import static org.offloadtck.toolkit.option.ToolOption.value;

import java.util.List;
import org.offloadtck.toolkit.option.ToolOption;
import org.offloadtck.toolkit.option.ToolOption.Arity;

/// The options of `fatbinary`. Source: what clang 14 to 22 pass,
/// `clang/lib/Driver/ToolChains/Cuda.cpp`, `NVPTX::FatBinary`, and
/// `clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp`, `fatbinary`.
final class FatbinaryOptions {

    static final ToolOption CREATE = value("create", "create", "Where the fat binary goes.");
    static final ToolOption IMAGE =
            new ToolOption(
                    "image",
                    "image",
                    Arity.VALUES,
                    "An image: profile=sm_75,file=FILE, or compute_75 for PTX.");
    static final ToolOption IMAGE3 =
            new ToolOption(
                    "image3", "image3", Arity.VALUES, "An image: kind=elf or ptx,sm=75,file=FILE.");

    static final List<ToolOption> ALL =
            List.of(
                    CREATE,
                    IMAGE,
                    IMAGE3,
                    ToolOption.OPTIONS_FILE,
                    ToolOption.DISABLE_WARNINGS,
                    ToolOption.WARNING_AS_ERROR,
                    ToolOption.HELP,
                    ToolOption.VERSION,
                    flag("64", "64", "Addresses have 64 bits, as always."),
                    flag("debug", "g", NO_EFFECT),
                    flag("device-c", "c", NO_EFFECT),
                    flag("link", "link", NO_EFFECT),
                    value("cmdline", "cmdline", NO_EFFECT),
                    value("compress", "compress", "Nothing is compressed, whatever is said."),
                    flag("compress-all", "compress-all", "Nothing is compressed."),
                    value("compress-mode", "compress-mode", "Nothing is compressed."),
                    value("ident", "ident", NO_EFFECT));

    private FatbinaryOptions() {}
}
