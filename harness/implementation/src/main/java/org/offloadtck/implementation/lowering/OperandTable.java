package org.offloadtck.implementation.lowering;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.implementation.program.HostOperation;
import org.offloadtck.implementation.program.MapOperand;
import org.offloadtck.implementation.program.MappedName;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.object.profile.runtime.DeviceAbi;

/// The constant arrays that a call of the runtime points to: a size and a map type for each
/// operand. The arrays of base pointers and pointers are not among them, because compilers fill
/// those on the stack.
///
/// @param sizesSymbol `.L.offload_sizes`, numbered from the second one on
/// @param typesSymbol `.L.offload_maptypes`, likewise
/// @param namesSymbol `.L.offload_mapnames`, likewise; with debug information only
/// @param sizes in bytes
/// @param names of the mapped variables
public record OperandTable(
        String sizesSymbol,
        String typesSymbol,
        String namesSymbol,
        List<Long> sizes,
        List<Long> types,
        List<MappedName> names) {

    /// Clang's names of the arrays; `.L` is the prefix of private symbols in x86-64 ELF.
    ///
    /// @see "LLVM 16, clang/lib/CodeGen/CGOpenMPRuntime.cpp, emitOffloadingArrays"
    public static final String SIZES = ".L.offload_sizes";

    public static final String TYPES = ".L.offload_maptypes";

    private static final String NAMES = ".L.offload_mapnames";

    public OperandTable {
        sizes = List.copyOf(sizes);
        types = List.copyOf(types);
        names = List.copyOf(names);
    }

    /// The tables of `unit`, in the order of first use. Operations with equal arrays, such as the
    /// two ends of a data region, share one.
    public static List<OperandTable> of(TranslationUnit unit, DeviceAbi abi) {
        var tables = new ArrayList<OperandTable>();
        for (var operation : unit.operations()) {
            if (operation instanceof HostOperation.TaskWait) {
                continue;
            }
            var table = table(operands(operation, abi), tables.size());
            if (tables.stream().noneMatch(table::hasArraysOf)) {
                tables.add(table);
            }
        }
        return List.copyOf(tables);
    }

    /// The table that an operation of `unit` with `operands` uses.
    public static OperandTable find(
            List<OperandTable> tables, List<MapOperand> operands, TranslationUnit unit) {
        var wanted = table(operands, 0);
        return tables.stream().filter(wanted::hasArraysOf).findFirst().orElseThrow();
    }

    /// The operands that a compiler for `abi` passes: those of `operation`, and for a launch those
    /// that the device ABI adds.
    public static List<MapOperand> operands(HostOperation operation, DeviceAbi abi) {
        boolean hasPlace =
                switch (abi) {
                    case D16, D19 -> false;
                    case D23 -> isLaunch(operation);
                };
        var operands = new ArrayList<>(operation.operands());
        if (hasPlace) {
            operands.add(new MapOperand.EnvironmentPlace());
        }
        return List.copyOf(operands);
    }

    private static boolean isLaunch(HostOperation operation) {
        return switch (operation) {
            case HostOperation.Launch _ -> true;
            case HostOperation.Detached(var construct, _) -> isLaunch(construct);
            case HostOperation.DataBegin _,
                    HostOperation.DataEnd _,
                    HostOperation.Update _,
                    HostOperation.TaskWait _ ->
                    false;
        };
    }

    private static OperandTable table(List<MapOperand> operands, int number) {
        var names = operands.stream().map(MapOperand::name).toList();
        var suffix = number == 0 ? "" : "." + number;
        var sizes = new ArrayList<Long>();
        var types = new ArrayList<Long>();
        for (var operand : operands) {
            sizes.add(
                    switch (operand) {
                        case MapOperand.Section section -> section.bytes();
                        case MapOperand.Literal literal -> (long) literal.value().type().bytes();
                        case MapOperand.EnvironmentPlace _ -> 0L;
                    });
            types.add(operand.type());
        }
        return new OperandTable(
                SIZES + suffix, TYPES + suffix, NAMES + suffix, sizes, types, names);
    }

    private boolean hasArraysOf(OperandTable other) {
        return sizes.equals(other.sizes) && types.equals(other.types) && names.equals(other.names);
    }

    void write(HostObjectSections sections, LoweringOptions lowering) {
        sections.constants(sizesSymbol, sizes);
        sections.constants(typesSymbol, types);
        switch (lowering.debug()) {
            case NONE -> {}
            case FULL -> writeNames(sections, lowering);
        }
    }

    private void writeNames(HostObjectSections sections, LoweringOptions lowering) {
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
