package org.offloadtck.object.command;

import java.io.PrintWriter;
import java.util.Locale;
import org.offloadtck.data.JsonObject;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolBinding;
import org.offloadtck.object.elf.model.SymbolPlace;

/// The sections and symbols of an ELF file, one per line, in file order. `docs/inspect.md`
/// documents the form.
final class ElfListing {

    private final ElfObject object;

    ElfListing(ElfObject object) {
        this.object = object;
    }

    void print(PrintWriter out) {
        for (int i = 0; i < object.sections().size(); i++) {
            var section = object.sections().get(i);
            out.printf(
                    "section [%d] '%s' type 0x%x flags 0x%x address 0x%x size %d align %d%n",
                    i,
                    section.name(),
                    section.type().code(),
                    section.flags(),
                    section.address(),
                    section.size(),
                    section.alignment());
        }
        for (var symbol : object.symbols()) {
            out.printf(
                    "symbol '%s' %s %s in %s value 0x%x size %d%n",
                    symbol.name(),
                    binding(symbol),
                    visibility(symbol),
                    place(symbol),
                    symbol.value(),
                    symbol.size());
        }
    }

    void addTo(JsonObject json) {
        json.putAll("sections", object.sections().stream().map(ElfListing::json).toList());
        json.putAll("symbols", object.symbols().stream().map(this::json).toList());
    }

    private static JsonObject json(Section section) {
        return new JsonObject()
                .put("name", section.name())
                .put("type", section.type().code())
                .put("flags", section.flags())
                .put("address", section.address())
                .put("size", section.size())
                .put("alignment", section.alignment());
    }

    private JsonObject json(Symbol symbol) {
        return new JsonObject()
                .put("name", symbol.name())
                .put("binding", binding(symbol))
                .put("visibility", visibility(symbol))
                .put("place", place(symbol))
                .put("value", symbol.value())
                .put("size", symbol.size());
    }

    private static String binding(Symbol symbol) {
        if (symbol.isLocal()) {
            return "local";
        }
        if (symbol.isWeak()) {
            return "weak";
        }
        return symbol.binding().equals(SymbolBinding.GLOBAL)
                ? "global"
                : "0x%x".formatted(symbol.binding().code());
    }

    private static String visibility(Symbol symbol) {
        return symbol.visibility().name().toLowerCase(Locale.ROOT);
    }

    private String place(Symbol symbol) {
        return switch (symbol.place()) {
            case SymbolPlace.InSection(var index) -> object.sections().get(index).name();
            case SymbolPlace.Undefined _ -> "undefined";
            case SymbolPlace.Absolute _ -> "absolute";
            case SymbolPlace.Common _ -> "common";
            case SymbolPlace.Reserved(var code) -> "0x%x".formatted(code);
        };
    }
}
