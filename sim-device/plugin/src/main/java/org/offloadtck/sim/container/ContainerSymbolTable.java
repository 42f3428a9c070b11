package org.offloadtck.sim.container;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.ContainerSymbol.Kind;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.Variable.Value;
import org.offloadtck.ptx.ir.modifier.StateSpace;
import org.offloadtck.ptx.link.PtxLinker;

/// The symbol table of a PTX module: every symbol that it defines for or references in other
/// modules.
final class ContainerSymbolTable {

    /// The largest initial value in a symbol table, in bytes. Plugins read only small ones from
    /// files: execution modes and kernel environments.
    private static final long MOST_INITIAL_BYTES = 1 << 20;

    private ContainerSymbolTable() {}

    /// The symbols of `module`: definitions in the order of the text, then undefined symbols that
    /// it uses. Declarations without a use are left out.
    static List<ContainerSymbol> of(PtxModule module) {
        var symbols = new LinkedHashMap<String, ContainerSymbol>();
        var aliases = module.aliases().stream().map(PtxModule.Alias::name).toList();
        module.variables().forEach(variable -> add(variable, symbols));
        module.functions().forEach(function -> add(function.signature(), Body.HERE, symbols));
        for (var declaration : module.declarations()) {
            var body = aliases.contains(declaration.name()) ? Body.HERE : Body.ELSEWHERE;
            add(declaration, body, symbols);
        }
        var used = PtxLinker.references(module);
        return symbols.values().stream()
                .filter(symbol -> isDefined(symbol) || used.contains(symbol.name()))
                .toList();
    }

    private static boolean isDefined(ContainerSymbol symbol) {
        return symbol.linkage() != ContainerSymbol.Linkage.UNDEFINED;
    }

    /// Whether the module has the body of a declared function.
    private enum Body {
        HERE,
        ELSEWHERE
    }

    /// Dynamic shared memory has the form of a reference, but is not a symbol.
    private static void add(Variable variable, Map<String, ContainerSymbol> symbols) {
        boolean isDynamic =
                variable.linkage() == PtxLinkage.EXTERN && variable.space() == StateSpace.SHARED;
        if (!isDynamic) {
            linkage(variable.linkage())
                    .map(linkage ->
                            new ContainerSymbol(
                                    variable.name(),
                                    Kind.VARIABLE,
                                    linkage,
                                    size(linkage, variable.size()),
                                    initial(variable)))
                    .ifPresent(symbol -> define(symbol, symbols));
        }
    }

    /// The bytes of an initial value, zero where it is an address; empty without a value and for
    /// values larger than [#MOST_INITIAL_BYTES].
    private static ByteBuffer initial(Variable variable) {
        if (variable.initial().isEmpty() || variable.size() > MOST_INITIAL_BYTES) {
            return ByteBuffer.allocate(0);
        }
        var bytes = ByteBuffer.allocate((int) variable.size()).order(ByteOrder.LITTLE_ENDIAN);
        int step = variable.type().bytes();
        for (var initial : variable.initial()) {
            long at = initial.element() * step;
            if (initial.value() instanceof Value.Constant(var immediate)
                    && at <= variable.size() - step) {
                long bits = immediate.bits(variable.type());
                for (int i = 0; i < step; i++) {
                    bytes.put((int) at + i, (byte) (bits >>> (Byte.SIZE * i)));
                }
            }
        }
        return bytes;
    }

    /// A declaration without a body is a reference, independent of its directive.
    private static void add(Signature signature, Body body, Map<String, ContainerSymbol> symbols) {
        linkage(signature.linkage())
                .map(linkage -> body == Body.HERE ? linkage : ContainerSymbol.Linkage.UNDEFINED)
                .map(linkage -> new ContainerSymbol(signature.name(), Kind.FUNCTION, linkage, 0))
                .ifPresent(symbol -> define(symbol, symbols));
    }

    private static void define(ContainerSymbol symbol, Map<String, ContainerSymbol> symbols) {
        symbols.merge(symbol.name(), symbol, (first, second) -> isDefined(first) ? first : second);
    }

    /// Empty for local symbols. A common variable may have another definition elsewhere.
    private static Optional<ContainerSymbol.Linkage> linkage(PtxLinkage linkage) {
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
