package org.offloadtck.launch.simulate;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.engine.decode.BuiltinLibrary;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.text.PtxParser;

/// Files of device code as one program, and the names of its kernels.
final class PtxProgram {

    /// The name of a function in the mangled name of one that is in no namespace (Itanium C++ ABI,
    /// §5.1.2).
    private static final Pattern MANGLED = Pattern.compile("_Z(\\d+)(.*)");

    private PtxProgram() {}

    /// The program that the files are, linked if they are several.
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

    /// The name of the kernel that somebody calls so: its own, or the function's where it is
    /// mangled; of the only one there is, when it is called nothing.
    static String kernelName(LoadedProgram image, String name) {
        var kernels =
                image.functions().stream()
                        .filter(DecodedFunction::isKernel)
                        .map(DecodedFunction::name)
                        .toList();
        if (kernels.contains(name)) {
            return name;
        }
        var named =
                kernels.stream().filter(each -> name.isEmpty() || isCalled(each, name)).toList();
        if (named.size() == 1) {
            return named.getFirst();
        }
        var names = String.join(", ", kernels);
        throw new SimulationException(
                "%s: %s; its kernels: %s"
                        .formatted(
                                image.source(),
                                name.isEmpty()
                                        ? "--kernel should say which of %d kernels"
                                                .formatted(kernels.size())
                                        : "%s kernel is called '%s'"
                                                .formatted(
                                                        named.isEmpty() ? "no" : "more than one",
                                                        name),
                                names.isEmpty() ? "none" : names));
    }

    private static boolean isCalled(String symbol, String name) {
        var mangled = MANGLED.matcher(symbol);
        return mangled.matches()
                && mangled.group(2).startsWith(name)
                && mangled.group(1).equals(Integer.toString(name.length()));
    }
}
