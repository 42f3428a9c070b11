package org.offloadtck.implementation.frontend;

import java.util.List;
import java.util.stream.Collectors;

/// A step of a compilation: which tool makes what of what.
///
/// @param triple of the target the tool works for
/// @param tool as clang names it: `clang`, `NVPTX::Assembler`
/// @param inputs names of files
/// @param output name of a file
public record CompilationStep(String triple, String tool, List<String> inputs, String output) {

    public CompilationStep {
        inputs = List.copyOf(inputs);
    }

    /// The line of the documents' example, which is what clang prints on `-ccc-print-bindings`.
    ///
    /// @see "Offloading Design & Internals, Offloading Example"
    @Override
    public String toString() {
        return "# \"%s\" - \"%s\", inputs: [%s], output: \"%s\""
                .formatted(
                        triple,
                        tool,
                        inputs.stream()
                                .map(input -> "\"%s\"".formatted(input))
                                .collect(Collectors.joining(", ")),
                        output);
    }
}
