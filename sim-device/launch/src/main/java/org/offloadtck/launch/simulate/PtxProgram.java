package org.offloadtck.launch.simulate;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.engine.load.BuiltinLibrary;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.launch.simulate.LaunchRequest.KernelSelection;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.text.PtxParser;

/// Links the files of a program and resolves the name of a kernel.
final class PtxProgram {

    /// The mangled name of a function outside any namespace: the length of its name, the name, the
    /// parameter types (Itanium C++ ABI, §5.1.2).
    private static final Pattern MANGLED = Pattern.compile("_Z(\\d+)(.*)");

    private PtxProgram() {}

    /// The program of the files; several are linked.
    static PtxModule of(List<PtxFile> files) {
        return link(files.stream().map(PtxProgram::parse).toList());
    }

    private static PtxModule parse(PtxFile file) {
        return PtxParser.parse(file.name(), file.text());
    }

    private static PtxModule link(List<PtxModule> modules) {
        if (modules.size() == 1) {
            return modules.getFirst();
        }
        var supplied =
                modules.stream()
                        .flatMap(module -> module.declarations().stream())
                        .map(Signature::name)
                        .filter(BuiltinLibrary::provides)
                        .collect(Collectors.toSet());
        var names = modules.stream().map(PtxModule::source).collect(Collectors.joining("+"));
        return PtxLinker.link(names, modules, supplied);
    }

    /// The symbol of the selected kernel.
    ///
    /// @throws SimulationException if no kernel, or more than one, matches
    static String kernelName(LoadedProgram image, KernelSelection selection) {
        var kernels =
                image.functions().stream()
                        .filter(DecodedFunction::isKernel)
                        .map(DecodedFunction::name)
                        .toList();
        return switch (selection) {
            case KernelSelection.Only _ -> {
                if (kernels.size() != 1) {
                    throw noKernel(
                            image,
                            "one of %d kernels has to be named".formatted(kernels.size()),
                            kernels);
                }
                yield kernels.getFirst();
            }
            case KernelSelection.Named(var name) -> named(image, name, kernels);
        };
    }

    private static String named(LoadedProgram image, String name, List<String> kernels) {
        if (kernels.contains(name)) {
            return name;
        }
        var named = kernels.stream().filter(each -> isMangled(each, name)).toList();
        if (named.size() != 1) {
            throw noKernel(
                    image,
                    "%s kernel is called '%s'"
                            .formatted(named.isEmpty() ? "no" : "more than one", name),
                    kernels);
        }
        return named.getFirst();
    }

    private static SimulationException noKernel(
            LoadedProgram image, String problem, List<String> kernels) {
        return new SimulationException(
                "%s: %s; its kernels: %s"
                        .formatted(
                                image.source(),
                                problem,
                                kernels.isEmpty() ? "none" : String.join(", ", kernels)));
    }

    private static boolean isMangled(String symbol, String name) {
        var mangled = MANGLED.matcher(symbol);
        return mangled.matches()
                && mangled.group(2).startsWith(name)
                && mangled.group(1).equals(Integer.toString(name.length()));
    }
}
