package org.offloadtck.simt.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.syntax.PtxParser;

/// Device functions in PTX that compilers leave undefined and the device has: `supplied.ptx`, which
/// says why.
final class SuppliedCode {

    private static final String RESOURCE = "supplied.ptx";
    private static final PtxModule SUPPLIED = PtxParser.parse(RESOURCE, text());

    private SuppliedCode() {}

    private static String text() {
        try (var stream =
                Objects.requireNonNull(SuppliedCode.class.getResourceAsStream(RESOURCE))) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether the device has a function of that name.
    static boolean defines(String name) {
        return SUPPLIED.function(name).isPresent();
    }

    /// The functions of a module, and those it calls, lacks, and the device has.
    static List<Function> complete(PtxModule module) {
        var functions = new ArrayList<>(module.functions());
        var defined = new HashSet<String>();
        functions.forEach(function -> defined.add(function.name()));
        var called = called(module);
        for (var function : SUPPLIED.functions()) {
            if (called.contains(function.name()) && !defined.contains(function.name())) {
                functions.add(function);
            }
        }
        return functions;
    }

    private static Set<String> called(PtxModule module) {
        var names = new HashSet<String>();
        for (var function : module.functions()) {
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
