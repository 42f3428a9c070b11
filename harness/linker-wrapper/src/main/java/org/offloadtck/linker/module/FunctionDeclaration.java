package org.offloadtck.linker.module;

import java.util.List;
import java.util.stream.Collectors;

/// The declaration of a function: its name and signature.
///
/// @param result [IrType#VOID] for none
public record FunctionDeclaration(String name, IrType result, List<IrType> parameters) {

    public FunctionDeclaration {
        parameters = List.copyOf(parameters);
    }

    /// A function that returns nothing.
    public static FunctionDeclaration of(String name, IrType... parameters) {
        return new FunctionDeclaration(name, IrType.VOID, List.of(parameters));
    }

    public FunctionDeclaration returning(IrType other) {
        return new FunctionDeclaration(name, other, parameters);
    }

    String declaration() {
        return parameters.stream()
                .map(IrType::text)
                .collect(
                        Collectors.joining(
                                ", ", "declare %s @%s(".formatted(result.text(), name), ")"));
    }
}
