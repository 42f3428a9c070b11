package org.offloadtck.linker.command;

import java.util.Arrays;
import java.util.Optional;

/// The options of `clang-linker-wrapper`, of every release, that the host linker does not get.
///
/// @see "LLVM 15 to 23, clang/tools/clang-linker-wrapper/LinkerWrapperOpts.td"
public enum WrapperOption {
    LINKER_PATH("--linker-path="),
    DRY_RUN("--dry-run"),
    VERBOSE("--wrapper-verbose"),
    SAVE_TEMPS("--save-temps"),
    EMBED_BITCODE("--embed-bitcode"),
    PRINT_WRAPPED_MODULE("--print-wrapped-module"),
    OVERRIDE_IMAGE("--override-image="),
    SHOULD_EXTRACT("--should-extract="),
    /// `VALUE` for the device linker of every target, or `TRIPLE=VALUE`.
    DEVICE_LINKER("--device-linker="),
    LINKER_ARG("--linker-arg="),
    /// Options for clang; the kit compiles bitcode with tools that have other options.
    DEVICE_COMPILER("--device-compiler=", Effect.NONE),
    COMPILER_ARG("--compiler-arg=", Effect.NONE),
    OPT_LEVEL("--opt-level="),
    HOST_TRIPLE("--host-triple="),
    WRAPPER_JOBS("--wrapper-jobs="),
    BITCODE_LIBRARY("--bitcode-library=", Effect.REJECTED),
    BUILTIN_BITCODE("--builtin-bitcode=", Effect.REJECTED),
    EMIT_FATBIN_ONLY("--emit-fatbin-only", Effect.REJECTED),
    /// The kit uses no NVIDIA software.
    CUDA_PATH("--cuda-path=", Effect.NONE),
    PTXAS_ARG("--ptxas-arg=", Effect.NONE),
    DEVICE_DEBUG("--device-debug", Effect.NONE),
    CLANG_BACKEND("--clang-backend", Effect.NONE),
    /// Containers are written uncompressed.
    COMPRESS("--compress", Effect.NONE),
    COMPRESSION_LEVEL("--compression-level=", Effect.NONE),
    PASS_REMARKS("--pass-remarks=", Effect.NONE),
    PASS_REMARKS_MISSED("--pass-remarks-missed=", Effect.NONE),
    PASS_REMARKS_ANALYSIS("--pass-remarks-analysis=", Effect.NONE),
    OFFLOAD_OPT("--offload-opt=", Effect.LLVM),
    OFFLOAD_OPT_SHORT("-offload-opt=", Effect.LLVM),
    /// Its value is the next word.
    MLLVM("-mllvm", Effect.LLVM),
    TIME_TRACE("--wrapper-time-trace=", Effect.NONE),
    TIME_TRACE_GRANULARITY("--wrapper-time-trace-granularity=", Effect.NONE),
    NO_CANONICAL_PREFIXES("--no-canonical-prefixes", Effect.NONE);

    /// The effect of an option.
    enum Effect {
        HONOURED,
        /// Its value, if it begins with `-`, is an option of LLVM for links of bitcode.
        LLVM,
        /// The option is accepted. It changes how LLVM makes an artifact, but no property that the
        /// design specifies.
        NONE,
        /// The option is rejected: it would change the product and is not supported.
        REJECTED
    }

    private final String spelling;
    private final Effect effect;

    WrapperOption(String spelling) {
        this(spelling, Effect.HONOURED);
    }

    /// Creates an option.
    ///
    /// @param spelling ends in `=` for an option with a value
    WrapperOption(String spelling, Effect effect) {
        this.spelling = spelling;
        this.effect = effect;
    }

    String spelling() {
        return spelling;
    }

    Effect effect() {
        return effect;
    }

    /// The option that `word` spells, with its value.
    static Optional<LinkArgument.Own> parse(String word) {
        return Arrays.stream(values())
                .filter(option ->
                        option.spelling.endsWith("=")
                                ? word.startsWith(option.spelling)
                                : word.equals(option.spelling))
                .findFirst()
                .map(option ->
                        new LinkArgument.Own(option, word.substring(option.spelling.length())));
    }
}
