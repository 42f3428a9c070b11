package org.offloadtck.engine.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;

/// A module as far as it must be known to be loaded. The statements of its functions stay in its
/// text until a function is decoded, so that a module takes little more memory than its text.
///
/// Immutable.
public final class ModuleOutline {

    private final PtxModule module;
    private final List<FunctionOutline> functions;

    private ModuleOutline(PtxModule module, List<FunctionOutline> functions) {
        this.module = module;
        this.functions = List.copyOf(functions);
    }

    /// The outline of a module. A module that was parsed is best outlined before it is made
    /// compact, which would parse it again.
    public static ModuleOutline of(PtxModule module) {
        return new ModuleOutline(module.compact(), complete(module));
    }

    /// The functions of a module, followed by the functions provided in PTX that it calls, directly
    /// or through others of them, and does not define.
    private static List<FunctionOutline> complete(PtxModule module) {
        var functions = new ArrayList<FunctionOutline>();
        module.functions().forEach(function -> functions.add(FunctionOutline.of(function)));
        var defined = new HashSet<String>();
        var open = new ArrayDeque<String>();
        var calls = new LinkedHashSet<String>();
        for (var function : functions) {
            defined.add(function.name());
            calls.addAll(function.calls());
        }
        open.addAll(calls);
        while (!open.isEmpty()) {
            String name = open.remove();
            if (defined.add(name)) {
                BuiltinLibrary.function(name)
                        .ifPresent(function -> {
                            functions.add(function);
                            open.addAll(function.calls());
                        });
            }
        }
        return functions;
    }

    /// The module, compact.
    public PtxModule module() {
        return module;
    }

    /// Its functions and those that the device provides to it.
    List<FunctionOutline> functions() {
        return functions;
    }

    /// The signatures of all functions that it declares or defines, or that the device provides.
    List<Signature> signatures() {
        return Stream.concat(
                        module.declarations().stream(),
                        functions.stream().map(FunctionOutline::function).map(Function::signature))
                .toList();
    }

    /// The symbols whose addresses initialise variables.
    Stream<String> initialAddresses() {
        return Stream.concat(
                        module.variables().stream(),
                        functions.stream()
                                .flatMap(function -> function.statics().stream())
                                .map(FunctionOutline.Static::variable))
                .flatMap(variable -> variable.initial().stream())
                .flatMap(initial ->
                        initial.value() instanceof Variable.Value.Address address
                                ? Stream.of(address.symbol())
                                : Stream.of());
    }
}
