package org.offloadtck.implementation.frontend;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.implementation.program.HostOperation;
import org.offloadtck.implementation.program.MapOperand;
import org.offloadtck.implementation.program.MappedName;
import org.offloadtck.implementation.program.TranslationUnit;

/// The constant arrays that a call of the runtime points to: a size and a map type for each
/// operand.
///
/// The arrays of base pointers and pointers are not among them: compilers fill those on the stack.
///
/// @param sizesSymbol `.L.offload_sizes`, numbered from the second one on
/// @param typesSymbol `.L.offload_maptypes`, likewise
/// @param namesSymbol `.L.offload_mapnames`, likewise; there on debug information only
/// @param sizes in bytes
/// @param names of what is mapped
public record OperandTable(
        String sizesSymbol,
        String typesSymbol,
        String namesSymbol,
        List<Long> sizes,
        List<Long> types,
        List<MappedName> names) {

    /// What clang names the arrays; `.L` is the prefix of private symbols in x86-64 ELF.
    ///
    /// @see "LLVM 16, clang/lib/CodeGen/CGOpenMPRuntime.cpp, emitOffloadingArrays"
    static final String SIZES = ".L.offload_sizes";

    static final String TYPES = ".L.offload_maptypes";

    private static final String NAMES = ".L.offload_mapnames";

    public OperandTable {
        sizes = List.copyOf(sizes);
        types = List.copyOf(types);
        names = List.copyOf(names);
    }

    /// The tables of `unit`, in the order of first use; operations with equal arrays share one, as
    /// the two ends of a data region do.
    public static List<OperandTable> of(TranslationUnit unit) {
        var tables = new ArrayList<OperandTable>();
        for (var operation : unit.operations()) {
            var table = table(operation, unit, tables.size());
            if (tables.stream().noneMatch(table::hasArraysOf)) {
                tables.add(table);
            }
        }
        return List.copyOf(tables);
    }

    /// The table among `tables` that `operation` of `unit` uses.
    public static OperandTable find(
            List<OperandTable> tables, HostOperation operation, TranslationUnit unit) {
        var wanted = table(operation, unit, 0);
        return tables.stream().filter(wanted::hasArraysOf).findFirst().orElseThrow();
    }

    private static OperandTable table(HostOperation operation, TranslationUnit unit, int number) {
        var names = operation.operands().stream().map(MapOperand::name).toList();
        var suffix = number == 0 ? "" : "." + number;
        var sizes = new ArrayList<Long>();
        var types = new ArrayList<Long>();
        for (var operand : operation.operands()) {
            sizes.add(
                    switch (operand) {
                        case MapOperand.Section section -> section.bytes().integer(unit.scope());
                        case MapOperand.Literal literal ->
                                (long) literal.value().evaluate(unit.scope()).type().bytes();
                    });
            types.add(operand.type());
        }
        return new OperandTable(
                SIZES + suffix, TYPES + suffix, NAMES + suffix, sizes, types, names);
    }

    private boolean hasArraysOf(OperandTable other) {
        return sizes.equals(other.sizes) && types.equals(other.types) && names.equals(other.names);
    }

    void write(HostSections sections, Lowering lowering) {
        sections.constants(sizesSymbol, sizes);
        sections.constants(typesSymbol, types);
        switch (lowering.debug()) {
            case NONE -> {}
            case FULL -> writeNames(sections, lowering);
        }
    }

    private void writeNames(HostSections sections, Lowering lowering) {
        var place = lowering.profile().compilation().mappedName();
        var texts = new ArrayList<String>();
        for (var name : names) {
            var text = "%s.%d".formatted(namesSymbol, texts.size());
            sections.string(".rodata.str1.1", 1, text, name.as(place).format());
            texts.add(text);
        }
        sections.addresses(namesSymbol, texts);
    }
}
