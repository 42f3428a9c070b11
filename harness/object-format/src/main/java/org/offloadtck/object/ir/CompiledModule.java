package org.offloadtck.object.ir;

import java.util.List;
import java.util.Optional;

/// A module of LLVM IR or PTX.
///
/// Requirements: DC-01, DC-04, FO-14.
///
/// @param source names the file
/// @param target the triple of LLVM IR, the `.target` of PTX; empty if it states none
/// @param targetPosition of the target; the start of the file if it states none
/// @param version of the language, such as `7.8`, in PTX; empty in LLVM IR
/// @param dataLayout of LLVM IR; empty in PTX
/// @param addressSize the `.address_size` of PTX, in bits; none in LLVM IR
/// @param symbols in file order; a PTX function that is declared and defined occurs once, as
///   defined
/// @param offloadInfo the rows of `omp_offload.info`, in their order; none in PTX
/// @param offloadInfoPositions of the rows, in their order
/// @param embedded the files of `llvm.embedded.objects`, in their order
/// @param launches the calls of `__tgt_target_kernel`, in file order
/// @param prologues the calls of `__kmpc_target_init`, in file order
public record CompiledModule(
        String source,
        Language language,
        Side side,
        String target,
        TextPosition targetPosition,
        String version,
        String dataLayout,
        Statement addressSize,
        List<ModuleSymbol> symbols,
        List<OffloadInfo> offloadInfo,
        List<TextPosition> offloadInfoPositions,
        List<EmbeddedObject> embedded,
        List<RegionLaunch> launches,
        List<KernelPrologue> prologues) {

    public CompiledModule {
        symbols = List.copyOf(symbols);
        offloadInfo = List.copyOf(offloadInfo);
        offloadInfoPositions = List.copyOf(offloadInfoPositions);
        embedded = List.copyOf(embedded);
        launches = List.copyOf(launches);
        prologues = List.copyOf(prologues);
    }

    /// The operand of a directive.
    ///
    /// @param text empty if the module lacks the directive
    /// @param position of the directive; the start of the file if the module lacks it
    public record Statement(String text, TextPosition position) {

        static final Statement NONE = new Statement("", TextPosition.START);
    }

    /// The language of a module.
    public enum Language {
        LLVM_IR("LLVM IR"),
        PTX("PTX");

        private final String title;

        Language(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /// The side of an offloading program for which a module was compiled.
    public enum Side {
        HOST,
        /// A device of OpenMP.
        DEVICE,
        /// A GPU, for another programming model.
        OTHER_DEVICE
    }

    /// A file that the module embeds: a row of the named metadata `llvm.embedded.objects`.
    ///
    /// @param symbol the constant that holds it
    /// @param section the section of the constant
    public record EmbeddedObject(String symbol, String section) {

        /// `llvm.embedded.object in section .llvm.offloading`.
        public String description() {
            return "%s in section %s".formatted(symbol, section);
        }
    }

    /// The language of the text by its first line; empty if it is neither.
    public static Optional<Language> language(String text) {
        if (PtxReader.startsIn(text)) {
            return Optional.of(Language.PTX);
        }
        return IrReader.startsIn(text) ? Optional.of(Language.LLVM_IR) : Optional.empty();
    }

    /// Reads a module.
    ///
    /// @param text one character per byte of the file, in ISO 8859-1
    /// @throws IrSyntaxException if it breaks the grammar of its language
    public static CompiledModule parse(String source, Language language, String text) {
        return switch (language) {
            case LLVM_IR -> new IrReader(source, text).module();
            case PTX -> PtxReader.read(source, text);
        };
    }

    public Optional<ModuleSymbol> symbol(String name) {
        return symbols.stream().filter(symbol -> symbol.name().equals(name)).findFirst();
    }

    /// Whether the target is a GPU.
    public boolean isForGpu() {
        return language == Language.PTX || isGpu(target);
    }

    static boolean isGpu(String triple) {
        return triple.startsWith("nvptx")
                || triple.startsWith("amdgcn")
                || triple.startsWith("spirv");
    }
}
