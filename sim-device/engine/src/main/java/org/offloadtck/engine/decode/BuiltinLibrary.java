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
import java.util.stream.Collectors;
import org.offloadtck.engine.code.BuiltinFunction;
import org.offloadtck.engine.code.DeviceRuntimeFunction;
import org.offloadtck.engine.libdevice.Libdevice;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.text.PtxParser;

/// The functions that the device provides: system calls, functions of the CUDA device runtime,
/// functions of libdevice computed in Java, and functions in PTX, in the resources `builtins.ptx`
/// and `libdevice.ptx`.
public final class BuiltinLibrary {

    private static final String LIBDEVICE = "__nv_";

    private BuiltinLibrary() {}

    /// Parsed on first use.
    private static final class SystemFunctions {
        static final PtxModule CODE = parse("builtins.ptx");

        private SystemFunctions() {}
    }

    /// Parsed on first use.
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

    /// Whether a program may leave the function of that name undefined.
    public static boolean provides(String symbol) {
        return builtin(symbol).isPresent() || function(symbol).isPresent();
    }

    /// The functions that modules declare and may leave undefined.
    public static Set<String> suppliedTo(List<PtxModule> modules) {
        return modules.stream()
                .flatMap(module -> module.declarations().stream())
                .map(Signature::name)
                .filter(BuiltinLibrary::provides)
                .collect(Collectors.toSet());
    }

    /// The system call, function of the device runtime or lane function of that name.
    static Optional<BuiltinFunction> builtin(String symbol) {
        return BuiltinFunction.SystemCall.of(symbol)
                .<BuiltinFunction>map(call -> call)
                .or(() -> DeviceRuntimeFunction.of(symbol))
                .or(() -> Libdevice.function(symbol).map(BuiltinFunction.Pure::new));
    }

    /// The function of that name that is provided in PTX.
    private static Optional<Function> function(String name) {
        return code(name).function(name);
    }

    private static PtxModule code(String name) {
        return name.startsWith(LIBDEVICE) ? Mathematics.CODE : SystemFunctions.CODE;
    }

    /// The functions of a module, followed by the functions provided in PTX that it calls, directly
    /// or through others of them, and does not define.
    static List<Function> complete(PtxModule module) {
        var functions = new ArrayList<>(module.functions());
        var defined = new HashSet<String>();
        functions.forEach(function -> defined.add(function.name()));
        var open = new ArrayDeque<>(called(functions));
        while (!open.isEmpty()) {
            String name = open.remove();
            if (defined.add(name) && builtin(name).isEmpty()) {
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
