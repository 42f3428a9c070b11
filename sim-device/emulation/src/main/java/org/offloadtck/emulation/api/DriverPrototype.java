package org.offloadtck.emulation.api;

import java.util.List;
import java.util.function.Predicate;

/// The names of a driver function and its parameters.
///
/// @param symbol the name under which C programs know it
/// @param aliases further names
/// @param parameters in the order of their declaration
record DriverPrototype(String symbol, List<String> aliases, List<DriverParameter> parameters) {

    DriverPrototype {
        aliases = List.copyOf(aliases);
        parameters = List.copyOf(parameters);
    }

    /// Parses the symbol, its further names, and the parameters in parentheses.
    static DriverPrototype parse(String text) {
        int open = text.indexOf('(');
        var names = List.of(text.substring(0, open).split(" ", -1));
        return new DriverPrototype(
                names.getFirst(),
                names.subList(1, names.size()),
                DriverParameter.list(text.substring(open + 1, text.length() - 1)));
    }

    /// How many inputs are of a kind.
    int count(Predicate<DriverParameter> kind) {
        return (int)
                parameters.stream()
                        .filter(p -> p.direction() == DriverParameter.Direction.IN)
                        .filter(kind)
                        .count();
    }
}
