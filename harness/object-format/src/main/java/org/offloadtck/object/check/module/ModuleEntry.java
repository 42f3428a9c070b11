package org.offloadtck.object.check.module;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.ir.ModuleConstant;
import org.offloadtck.object.ir.ModuleConstant.Address;
import org.offloadtck.object.ir.ModuleConstant.Aggregate;
import org.offloadtck.object.ir.ModuleConstant.Text;
import org.offloadtck.object.ir.ModuleConstant.Zero;
import org.offloadtck.object.ir.ModuleSymbol;
import org.offloadtck.object.ir.SymbolContent.Data;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;

/// An offload entry of a host module.
///
/// @param symbol the entry
/// @param suffix the name of the entry's symbol after its prefix
/// @param kind the offload kind in the entry; 1, which is OpenMP, in the layout without this field
/// @param address the symbol it points to; empty if null
/// @param nameSymbol the symbol of its name string; empty if null
/// @param name the name string
record ModuleEntry(
        ModuleSymbol symbol,
        String suffix,
        EntryLayout layout,
        long kind,
        String address,
        String nameSymbol,
        String name,
        long size,
        long flags,
        long data) {

    private static final int OPENMP = 1;

    /// Decodes an entry; empty if its fields are not those of an entry. Fields: see [EntryLayout].
    ///
    /// @param symbols of the module, by name
    static Optional<ModuleEntry> of(
            ModuleSymbol symbol, String suffix, Map<String, ModuleSymbol> symbols) {
        if (!(symbol.content() instanceof Data(_, Aggregate(var fields)))) {
            return Optional.empty();
        }
        return switch (fields.size()) {
            case 5 ->
                    Optional.of(
                            entry(
                                    symbol,
                                    suffix,
                                    symbols,
                                    EntryLayout.LEGACY,
                                    new Order(OPENMP, 0, 1, 2, 3, 4),
                                    fields));
            case 9 ->
                    Optional.of(
                            entry(
                                    symbol,
                                    suffix,
                                    symbols,
                                    EntryLayout.VERSION_1,
                                    new Order(number(fields.get(2)), 4, 5, 6, 3, 7),
                                    fields));
            default -> Optional.empty();
        };
    }

    /// The indices of the fields.
    private record Order(long kind, int address, int name, int size, int flags, int data) {}

    private static ModuleEntry entry(
            ModuleSymbol symbol,
            String suffix,
            Map<String, ModuleSymbol> symbols,
            EntryLayout layout,
            Order order,
            List<ModuleConstant> fields) {
        var nameSymbol = address(fields.get(order.name()));
        return new ModuleEntry(
                symbol,
                suffix,
                layout,
                order.kind(),
                address(fields.get(order.address())),
                nameSymbol,
                text(Optional.ofNullable(symbols.get(nameSymbol))),
                number(fields.get(order.size())),
                number(fields.get(order.flags())),
                number(fields.get(order.data())));
    }

    private static long number(ModuleConstant constant) {
        return constant instanceof ModuleConstant.Scalar(var value) ? value : 0;
    }

    private static String address(ModuleConstant constant) {
        return constant instanceof Address(var symbol) ? symbol : "";
    }

    private static String text(Optional<ModuleSymbol> string) {
        return string.map(ModuleSymbol::content)
                .map(content ->
                        switch (content) {
                            case Data(_, Text(var bytes)) -> bytes;
                            case Data(_, Zero()) -> "";
                            default -> "";
                        })
                .map(bytes -> bytes.endsWith("\0") ? bytes.substring(0, bytes.length() - 1) : bytes)
                .orElse("");
    }

    boolean isOpenmp() {
        return kind == OPENMP
                && !symbol.section().startsWith("cuda")
                && !symbol.section().startsWith("hip");
    }

    boolean has(OpenmpEntryFlag flag) {
        return (flags & flag.bit()) != 0;
    }
}
