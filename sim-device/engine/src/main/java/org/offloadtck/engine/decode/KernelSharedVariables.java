package org.offloadtck.engine.decode;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.link.PtxLinker;

/// The module-scope shared variables of a module that one kernel alone refers to, as `nvcc
/// -rdc=true` writes the variables of kernels. Other kernels have no memory for them.
///
/// @param byKernel the variables by the name of the kernel
record KernelSharedVariables(Map<String, List<Variable>> byKernel) {

    /// The variables of `functions`; none if there is one kernel, which has memory for all.
    static KernelSharedVariables of(PtxModule module, List<Function> functions) {
        var shared =
                module.variables().stream()
                        .filter(v -> v.space() == StateSpace.SHARED)
                        .filter(v -> v.linkage() != PtxLinkage.EXTERN)
                        .toList();
        if (shared.isEmpty() || functions.stream().filter(Function::isKernel).count() < 2) {
            return new KernelSharedVariables(Map.of());
        }
        var owners = owners(functions, shared.stream().map(Variable::name).collect(toSet()));
        initialValues(module, functions).forEach(owners::remove);
        return new KernelSharedVariables(
                shared.stream()
                        .filter(v -> owners.containsKey(v.name()))
                        .collect(groupingBy(v -> owners.get(v.name()))));
    }

    /// The only function that refers to each variable, where that is a kernel.
    private static Map<String, String> owners(List<Function> functions, Set<String> variables) {
        Map<String, String> owners = new HashMap<>();
        Set<String> others = new HashSet<>();
        for (var function : functions) {
            for (var name : PtxLinker.references(function)) {
                if (variables.contains(name)
                        && (!function.isKernel()
                                || owners.putIfAbsent(name, function.name()) != null)) {
                    others.add(name);
                }
            }
        }
        owners.keySet().removeAll(others);
        return owners;
    }

    /// The symbols whose addresses initialise variables.
    private static Stream<String> initialValues(PtxModule module, List<Function> functions) {
        return Stream.concat(
                        module.variables().stream(),
                        functions.stream().flatMap(f -> f.body().variables().stream()))
                .flatMap(variable -> variable.initial().stream())
                .flatMap(initial ->
                        initial.value() instanceof Variable.Value.Address address
                                ? Stream.of(address.symbol())
                                : Stream.of());
    }

    boolean has(Variable variable) {
        return byKernel.values().stream().anyMatch(each -> each.contains(variable));
    }

    /// The variables of a kernel.
    List<Variable> of(Function kernel) {
        return byKernel.getOrDefault(kernel.name(), List.of());
    }
}
