package org.offloadtck.engine.load;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// The module-scope shared variables of a module that one kernel alone refers to, as `nvcc
/// -rdc=true` writes the variables of kernels. Other kernels have no memory for them.
///
/// @param byKernel the variables by the name of the kernel
record KernelSharedVariables(Map<String, List<Variable>> byKernel) {

    /// The variables of a module; none if there is one kernel, which has memory for all.
    static KernelSharedVariables of(ModuleOutline outline) {
        var functions = outline.functions();
        var shared =
                outline.module().variables().stream()
                        .filter(v -> v.space() == StateSpace.SHARED)
                        .filter(v -> v.linkage() != PtxLinkage.EXTERN)
                        .toList();
        if (shared.isEmpty() || functions.stream().filter(FunctionOutline::isKernel).count() < 2) {
            return new KernelSharedVariables(Map.of());
        }
        var owners = owners(functions, shared.stream().map(Variable::name).collect(toSet()));
        outline.initialAddresses().forEach(owners::remove);
        return new KernelSharedVariables(
                shared.stream()
                        .filter(v -> owners.containsKey(v.name()))
                        .collect(groupingBy(v -> owners.get(v.name()))));
    }

    /// The only function that refers to each variable, where that is a kernel.
    private static Map<String, String> owners(
            List<FunctionOutline> functions, Set<String> variables) {
        Map<String, String> owners = new HashMap<>();
        Set<String> others = new HashSet<>();
        for (var function : functions) {
            for (var name : function.symbols()) {
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

    boolean has(Variable variable) {
        return byKernel.values().stream().anyMatch(each -> each.contains(variable));
    }

    /// The variables of a kernel.
    List<Variable> of(FunctionOutline kernel) {
        return byKernel.getOrDefault(kernel.name(), List.of());
    }
}
