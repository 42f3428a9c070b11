package org.offloadtck.ptx.ir;

import java.util.List;
import java.util.Optional;
import org.offloadtck.object.ptx.TextSpan;

/// One PTX translation unit, or several after linking.
///
/// @param source the name of the text in diagnostics
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

    private static final int MAX_ARCHITECTURE = 10_000;

    /// Architectures have ten minor numbers.
    private static final int MINORS = 10;

    public PtxModule {
        variables = List.copyOf(variables);
        declarations = List.copyOf(declarations);
        functions = List.copyOf(functions);
        aliases = List.copyOf(aliases);
    }

    /// The same module, with the statements of its functions in the text that they were parsed
    /// from.
    public PtxModule compact() {
        return new PtxModule(
                source,
                version,
                target,
                addressSize,
                variables,
                declarations,
                functions.stream().map(Function::compact).toList(),
                aliases);
    }

    /// The function of that name, if it has a body in this module.
    public Optional<Function> function(String name) {
        return functions.stream().filter(f -> f.signature().name().equals(name)).findFirst();
    }

    /// The module-scope variable of that name.
    public Optional<Variable> variable(String name) {
        return variables.stream().filter(v -> v.name().equals(name)).findFirst();
    }

    /// `.version major.minor`
    public record IsaVersion(int major, int minor) implements Comparable<IsaVersion> {

        @Override
        public int compareTo(IsaVersion other) {
            int order = Integer.compare(major, other.major);
            return order != 0 ? order : Integer.compare(minor, other.minor);
        }

        @Override
        public String toString() {
            return major + "." + minor;
        }
    }

    /// `.target architecture, options…`
    ///
    /// @param architecture such as `sm_75`; a letter after the number selects a variant
    public record Target(String architecture, List<String> options) {

        public Target {
            options = List.copyOf(options);
        }

        /// The number of the architecture: 75 for `sm_75`, 90 for `sm_90a`; 0 if there is none.
        public int number() {
            int number = 0;
            for (int i = architecture.indexOf('_') + 1; i < architecture.length(); i++) {
                int digit = Character.digit(architecture.charAt(i), 10);
                if (digit < 0 || number > MAX_ARCHITECTURE) {
                    break;
                }
                number = number * 10 + digit;
            }
            return number;
        }

        /// Whether PTX for the architecture runs on no other, as that of `sm_90a` (PTX ISA 9.0
        /// §11.1.2).
        public boolean isSpecific() {
            return architecture.endsWith("a");
        }

        /// Whether PTX for the architecture runs on later ones of its family only, as that of
        /// `sm_100f` (PTX ISA 9.0 §11.1.2).
        public boolean isOfFamily() {
            return architecture.endsWith("f");
        }

        /// Whether a device runs the PTX: one of the same architecture if it is specific, one of
        /// the same or a later architecture of the family, with the same major number, if the name
        /// ends in `f`, and otherwise one of the same or any later architecture (PTX ISA 9.0
        /// §11.1.2).
        ///
        /// @param sm the number of the device's architecture
        public boolean runsOn(int sm) {
            return number() == sm
                    || (number() < sm
                            && !isSpecific()
                            && (!isOfFamily() || number() / MINORS == sm / MINORS));
        }
    }

    /// `.alias name, aliasee;`: another name of a function.
    public record Alias(String name, String aliasee, TextSpan span) {}
}
