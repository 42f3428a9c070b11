package org.offloadtck.linker.module;

import java.util.List;
import java.util.stream.Collectors;

/// A function as its callers see it.
///
/// @param result [IrType#VOID] for none
public record Prototype(String name, IrType result, List<IrType> parameters) {

    public Prototype {
        parameters = List.copyOf(parameters);
    }

    /// One that returns nothing.
    public static Prototype of(String name, IrType... parameters) {
        return new Prototype(name, IrType.VOID, List.of(parameters));
    }

    public Prototype returning(IrType other) {
        return new Prototype(name, other, parameters);
    }

    String declaration() {
        return parameters.stream()
                .map(IrType::text)
                .collect(
                        Collectors.joining(
                                ", ", "declare %s @%s(".formatted(result.text(), name), ")"));
    }
}
