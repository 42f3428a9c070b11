package org.offloadtck.engine.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.offloadtck.engine.code.BuiltinFunction;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.text.PtxParser;

/// Device functions in PTX that compilers leave undefined and the device has: `supplied.ptx`, which
/// says why, and `libdevice.ptx`.
public final class BuiltinLibrary {

    private static final String LIBDEVICE = "__nv_";

    private BuiltinLibrary() {}

    /// Read when one of its functions is first asked for.
    private static final class SystemFunctions {
        static final PtxModule CODE = parse("supplied.ptx");

        private SystemFunctions() {}
    }

    /// Likewise.
    private static final class Mathematics {
        static final PtxModule CODE = parse("libdevice.ptx");

        private Mathematics() {}
    }

    private static PtxModule parse(String resource) {
        try (var stream =
                Objects.requireNonNull(BuiltinLibrary.class.getResourceAsStream(resource))) {
            return PtxParser.parse(resource, new String(stream.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The function of that name, if the device has it.
    public static Optional<Function> function(String name) {
        return code(name).function(name);
    }

    private static PtxModule code(String name) {
        return name.startsWith(LIBDEVICE) ? Mathematics.CODE : SystemFunctions.CODE;
    }

    /// The functions of a module, and those it calls, lacks, and the device has, with what these
    /// call.
    static List<Function> complete(PtxModule module) {
        var functions = new ArrayList<>(module.functions());
        var defined = new HashSet<String>();
        functions.forEach(function -> defined.add(function.name()));
        var open = new ArrayDeque<>(called(functions));
        while (!open.isEmpty()) {
            String name = open.remove();
            if (defined.add(name) && BuiltinFunction.named(name).isEmpty()) {
                function(name)
                        .ifPresent(function -> {
                            functions.add(function);
                            open.addAll(called(List.of(function)));
                        });
            }
        }
        return functions;
    }

    private static Set<String> called(List<Function> functions) {
        var names = new LinkedHashSet<String>();
        for (var function : functions) {
            for (var instruction : function.body().instructions()) {
                if (instruction instanceof Instruction.Call call
                        && call.callee() instanceof Instruction.Callee.Direct(var name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
