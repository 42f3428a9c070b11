package org.offloadtck.ptx.link;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;

/// Makes the names of local symbols unique among modules.
///
/// Requirement: SD-09.
final class LocalSymbols {

    private LocalSymbols() {}

    /// The modules with clashing names without linkage renamed to `name$2`, `name$3` …. The first
    /// module keeps its name, unless a name with linkage is the same.
    static List<PtxModule> makeUnique(List<PtxModule> modules) {
        var taken = new HashSet<String>();
        modules.forEach(module -> taken.addAll(shared(module)));
        var separated = new ArrayList<PtxModule>();
        for (var module : modules) {
            var names = new LinkedHashMap<String, String>();
            for (String name : local(module)) {
                if (!taken.add(name)) {
                    names.put(name, fresh(name, taken));
                }
            }
            separated.add(new SymbolRenaming(names).of(module));
        }
        return separated;
    }

    private static String fresh(String name, Set<String> taken) {
        int number = 2;
        while (!taken.add(name + "$" + number)) {
            number++;
        }
        return name + "$" + number;
    }

    private static Set<String> local(PtxModule module) {
        var names = new LinkedHashSet<String>();
        module.variables().stream()
                .filter(variable -> variable.linkage() == PtxLinkage.LOCAL)
                .forEach(variable -> names.add(variable.name()));
        module.functions().stream()
                .filter(function -> function.signature().linkage() == PtxLinkage.LOCAL)
                .forEach(function -> names.add(function.name()));
        return names;
    }

    /// Names with linkage that the module declares or defines.
    private static Set<String> shared(PtxModule module) {
        var names = new HashSet<String>();
        Stream.of(
                        module.variables().stream().map(Variable::name),
                        module.functions().stream().map(function -> function.name()),
                        module.declarations().stream().map(Signature::name),
                        module.aliases().stream().map(PtxModule.Alias::name))
                .forEach(declared -> declared.forEach(names::add));
        names.removeAll(local(module));
        return names;
    }
}
