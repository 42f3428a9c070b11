package org.offloadtck.linker.executable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import org.offloadtck.linker.input.LinkException;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.resolution.HostObject;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.linker.resolution.OutputSectionPart;
import org.offloadtck.linker.resolution.OutputSectionPart.CommonBlock;
import org.offloadtck.linker.resolution.OutputSectionPart.GlobalOffsetTable;
import org.offloadtck.linker.resolution.OutputSectionPart.InputSection;
import org.offloadtck.linker.resolution.ResolvedInputs;
import org.offloadtck.linker.resolution.ResolvedSymbol;
import org.offloadtck.linker.resolution.SymbolResolver;

/// Links relocatable x86-64 objects and archives to an executable at fixed addresses.
public final class StaticLinker {

    private StaticLinker() {}

    /// Links `inputs`, in order. An archive contributes the members that are needed at its
    /// position.
    ///
    /// @param imports the symbols that the program imports
    /// @throws LinkException if a symbol is undefined or doubly defined, a relocation cannot be
    ///   applied, or the format of an input is unknown
    public static HostExecutable link(List<LinkInput> inputs, Imports imports) {
        var resolution = SymbolResolver.resolve(inputs, imports);
        var commons = commons(resolution);
        var table = globalOffsetTable(resolution);
        var layout = ExecutableLayout.of(OutputSections.merge(parts(resolution, commons, table)));
        var addresses = new SymbolAddresses(layout, commons, table);
        var relocator = new Relocator(resolution, addresses);
        var executable = ExecutableWriter.write(resolution, layout, addresses, relocator);
        if (!relocator.diagnostics().isEmpty()) {
            throw new LinkException(relocator.diagnostics());
        }
        return executable;
    }

    private static List<OutputSectionPart> parts(
            ResolvedInputs resolution, CommonBlock commons, GlobalOffsetTable table) {
        var parts = new ArrayList<OutputSectionPart>();
        resolution.objects().forEach(object -> parts.addAll(object.copied()));
        if (commons.size() > 0) {
            parts.add(commons);
        }
        if (table.size() > 0) {
            parts.add(table);
        }
        return parts;
    }

    private static CommonBlock commons(ResolvedInputs resolution) {
        var offsets = new LinkedHashMap<String, Long>();
        long end = 0;
        long greatest = 1;
        for (ResolvedSymbol definition : resolution.globals().values()) {
            if (definition instanceof ResolvedSymbol.Common(_, var symbol, var alignment)) {
                long offset = OutputSectionPart.aligned(end, alignment);
                offsets.put(symbol.name(), offset);
                end = OutputSections.requireSmall(symbol.name(), offset, symbol.size());
                greatest = Math.max(greatest, alignment);
            }
        }
        return new CommonBlock(offsets, greatest, end);
    }

    private static GlobalOffsetTable globalOffsetTable(ResolvedInputs resolution) {
        var slots = new LinkedHashSet<ResolvedSymbol>();
        for (HostObject object : resolution.objects()) {
            for (InputSection section : object.copied()) {
                object.elf().relocations(section.index()).stream()
                        .filter(relocation -> RelocationType.usesTable(relocation.type()))
                        .map(relocation -> resolution.definition(object, relocation.symbol()))
                        .forEach(slots::add);
            }
        }
        return new GlobalOffsetTable(List.copyOf(slots));
    }
}
