package org.offloadtck.linker.executable;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.linker.executable.RelocationType.Field;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.OutputSectionPart;
import org.offloadtck.linker.resolution.OutputSectionPart.CommonBlock;
import org.offloadtck.linker.resolution.OutputSectionPart.GlobalOffsetTable;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.linker.resolution.ResolvedInputs;
import org.offloadtck.linker.resolution.ResolvedSymbol;
import org.offloadtck.object.elf.model.Relocation;

/// Applies relocations: writes the addresses of the layout into the bytes of the parts.
public final class Relocator {

    private final ResolvedInputs resolution;
    private final SymbolAddresses addresses;
    private final List<LinkDiagnostic> diagnostics = new ArrayList<>();

    Relocator(ResolvedInputs resolution, SymbolAddresses addresses) {
        this.resolution = resolution;
        this.addresses = addresses;
    }

    /// The relocations that failed so far, in order.
    List<LinkDiagnostic> diagnostics() {
        return List.copyOf(diagnostics);
    }

    /// The bytes of `part` in the executable.
    byte[] contents(OutputSectionPart part) {
        return switch (part) {
            case InputSection section -> relocated(section);
            case GlobalOffsetTable table -> slots(table);
            case CommonBlock _ -> new byte[0];
        };
    }

    private byte[] slots(GlobalOffsetTable table) {
        byte[] bytes = new byte[Math.toIntExact(table.size())];
        for (int slot = 0; slot < table.slots().size(); slot++) {
            long value = addresses.of(table.slots().get(slot)).orElse(0L);
            write(bytes, slot * Long.BYTES, Field.WORD64, value);
        }
        return bytes;
    }

    private byte[] relocated(InputSection section) {
        byte[] bytes = section.section().bytes();
        for (Relocation relocation : section.object().elf().relocations(section.index())) {
            var type = RelocationType.of(relocation.type());
            if (type.isEmpty()) {
                report(
                        section,
                        relocation,
                        LinkRule.RELOCATION,
                        "type %d is not supported, when a static link of small-model code needs only %s"
                                .formatted(relocation.type(), List.of(RelocationType.values())));
            } else if (type.get().field() != Field.NONE) {
                apply(section, relocation, type.get(), bytes);
            }
        }
        return bytes;
    }

    private void apply(
            InputSection section, Relocation relocation, RelocationType type, byte[] bytes) {
        Field field = type.field();
        if (relocation.offset() < 0 || relocation.offset() > bytes.length - field.bytes()) {
            report(
                    section,
                    relocation,
                    LinkRule.RELOCATION,
                    "%s writes %d bytes, when the section ends at 0x%x"
                            .formatted(type, field.bytes(), bytes.length));
            return;
        }
        ResolvedSymbol definition = resolution.definition(section.object(), relocation.symbol());
        var symbolValue = addresses.of(definition);
        if (symbolValue.isEmpty() && !section.toleratesDiscarded()) {
            report(
                    section,
                    relocation,
                    LinkRule.DISCARDED_SECTION,
                    "refers to %s, which the link discards".formatted(definition.label()));
            return;
        }
        long place = addresses.of(section).orElseThrow() + relocation.offset();
        long value =
                value(type, relocation, definition, symbolValue.orElse(0L)) - base(type, place);
        if (!field.holds(value)) {
            report(
                    section,
                    relocation,
                    LinkRule.RANGE,
                    "%s against %s yields %d, when the field holds %s"
                            .formatted(type, definition.label(), value, field.range()));
            return;
        }
        write(bytes, Math.toIntExact(relocation.offset()), field, value);
    }

    private long value(
            RelocationType type,
            Relocation relocation,
            ResolvedSymbol definition,
            long symbolValue) {
        return switch (type.formula()) {
            case NOTHING -> 0;
            case ADDRESS, RELATIVE -> symbolValue + relocation.addend();
            case SLOT -> addresses.slotOf(definition) + relocation.addend();
        };
    }

    private static long base(RelocationType type, long place) {
        return switch (type.formula()) {
            case NOTHING, ADDRESS -> 0;
            case RELATIVE, SLOT -> place;
        };
    }

    private void report(
            InputSection section, Relocation relocation, LinkRule rule, String problem) {
        diagnostics.add(
                new LinkDiagnostic(
                        section.object().source(),
                        "%s+0x%x".formatted(section.name(), relocation.offset()),
                        rule,
                        problem));
    }

    private static void write(byte[] bytes, int at, Field field, long value) {
        for (int index = 0; index < field.bytes(); index++) {
            bytes[at + index] = (byte) (value >>> (Byte.SIZE * index));
        }
    }
}
