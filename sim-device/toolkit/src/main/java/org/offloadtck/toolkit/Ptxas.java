package org.offloadtck.toolkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.text.FormRequirement;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.sim.container.PtxAssembler;
import org.offloadtck.toolkit.link.DeviceLink;
import org.offloadtck.toolkit.link.DeviceObjectFile;
import org.offloadtck.toolkit.link.DeviceSymbolResolution;
import org.offloadtck.toolkit.link.GpuArchitecture;
import org.offloadtck.toolkit.option.ToolArguments;
import org.offloadtck.toolkit.option.ToolDiagnostics;
import org.offloadtck.toolkit.option.ToolException;
import org.offloadtck.toolkit.option.ToolFile;
import org.offloadtck.toolkit.option.ToolOption;

/// `ptxas`: assembles the PTX of a file into a device container. Unknown instructions cause a
/// warning and are kept; they fault when they execute.
final class Ptxas {

    /// The output file without `--output-file`.
    private static final String DEFAULT_OUTPUT = "elf.o";

    private static final String ABORTED = "Ptx assembly aborted due to errors";

    private final ToolArguments arguments;
    private final ToolDiagnostics log;

    Ptxas(ToolArguments arguments, ToolDiagnostics log) {
        this.arguments = arguments;
        this.log = log;
    }

    int run() {
        requireMachine();
        var file = inputFile();
        var text = new String(ToolFile.read(file), UTF_8);
        var module = module(file, text);
        var gpu = gpuName(module);
        requireExecutable(module, gpu);
        var container = PtxAssembler.container(gpu.number(), text, module);
        if (arguments.has(ToolOption.VERBOSE)) {
            PtxStatistics.of(module, gpu).forEach(log::info);
        }
        var bytes =
                arguments.has(PtxasOptions.COMPILE_ONLY)
                        ? container.write()
                        : linked(file, gpu, container);
        ToolFile.write(arguments.value(ToolOption.OUTPUT_FILE).orElse(DEFAULT_OUTPUT), bytes);
        return 0;
    }

    private void requireMachine() {
        arguments
                .value(ToolOption.MACHINE)
                .filter(bits -> !bits.equals("64"))
                .ifPresent(bits -> {
                    throw failure("Value '%s' is not defined for option 'machine'".formatted(bits));
                });
    }

    private String inputFile() {
        var files = arguments.files();
        return switch (files.size()) {
            case 0 ->
                    throw failure(
                            "No input files specified; use option --help for more information");
            case 1 -> files.getFirst();
            default ->
                    throw failure(
                            "Several input files specified when there should be one: '%s'"
                                    .formatted(String.join("', '", files)));
        };
    }

    private PtxModule module(String file, String text) {
        int end = text.indexOf('\0');
        if (end >= 0) {
            int line = 1 + (int) text.chars().limit(end).filter(each -> each == '\n').count();
            log.errorAt(file, line, "the text contains a NUL");
            throw failure(ABORTED);
        }
        try {
            var reading = PtxParser.read(file, text);
            for (var warning : reading.warnings()) {
                log.warningAt(file, warning.span().line(), warning.problem());
            }
            reportForms(file, reading.module());
            if (log.hasErrors()) {
                throw failure(ABORTED);
            }
            return reading.module();
        } catch (PtxSyntaxException malformed) {
            log.errorAt(file, malformed.span().line(), malformed.problem());
            throw failure(ABORTED);
        }
    }

    /// Reports the forms that the release or the architecture of a module does not have.
    private void reportForms(String file, PtxModule module) {
        for (var function : module.functions()) {
            for (var instruction : function.body().instructions()) {
                if (instruction instanceof Instruction.Operation operation) {
                    int line = operation.location().span().line();
                    FormRequirement.unmet(operation, module)
                            .forEach(unmet -> log.errorAt(file, line, unmet.problem()));
                }
            }
        }
    }

    private GpuArchitecture gpuName(PtxModule module) {
        var name = arguments.value(PtxasOptions.GPU_NAME);
        return GpuArchitecture.ofOption(
                PtxasOptions.GPU_NAME, name.orElse(module.target().architecture()));
    }

    private static void requireExecutable(PtxModule module, GpuArchitecture gpu) {
        var target = module.target().architecture();
        var known = GpuArchitecture.of(target);
        if (known.isEmpty()) {
            throw failure("'%s': unsupported .target '%s'".formatted(module.source(), target));
        }
        if (!gpu.executes(known.get())) {
            throw failure(
                    "'%s' is for .target %s, which %s does not execute"
                            .formatted(module.source(), target, gpu));
        }
    }

    /// The image of a whole program.
    private byte[] linked(String file, GpuArchitecture gpu, DeviceContainer container) {
        var object = DeviceObjectFile.parse(ObjectBytes.of(file, container.write()));
        for (var undefined : new DeviceSymbolResolution(List.of(object)).undefined()) {
            var symbol = undefined.symbol();
            var kind =
                    switch (symbol.kind()) {
                        case FUNCTION -> "function";
                        case VARIABLE -> "variable";
                    };
            log.error("Unresolved extern %s '%s'".formatted(kind, symbol.name()));
        }
        if (log.hasErrors()) {
            throw failure(ABORTED);
        }
        return DeviceLink.link(gpu, List.of(object), log);
    }

    private static ToolException failure(String problem) {
        return new ToolException(problem, ToolException.INPUT);
    }
}
