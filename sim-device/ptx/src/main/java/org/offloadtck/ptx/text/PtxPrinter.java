package org.offloadtck.ptx.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.Immediate;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Signature.FunctionKind;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.Variable.Value;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Prints a module as PTX text in a canonical form. [PtxParser] parses it to the same module,
/// except for positions and for names that occur in two scopes of a function.
public final class PtxPrinter {

    private final StringBuilder out = new StringBuilder();
    private final DebugLinePrinter lines;

    private PtxPrinter(PtxModule module) {
        lines = new DebugLinePrinter(module, out);
    }

    public static String print(PtxModule module) {
        var printer = new PtxPrinter(module);
        printer.module(module);
        return printer.out.toString();
    }

    private void module(PtxModule module) {
        line(".version " + module.version());
        var target = module.target();
        var words = target.options().stream().map(option -> ", " + option);
        line(".target " + target.architecture() + words.collect(Collectors.joining()));
        line(".address_size " + module.addressSize());
        lines.files();
        declarations(module);
        variables(module.variables());
        for (var alias : module.aliases()) {
            line(".alias %s, %s;".formatted(alias.name(), alias.aliasee()));
        }
        module.functions().forEach(this::function);
        lines.functions();
    }

    /// Declares every function before anything that may refer to it.
    private void declarations(PtxModule module) {
        var names = new HashSet<String>();
        for (var declaration : module.declarations()) {
            var defined = module.function(declaration.name()).map(Function::signature);
            if (names.add(declaration.name())
                    && defined.filter(each -> each.kind() == FunctionKind.FUNC).isEmpty()) {
                line(signature(defined.orElse(declaration)) + ";");
            }
        }
        for (var function : module.functions()) {
            if (function.signature().kind() == FunctionKind.FUNC) {
                line(signature(function.signature()) + ";");
            }
        }
    }

    private void variables(List<Variable> variables) {
        var later = variables.stream().map(Variable::name).collect(Collectors.toSet());
        for (var variable : variables) {
            later.remove(variable.name());
            forward(variable, variables, later);
            line(declaration(variable) + ";");
        }
    }

    /// Declares the variables that an initialiser refers to and that are defined after it.
    private void forward(Variable variable, List<Variable> variables, Set<String> later) {
        for (var initial : variable.initial()) {
            if (initial.value() instanceof Value.Address address
                    && later.remove(address.symbol())) {
                variables.stream()
                        .filter(other -> other.name().equals(address.symbol()))
                        .map(PtxPrinter::external)
                        .forEach(other -> line(declaration(other) + ";"));
            }
        }
    }

    private static Variable external(Variable variable) {
        return new Variable(
                PtxLinkage.EXTERN,
                variable.space(),
                variable.alignment(),
                variable.width(),
                variable.type(),
                variable.name(),
                variable.dimensions(),
                List.of(),
                variable.isManaged(),
                variable.span());
    }

    private void function(Function function) {
        line("");
        line(signature(function.signature()));
        new BodyPrinter(function, lines, out).print();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    static String signature(Signature signature) {
        String kind = signature.kind() == FunctionKind.ENTRY ? ".entry " : ".func ";
        String results = signature.results().isEmpty() ? "" : parameters(signature.results()) + " ";
        return prefix(signature.linkage())
                + kind
                + results
                + signature.name()
                + parameters(signature.parameters())
                + directives(signature.directives());
    }

    static String prototype(Signature prototype) {
        return parameters(prototype.results())
                + " _ "
                + parameters(prototype.parameters())
                + directives(prototype.directives());
    }

    private static String directives(List<FunctionDirective> directives) {
        return directives.stream()
                .map(directive -> " " + directive.kind().directive() + values(directive.values()))
                .collect(Collectors.joining());
    }

    private static String values(List<Long> values) {
        return values.stream()
                .map(value -> Long.toString(value))
                .collect(Collectors.joining(", ", values.isEmpty() ? "" : " ", ""));
    }

    static String parameters(List<Variable> parameters) {
        return parameters.stream()
                .map(PtxPrinter::declaration)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String prefix(PtxLinkage linkage) {
        return linkage == PtxLinkage.LOCAL ? "" : linkage.directive() + " ";
    }

    static String declaration(Variable variable) {
        return declaration(variable, variable.name());
    }

    static String declaration(Variable variable, String name) {
        boolean register = variable.space() == StateSpace.REG;
        String width = variable.width() == 1 ? "" : ".v" + variable.width() + " ";
        String array =
                variable.dimensions().stream()
                        .map(dimension -> dimension == 0 ? "[]" : "[" + dimension + "]")
                        .collect(Collectors.joining());
        return "%s.%s %s%s%s.%s %s%s%s"
                .formatted(
                        prefix(variable.linkage()),
                        variable.space().suffix(),
                        variable.isManaged() ? ".attribute(.managed) " : "",
                        register ? "" : ".align " + variable.alignment() + " ",
                        width,
                        variable.type().suffix(),
                        name,
                        array,
                        initialiser(variable));
    }

    private static String initialiser(Variable variable) {
        if (variable.initial().isEmpty()) {
            return "";
        }
        boolean scalar = variable.dimensions().isEmpty() && variable.width() == 1;
        return scalar
                ? " = " + value(variable.initial().getFirst().value())
                : " = " + list(variable);
    }

    /// The values of an array in nested braces. Every list has at least its first value, as in the
    /// result of the parser, so that the index of an element determines the lists that it opens or
    /// closes.
    private static String list(Variable variable) {
        var strides = Variable.strides(variable.dimensions(), variable.width());
        var text = new StringBuilder();
        long previous = -1;
        for (var initial : variable.initial()) {
            long element = initial.element();
            if (previous >= 0) {
                text.append("}".repeat(changes(strides, previous, element))).append(", ");
            }
            text.append("{".repeat(changes(strides, previous, element)));
            text.append(value(initial.value()));
            previous = element;
        }
        return text.append("}".repeat(strides.size())).toString();
    }

    /// The number of lists that end between two elements; the first element begins all lists.
    private static int changes(List<Long> strides, long from, long to) {
        return from < 0
                ? strides.size()
                : (int)
                        strides.stream()
                                .filter(stride -> stride != 0 && from / stride != to / stride)
                                .count();
    }

    static String value(Value value) {
        return switch (value) {
            case Value.Constant(var immediate) -> immediate(immediate);
            case Value.Address(var symbol, long offset, var addressing, long mask) -> {
                String address =
                        switch (addressing) {
                            case GENERIC -> "generic(" + symbol + ")" + offset(offset);
                            case IN_SPACE -> symbol + offset(offset);
                        };
                yield mask == -1 ? address : "0x%X(%s)".formatted(mask, address);
            }
        };
    }

    static String offset(long offset) {
        return offset == 0 ? "" : offset > 0 ? "+" + offset : Long.toString(offset);
    }

    static String immediate(Immediate immediate) {
        return switch (immediate) {
            case Immediate.Int64(long value) -> Long.toString(value);
            case Immediate.Float32(int raw) -> "0f%08X".formatted(raw);
            case Immediate.Float64(long raw) -> "0d%016X".formatted(raw);
        };
    }
}
