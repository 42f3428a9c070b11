package org.offloadtck.linker.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Links the bitcode images of one target by link-time optimization.
///
/// Requirements: DL-06, DL-07.
///
/// @param stem of the names of the files that the link makes
/// @see "LLVM 16 and 19, clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp, createLTO and
///   linkBitcodeFiles"
record LtoLink(
        LtoTool program,
        LtoInputs inputs,
        String stem,
        DeviceLinkOptions options,
        LinkTools tools) {

    /// The suffixes of files of `llvm-lto2 -save-temps`, and the extensions of the same modules as
    /// linker wrappers keep them. Source: LLVM 16, llvm/lib/LTO/LTOBackend.cpp,
    /// Config::addSaveTemps; ClangLinkerWrapper.cpp, createLTO.
    private static final Map<String, String> KEPT =
            Map.of(".2.internalize.bc", "postlink.bc", ".5.precodegen.bc", "postopt.bc");

    /// The suffix of the module after optimization, as above.
    private static final String OPTIMIZED = ".4.opt.bc";

    /// Characters that a response file escapes.
    private static final Pattern SPECIAL = Pattern.compile("[\\s\\\\\"']");

    /// The form of compiled code.
    enum CodeForm {
        ASSEMBLY("asm", "s"),
        OBJECT("obj", "o"),
        /// The code generator writes nothing.
        NONE("null", "");

        private final String option;
        private final String extension;

        CodeForm(String option, String extension) {
            this.option = option;
            this.extension = extension;
        }
    }

    /// Compiles the bitcode.
    ///
    /// @return the compiled files: one, or one for each module of a thin link
    List<Path> compile(CodeForm form) {
        try (var scratch = TemporaryDirectory.create("offload-tck-lto-")) {
            Path output = scratch.path().resolve("module");
            run(scratch.path(), output, form);
            if (tools.commands().isDry()) {
                return List.of(tools.files().name(stem, form.extension));
            }
            var compiled = new ArrayList<Path>();
            for (int task : tasks(output)) {
                String name = task == 0 ? stem : stem + "." + task;
                KEPT.forEach((from, to) -> move(output + "." + task + from, name, to));
                compiled.addAll(move(output + "." + task, name, form.extension));
            }
            return compiled;
        }
    }

    /// Links and optimizes the bitcode to one module, the file `name.bc`.
    Path optimize(String name) {
        Path module = tools.files().name(name, "bc");
        try (var scratch = TemporaryDirectory.create("offload-tck-lto-")) {
            Path output = scratch.path().resolve("module");
            run(scratch.path(), output, CodeForm.NONE);
            if (!tools.commands().isDry()) {
                tools.files().move(Path.of(output + ".0" + OPTIMIZED), module);
            }
        }
        return module;
    }

    /// The tasks that may have written files: one for the joined module, one for each module of a
    /// thin link. The task of an empty module writes none.
    private List<Integer> tasks(Path output) {
        return IntStream.rangeClosed(0, inputs.bitcode().size())
                .filter(task -> output.resolveSibling("module." + task).toFile().exists())
                .boxed()
                .toList();
    }

    private List<Path> move(String from, String name, String extension) {
        Path written = Path.of(from);
        if (!written.toFile().exists()) {
            return List.of();
        }
        Path file = tools.files().name(name, extension);
        tools.files().move(written, file);
        return List.of(file);
    }

    private void run(Path scratch, Path output, CodeForm form) {
        var words = new ArrayList<String>();
        char level = options.optimizationLevel().charAt(1);
        words.add("-O" + level);
        words.add("-cg-opt-level=" + level);
        words.add("-filetype=" + form.option);
        if (!inputs.features().isEmpty()) {
            words.add("-mattr=" + String.join(",", inputs.features()));
        }
        if (options.keepsModules() || form == CodeForm.NONE) {
            words.add("-save-temps");
        }
        words.addAll(options.optimizerArguments());
        inputs.bitcode().forEach(file -> words.add(file.toString()));
        words.add("@" + resolutions(scratch));
        tools.commands().run(program.linking(inputs.target(), words, output));
    }

    /// Writes the resolutions of the symbols as a response file.
    private Path resolutions(Path scratch) {
        Path file = scratch.resolve("resolutions.txt");
        if (!tools.commands().isDry()) {
            String tables = tools.commands().output(program.printingSymbols(inputs.bitcode()));
            var lines =
                    SymbolResolutions.of(inputs.bitcode(), tables, inputs.usedByObjects())
                            .options()
                            .stream()
                            .map(option -> SPECIAL.matcher(option).replaceAll("\\\\$0"))
                            .toList();
            tools.files().write(file, String.join("\n", lines));
        }
        return file;
    }
}
