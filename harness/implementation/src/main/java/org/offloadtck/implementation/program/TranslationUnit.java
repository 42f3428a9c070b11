package org.offloadtck.implementation.program;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.offloadtck.implementation.element.ElementValue;
import org.offloadtck.implementation.expression.ExpressionScope;

/// The part of a program that a front end lowers to a host object.
///
/// @param constants names for expressions, in order
/// @param tables of virtual functions that device code calls
/// @param functions that device code may call through a pointer
/// @param requires the clauses of the unit's `requires` directives
public record TranslationUnit(
        Map<String, ElementValue> constants,
        Set<RequiresClause> requires,
        List<Buffer> buffers,
        List<VirtualTable> tables,
        List<IndirectFunction> functions,
        List<TargetRegion> regions,
        List<HostOperation> operations) {

    public TranslationUnit {
        constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
        requires = Set.copyOf(requires);
        buffers = List.copyOf(buffers);
        tables = List.copyOf(tables);
        functions = List.copyOf(functions);
        regions = List.copyOf(regions);
        operations = List.copyOf(operations);
    }

    /// The buffer `name`, whose existence the reader has verified.
    public Buffer buffer(String name) {
        return buffers.stream()
                .filter(buffer -> buffer.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no buffer is " + name));
    }

    /// The scope of sizes, literals and trip counts: constants only.
    public ExpressionScope scope() {
        return new ExpressionScope.Program(constants, Map.of());
    }
}
