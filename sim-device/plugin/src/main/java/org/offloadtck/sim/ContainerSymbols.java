package org.offloadtck.sim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.ContainerSymbol.Kind;
import org.offloadtck.ptx.ir.Linkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.StateSpace;
import org.offloadtck.ptx.ir.Variable;

/// The symbol table of a PTX module: every name it gives to or wants from other modules.
final class ContainerSymbols {

    private ContainerSymbols() {}

    /// The symbols of `module`, definitions in the order of the text, then what it leaves
    /// undefined.
    static List<ContainerSymbol> of(PtxModule module) {
        var symbols = new LinkedHashMap<String, ContainerSymbol>();
        module.variables().forEach(variable -> add(variable, symbols));
        module.functions().forEach(function -> add(function.signature(), true, symbols));
        module.declarations().forEach(declaration -> add(declaration, false, symbols));
        return List.copyOf(symbols.values());
    }

    /// Dynamic shared memory is declared like a reference, and is none.
    private static void add(Variable variable, Map<String, ContainerSymbol> symbols) {
        boolean isDynamic =
                variable.linkage() == Linkage.EXTERN && variable.space() == StateSpace.SHARED;
        if (!isDynamic) {
            linkage(variable.linkage())
                    .map(linkage ->
                            new ContainerSymbol(
                                    variable.name(),
                                    Kind.VARIABLE,
                                    linkage,
                                    size(linkage, variable.size())))
                    .ifPresent(symbol -> define(symbol, symbols));
        }
    }

    /// A declaration without a body is a reference, whatever its directive.
    private static void add(
            Signature signature, boolean hasBody, Map<String, ContainerSymbol> symbols) {
        linkage(signature.linkage())
                .map(linkage -> hasBody ? linkage : ContainerSymbol.Linkage.UNDEFINED)
                .map(linkage -> new ContainerSymbol(signature.name(), Kind.FUNCTION, linkage, 0))
                .ifPresent(symbol -> define(symbol, symbols));
    }

    private static void define(ContainerSymbol symbol, Map<String, ContainerSymbol> symbols) {
        symbols.merge(
                symbol.name(),
                symbol,
                (first, second) ->
                        first.linkage() == ContainerSymbol.Linkage.UNDEFINED ? second : first);
    }

    /// Empty for names of the module's own. A common variable may be defined elsewhere, too.
    private static Optional<ContainerSymbol.Linkage> linkage(Linkage linkage) {
        return switch (linkage) {
            case LOCAL -> Optional.empty();
            case VISIBLE -> Optional.of(ContainerSymbol.Linkage.DEFINED);
            case WEAK, COMMON -> Optional.of(ContainerSymbol.Linkage.WEAK);
            case EXTERN -> Optional.of(ContainerSymbol.Linkage.UNDEFINED);
        };
    }

    private static long size(ContainerSymbol.Linkage linkage, long size) {
        return switch (linkage) {
            case DEFINED, WEAK -> size;
            case UNDEFINED -> 0;
        };
    }
}
