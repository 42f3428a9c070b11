package org.offloadtck.linker.host;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.offloadtck.linker.host.Definition.Boundary;
import org.offloadtck.linker.host.Definition.Edge;

/// The names a linker defines of itself when an input refers to them.
///
/// `__start_S` and `__stop_S` are the edges of the output section `S`, for every `S` that is a C
/// identifier and exists in the link; the arrays of constructors and destructors have edges whether
/// they exist or not.
///
/// @see "GNU ld manual 2.40, 3.7.4 (Orphan Sections) and 3.10.3 (PROVIDE_HIDDEN in the default
///   script)"
final class LinkerDefined {

    private static final String START = "__start_";
    private static final String STOP = "__stop_";
    private static final Pattern C_IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final Map<String, Boundary> ARRAYS =
            Map.of(
                    "__init_array_start",
                    new Boundary("__init_array_start", ".init_array", Edge.START),
                    "__init_array_end",
                    new Boundary("__init_array_end", ".init_array", Edge.STOP),
                    "__fini_array_start",
                    new Boundary("__fini_array_start", ".fini_array", Edge.START),
                    "__fini_array_end",
                    new Boundary("__fini_array_end", ".fini_array", Edge.STOP));

    private LinkerDefined() {}

    /// What `name` stands for, if it is such a name and its section passes `exists`.
    static Optional<Boundary> boundary(String name, Predicate<String> exists) {
        Boundary array = ARRAYS.get(name);
        if (array != null) {
            return Optional.of(array);
        }
        if (name.startsWith(START)) {
            return edge(name, START, Edge.START).filter(found -> exists.test(found.section()));
        }
        if (name.startsWith(STOP)) {
            return edge(name, STOP, Edge.STOP).filter(found -> exists.test(found.section()));
        }
        return Optional.empty();
    }

    private static Optional<Boundary> edge(String name, String prefix, Edge edge) {
        String section = name.substring(prefix.length());
        return C_IDENTIFIER.matcher(section).matches()
                ? Optional.of(new Boundary(name, section, edge))
                : Optional.empty();
    }
}
