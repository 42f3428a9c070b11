package org.offloadtck.linker.resolution;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.offloadtck.linker.resolution.ResolvedSymbol.Boundary;
import org.offloadtck.linker.resolution.ResolvedSymbol.Edge;

/// The symbols that a linker defines itself when an input refers to them.
///
/// `__start_S` and `__stop_S` are the edges of the output section `S`, for every `S` that is a C
/// identifier and exists in the link. The arrays of constructors and destructors and the global
/// offset table have edge symbols with other names, which are 0 if there is no such section.
///
/// Requirements: HL-01, WR-11.
///
/// @see "GNU ld manual 2.40, 3.7.4 (Orphan Sections) and 3.10.3 (PROVIDE_HIDDEN in the default
///   script)"
final class LinkerDefinedSymbols {

    private static final String START = "__start_";
    private static final String STOP = "__stop_";
    private static final Pattern C_IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /// Edge symbols of sections that need not exist.
    private static final List<Boundary> FIXED =
            List.of(
                    new Boundary("_GLOBAL_OFFSET_TABLE_", ".got", Edge.START),
                    new Boundary("__init_array_start", ".init_array", Edge.START),
                    new Boundary("__init_array_end", ".init_array", Edge.STOP),
                    new Boundary("__fini_array_start", ".fini_array", Edge.START),
                    new Boundary("__fini_array_end", ".fini_array", Edge.STOP));

    private LinkerDefinedSymbols() {}

    /// The edge that `name` denotes, if it is an edge symbol and its section passes `exists`.
    static Optional<Boundary> boundary(String name, Predicate<String> exists) {
        Optional<Boundary> fixed =
                FIXED.stream().filter(boundary -> boundary.name().equals(name)).findFirst();
        return fixed.or(() -> edge(name, START, Edge.START))
                .or(() -> edge(name, STOP, Edge.STOP))
                .filter(boundary -> fixed.isPresent() || exists.test(boundary.section()));
    }

    private static Optional<Boundary> edge(String name, String prefix, Edge edge) {
        if (!name.startsWith(prefix)) {
            return Optional.empty();
        }
        String section = name.substring(prefix.length());
        return C_IDENTIFIER.matcher(section).matches()
                ? Optional.of(new Boundary(name, section, edge))
                : Optional.empty();
    }
}
