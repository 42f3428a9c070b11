package org.offloadtck.linker.relocatable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.ComdatGroups;
import org.offloadtck.linker.resolution.HostObject;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.linker.resolution.ResolvedInputs;
import org.offloadtck.linker.resolution.SymbolResolver;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfRelocatableAssembler;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.elf.model.X86Relocation;

/// Merges relocatable objects into one, as `ld -r` does. Undefined symbols stay undefined, common
/// symbols stay common, and sections that a final link excludes are kept.
///
/// Requirements: RL-01, RL-02, RL-06.
public final class RelocatableMerge {

    private final ResolvedInputs resolution;
    private final MergedSections sections;
    private final MergedSymbols symbols;
    private final List<LinkDiagnostic> diagnostics = new ArrayList<>();

    private RelocatableMerge(ResolvedInputs resolution) {
        this.resolution = resolution;
        this.sections = new MergedSections(resolution.objects());
        this.symbols = new MergedSymbols(resolution, sections);
    }

    public static ElfObject merge(String output, List<LinkInput> inputs) {
        return new RelocatableMerge(SymbolResolver.resolvePartially(inputs)).object(output);
    }

    private ElfObject object(String output) {
        var all = new ArrayList<Section>();
        sections.groups().forEach(group -> all.add(named(group)));
        all.addAll(sections.sections());
        var parts = new ElfRelocatableAssembler.Parts(all, symbols.symbols(), relocations());
        if (!diagnostics.isEmpty()) {
            throw new LinkException(diagnostics);
        }
        return ElfRelocatableAssembler.assemble(output, header(), parts);
    }

    private Section named(SectionGroup group) {
        ComdatGroups.signature(group.object().elf(), group.object().section(group.index()));
        return group.in(sections)
                .withInfo(symbols.row(group.object(), group.signature()).orElse(0));
    }

    /// The header states the operating system's ABI that an input needs, because it determines the
    /// binding of some symbols.
    private ElfHeader header() {
        ElfHeader plain = ElfHeader.of(ElfType.RELOCATABLE, ElfMachine.X86_64);
        return resolution.objects().stream()
                .map(object -> object.elf().header())
                .filter(header -> header.osAbi() != plain.osAbi())
                .findFirst()
                .map(plain::withAbiOf)
                .orElse(plain);
    }

    private Map<Integer, List<Relocation>> relocations() {
        var relocations = new HashMap<Integer, List<Relocation>>();
        for (MergedSection section : sections.merged()) {
            var rows = new ArrayList<Relocation>();
            for (InputSection input : section.inputs()) {
                input.object()
                        .elf()
                        .relocations(input.index())
                        .forEach(row -> rows.add(moved(input, row)));
            }
            relocations.put(section.index(), rows);
        }
        return relocations;
    }

    /// The relocation at its new place, against the merged symbol. A relocation against a discarded
    /// section becomes none where that is tolerated.
    private Relocation moved(InputSection input, Relocation row) {
        HostObject object = input.object();
        long offset = offset(object, input.index()) + row.offset();
        if (row.symbol() == 0) {
            return new Relocation(offset, 0, row.type(), row.addend());
        }
        var symbol = symbols.row(object, row.symbol());
        if (symbol.isEmpty()) {
            if (!input.toleratesDiscarded()) {
                diagnostics.add(dropped(input, row));
            }
            return new Relocation(offset, 0, X86Relocation.R_X86_64_NONE.code(), 0);
        }
        long addend = row.addend() + moved(object, object.elf().symbols().get(row.symbol()));
        return new Relocation(offset, symbol.getAsInt(), row.type(), addend);
    }

    /// The distance of a section symbol from the start of the output section, in bytes.
    private long moved(HostObject object, Symbol symbol) {
        return symbol.isLocal()
                        && symbol.type().equals(SymbolType.SECTION)
                        && symbol.place() instanceof SymbolPlace.InSection(int section)
                ? offset(object, section)
                : 0;
    }

    private long offset(HostObject object, int section) {
        return sections.place(object, section).map(MergedSections.Place::offset).orElse(0L);
    }

    private LinkDiagnostic dropped(InputSection input, Relocation row) {
        return new LinkDiagnostic(
                input.object().source(),
                "%s+0x%x".formatted(input.name(), row.offset()),
                LinkRule.DISCARDED_SECTION,
                "refers to %s, which the link discards"
                        .formatted(resolution.definition(input.object(), row.symbol()).label()));
    }
}
