package org.offloadtck.ptx.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.Function;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.ir.PtxModule.IsaVersion;
import org.offloadtck.ptx.ir.PtxModule.Target;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Signature.FunctionKind;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// Links PTX modules into one.
public final class PtxLinker {

    private static final TextSpan START = new TextSpan(1, 1, 1);

    private static final Comparator<Target> NEWEST = Comparator.comparingInt(Target::number);

    private final String source;
    private final List<PtxModule> modules;
    private final Set<String> supplied;
    private final Map<String, Definition> definitions = new LinkedHashMap<>();
    private final Map<String, Variable> dynamic = new LinkedHashMap<>();

    private PtxLinker(String source, List<PtxModule> modules, Set<String> supplied) {
        this.source = source;
        this.modules = modules;
        this.supplied = supplied;
    }

    /// Links `modules` into a module with the name `source`.
    ///
    /// Of several definitions of a name, a `.visible` one takes precedence over `.common` and
    /// `.weak`, the largest `.common` one over `.weak`, otherwise the first `.weak` one is used.
    /// The result has the newest version and target of the modules. Definitions are in the order of
    /// the modules.
    ///
    /// @param modules at least one, in link order
    /// @param supplied functions that the device provides, such as `malloc`, which may stay
    ///   undefined
    /// @throws PtxLinkException if a name is defined twice or is undefined
    public static PtxModule link(String source, List<PtxModule> modules, Set<String> supplied) {
        return new PtxLinker(source, LocalSymbols.makeUnique(modules), supplied).link();
    }

    /// The names that the definitions of `module` refer to, in the order of the text. A symbol that
    /// is only declared is not among them.
    public static Set<String> references(PtxModule module) {
        var names = new LinkedHashSet<String>();
        definitions(module).forEach(each -> names.addAll(SymbolReferences.of(each).keySet()));
        module.aliases().forEach(alias -> names.add(alias.aliasee()));
        return names;
    }

    private PtxModule link() {
        modules.forEach(this::define);
        modules.forEach(this::compare);
        definitions.values().forEach(this::resolve);
        return new PtxModule(
                source,
                version(),
                target(),
                addressSize(),
                variables(),
                declarations(),
                functions(),
                aliases());
    }

    private void define(PtxModule module) {
        module.variables().stream()
                .filter(PtxLinker::isDynamic)
                .forEach(each -> dynamic.merge(each.name(), each, PtxLinker::widerAligned));
        definitions(module).forEach(this::define);
    }

    private static Stream<Definition> definitions(PtxModule module) {
        Stream<Definition> variables =
                module.variables().stream()
                        .filter(variable -> variable.linkage() != PtxLinkage.EXTERN)
                        .map(variable -> new Definition.OfVariable(module.source(), variable));
        Stream<Definition> functions =
                module.functions().stream()
                        .map(function -> new Definition.OfFunction(module.source(), function));
        return Stream.concat(variables, functions);
    }

    /// Whether the launch determines the size of the variable: `.extern .shared .b8 s[];`
    private static boolean isDynamic(Variable variable) {
        return variable.linkage() == PtxLinkage.EXTERN
                && variable.space() == StateSpace.SHARED
                && variable.size() == 0;
    }

    private static Variable widerAligned(Variable first, Variable second) {
        return second.alignment() > first.alignment() ? second : first;
    }

    private void define(Definition definition) {
        definitions.merge(definition.name(), definition, Definition::or);
    }

    /// Checks that declarations agree with their definitions.
    ///
    /// Requirement: SD-08.
    private void compare(PtxModule module) {
        for (var variable : module.variables()) {
            if (variable.linkage() == PtxLinkage.EXTERN) {
                compare(module, variable);
            }
        }
        for (var declaration : module.declarations()) {
            if (definitions.get(declaration.name())
                            instanceof Definition.OfFunction(var where, var function)
                    && !shape(declaration).equals(shape(function.signature()))) {
                throw new PtxLinkException(
                        module.source(),
                        declaration.span(),
                        "'%s' is declared with %s when it is %s at %s:%s"
                                .formatted(
                                        declaration.name(),
                                        shape(declaration),
                                        shape(function.signature()),
                                        where,
                                        function.signature().span()));
            }
        }
    }

