package org.offloadtck.ptx.ir;

import java.util.List;
import java.util.Optional;

/// One PTX translation unit, or several after linking.
///
/// @param source what diagnostics call the text
/// @param addressSize 32 or 64 bits
/// @param variables module-scope variables, in the order of their declarations
/// @param declarations signatures of functions, one for each forward declaration
/// @param functions the functions that have a body
public record PtxModule(
        String source,
        IsaVersion version,
        Target target,
        int addressSize,
        List<Variable> variables,
        List<Signature> declarations,
        List<Function> functions,
        List<Alias> aliases) {

    public PtxModule {
        variables = List.copyOf(variables);
        declarations = List.copyOf(declarations);
        functions = List.copyOf(functions);
        aliases = List.copyOf(aliases);
    }

    /// The function of that name, if it has a body here.
    public Optional<Function> function(String name) {
        return functions.stream().filter(f -> f.signature().name().equals(name)).findFirst();
    }

    /// The module-scope variable of that name.
    public Optional<Variable> variable(String name) {
        return variables.stream().filter(v -> v.name().equals(name)).findFirst();
    }

    /// `.version major.minor`
    public record IsaVersion(int major, int minor) {

        @Override
        public String toString() {
            return major + "." + minor;
        }
    }

    /// `.target architecture, options…`
    public record Target(String architecture, List<String> options) {

        public Target {
            options = List.copyOf(options);
        }
    }

    /// `.alias name, aliasee;`: another name of a function.
    public record Alias(String name, String aliasee, Span span) {}
}
