package org.offloadtck.engine.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.engine.decode.BuiltinFunctions;
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
        static final Map<String, FunctionOutline> CODE = parse("builtins.ptx");

        private SystemFunctions() {}
    }

    /// Parsed on first use.
    private static final class Mathematics {
        static final Map<String, FunctionOutline> CODE = parse("libdevice.ptx");

        private Mathematics() {}
    }

    private static Map<String, FunctionOutline> parse(String resource) {
        try (var stream =
                Objects.requireNonNull(BuiltinLibrary.class.getResourceAsStream(resource))) {
            return PtxParser.parse(resource, new String(stream.readAllBytes(), UTF_8))
                    .functions()
                    .stream()
                    .map(FunctionOutline::of)
                    .collect(toUnmodifiableMap(FunctionOutline::name, identity()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether a program may leave the function of that name undefined.
    public static boolean provides(String symbol) {
        return BuiltinFunctions.of(symbol).isPresent() || function(symbol).isPresent();
    }

    /// The functions that modules declare and may leave undefined.
    public static Set<String> suppliedTo(List<PtxModule> modules) {
        return modules.stream()
                .flatMap(module -> module.declarations().stream())
                .map(Signature::name)
                .filter(BuiltinLibrary::provides)
                .collect(Collectors.toSet());
    }

    /// The function of that name that is provided in PTX, and not otherwise.
    static Optional<FunctionOutline> function(String name) {
        return BuiltinFunctions.of(name).isPresent()
                ? Optional.empty()
                : Optional.ofNullable(code(name).get(name));
    }

    private static Map<String, FunctionOutline> code(String name) {
        return name.startsWith(LIBDEVICE) ? Mathematics.CODE : SystemFunctions.CODE;
    }
}