    private void compare(PtxModule module, Variable declared) {
        if (definitions.get(declared.name()) instanceof Definition.OfVariable(var where, var actual)
                && (declared.space() != actual.space()
                        || (declared.size() != 0 && declared.size() != actual.size()))) {
            throw new PtxLinkException(
                    module.source(),
                    declared.span(),
                    "'%s' is declared with %d bytes in .%s when it has %d in .%s at %s:%s"
                            .formatted(
                                    declared.name(),
                                    declared.size(),
                                    declared.space().suffix(),
                                    actual.size(),
                                    actual.space().suffix(),
                                    where,
                                    actual.span()));
        }
    }

    /// The sizes of results and parameters in bytes, by element for vectors of registers: `(4) from
    /// (8, 2x4)`.
    private static String shape(Signature signature) {
        return "%s from %s".formatted(sizes(signature.results()), sizes(signature.parameters()));
    }

    private static String sizes(List<Variable> parameters) {
        var sizes = parameters.stream().map(PtxLinker::size).toList();
        return "(" + String.join(", ", sizes) + ")";
    }

    private static String size(Variable parameter) {
        return parameter.space() == StateSpace.REG && parameter.width() > 1
                ? parameter.width() + "x" + parameter.type().bytes()
                : Long.toString(parameter.size());
    }

    /// Checks that a definition in the result refers to defined names only.
    ///
    /// Requirement: SD-07.
    private void resolve(Definition definition) {
        SymbolReferences.of(definition)
                .forEach((name, span) -> {
                    if (!isKnown(name)) {
                        throw new PtxLinkException(
                                definition.source(),
                                span,
                                "'%s' is used but not defined".formatted(name));
                    }
                });
    }

    private boolean isKnown(String name) {
        return definitions.containsKey(name)
                || dynamic.containsKey(name)
                || supplied.contains(name)
                || aliases().stream().anyMatch(alias -> alias.name().equals(name));
    }

    private List<PtxModule.Alias> aliases() {
        return modules.stream().flatMap(module -> module.aliases().stream()).toList();
    }

    private List<Variable> variables() {
        var variables = new ArrayList<Variable>();
        dynamic.values().stream()
                .filter(variable -> !definitions.containsKey(variable.name()))
                .forEach(variables::add);
        definitions.values().stream()
                .filter(Definition.OfVariable.class::isInstance)
                .map(definition -> ((Definition.OfVariable) definition).variable())
                .forEach(variables::add);
        return variables;
    }

    private List<Function> functions() {
        return definitions.values().stream()
                .filter(Definition.OfFunction.class::isInstance)
                .map(definition -> ((Definition.OfFunction) definition).function())
                .toList();
    }

    /// The functions that stay undefined, and kernels that a module declares, each once. What
    /// refers to a kernel of another module may be before it in the result.
    private List<Signature> declarations() {
        var declared = new LinkedHashMap<String, Signature>();
        for (var module : modules) {
            for (var declaration : module.declarations()) {
                declarationOf(declaration)
                        .ifPresent(each -> declared.putIfAbsent(each.name(), each));
            }
        }
        return new ArrayList<>(declared.values());
    }

    private Optional<Signature> declarationOf(Signature declared) {
        return switch (definitions.get(declared.name())) {
            case null -> Optional.of(declared);
            case Definition.OfVariable _ -> Optional.empty();
            case Definition.OfFunction(_, var function) ->
                    Optional.of(function.signature())
                            .filter(each -> each.kind() == FunctionKind.ENTRY);
        };
    }

    private IsaVersion version() {
        return modules.stream().map(PtxModule::version).max(IsaVersion::compareTo).orElseThrow();
    }

    private Target target() {
        return modules.stream().map(PtxModule::target).max(NEWEST).orElseThrow();
    }

    private int addressSize() {
        int size = modules.getFirst().addressSize();
        for (var module : modules) {
            if (module.addressSize() != size) {
                throw new PtxLinkException(
                        module.source(),
                        START,
                        "addresses have %d bits when they have %d in %s"
                                .formatted(
                                        module.addressSize(), size, modules.getFirst().source()));
            }
        }
        return size;
    }
}
