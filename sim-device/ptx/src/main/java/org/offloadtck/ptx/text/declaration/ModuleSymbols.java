package org.offloadtck.ptx.text.declaration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.ptx.PtxSyntaxException;
import org.offloadtck.object.ptx.PtxText;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;

/// The symbols that a module has declared so far. PTX requires declarations before uses.
public final class ModuleSymbols {

    private final PtxText text;
    private final Map<String, Variable> variables = new LinkedHashMap<>();
    private final Map<String, Signature> functions = new LinkedHashMap<>();
    private final Map<String, TextSpan> bodies = new LinkedHashMap<>();

    ModuleSymbols(PtxText text) {
        this.text = text;
    }

    public boolean declares(String name) {
        return variables.containsKey(name) || functions.containsKey(name);
    }

    public Optional<Signature> function(String name) {
        return Optional.ofNullable(functions.get(name));
    }

    public Optional<Variable> variable(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /// The variables, each once: a definition replaces its `.extern` declaration.
    public List<Variable> variables() {
        return List.copyOf(variables.values());
    }

    public void declare(Variable variable) {
        var earlier = variables.get(variable.name());
        if (functions.containsKey(variable.name())) {
            throw duplicate(
                    variable.span(), variable.name(), functions.get(variable.name()).span());
        }
        if (earlier == null) {
            variables.put(variable.name(), variable);
            return;
        }
        boolean isDefinition = variable.linkage() != PtxLinkage.EXTERN;
        if (isDefinition && earlier.linkage() != PtxLinkage.EXTERN) {
            throw duplicate(variable.span(), variable.name(), earlier.span());
        }
        Redeclaration.problem(earlier, variable)
                .ifPresent(problem -> reject(variable.span(), problem, earlier.span()));
        if (isDefinition) {
            variables.put(variable.name(), variable);
        }
    }

    public void declare(Signature function) {
        var variable = variables.get(function.name());
        if (variable != null) {
            throw duplicate(function.span(), function.name(), variable.span());
        }
        var body = bodies.get(function.name());
        if (body != null) {
            throw duplicate(function.span(), function.name(), body);
        }
        var earlier = functions.putIfAbsent(function.name(), function);
        if (earlier != null) {
            Redeclaration.problem(earlier, function)
                    .ifPresent(problem -> reject(function.span(), problem, earlier.span()));
        }
    }

    public void define(Signature function) {
        declare(function);
        bodies.put(function.name(), function.span());
    }

    private void reject(TextSpan span, String problem, TextSpan earlier) {
        throw text.error(span, "%s at %s".formatted(problem, earlier));
    }

    private PtxSyntaxException duplicate(TextSpan span, String name, TextSpan earlier) {
        return text.error(span, "'%s' is defined twice, first at %s".formatted(name, earlier));
    }
}
