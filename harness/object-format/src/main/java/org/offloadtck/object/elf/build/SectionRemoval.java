package org.offloadtck.object.elf.build;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.FileLayout;
import org.offloadtck.object.elf.SectionHeader;
import org.offloadtck.object.elf.model.ElfHeader;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.SymbolPlace;

/// Removes sections from an object without segments, and with them their relocation tables, the
/// symbols they define and the groups that become empty. Indices of the remaining sections and
/// symbols are updated.
///
/// @see "GNU binutils 2.40, objcopy --remove-section; LLVM 19, llvm/lib/ObjCopy/ELF/ELFObject.cpp,
///   Object::removeSections"
final class SectionRemoval {

    private final ElfObject object;
    private final BitSet removed = new BitSet();

    private SectionRemoval(ElfObject object, String name) {
        this.object = object;
        List<Section> sections = object.sections();
        for (int index = 1; index < sections.size(); index++) {
            removed.set(index, sections.get(index).name().equals(name));
        }
        for (int index = 1; index < sections.size(); index++) {
            Section section = sections.get(index);
            if (isTable(section) && isRemoved(section.info())) {
                removed.set(index);
            }
        }
        for (int index = 1; index < sections.size(); index++) {
            if (sections.get(index).type().equals(SectionType.GROUP) && isEmptied(index)) {
                removed.set(index);
            }
        }
    }

    /// The object without the sections called `name`; the object itself if it has none.
    static ElfObject apply(ElfObject object, String name) {
        var removal = new SectionRemoval(object, name);
        if (removal.removed.isEmpty()) {
            return object;
        }
        ElfHeader header = object.header();
        List<FileLayout.Placement> placements = object.layout().sections();
        if (removal.removed.get(header.stringTable())) {
            throw new IllegalArgumentException(
                    "%s: section %s holds the section names".formatted(object.source(), name));
        }
        var indices = new IndexRemapping(object, removal.removed, removal.symbols());
        var sections = new ArrayList<Section>();
        var kept = new ArrayList<FileLayout.Placement>();
        for (int index = 0; index < object.sections().size(); index++) {
            if (!removal.removed.get(index)) {
                sections.add(indices.apply(object.sections().get(index)));
                kept.add(placements.get(index));
            }
        }
        var layout = new FileLayout(0, 0, 0, SectionHeader.SIZE, kept, List.of(), 0);
        var names = header.withStringTable(indices.section(header.stringTable()));
        return new ElfBuilder(object.source(), names, List.of(), sections, layout).build();
    }

    private boolean isRemoved(long index) {
        return index < object.sections().size() && removed.get(Math.toIntExact(index));
    }

    private static boolean isTable(Section section) {
        return section.type().equals(SectionType.RELA) || section.type().equals(SectionType.REL);
    }

    private boolean isEmptied(int group) {
        List<Integer> members = IndexRemapping.members(object.sections().get(group));
        return !members.isEmpty() && members.stream().allMatch(removed::get);
    }

    /// The rows of the symbols that removed sections define.
    private BitSet symbols() {
        var dropped = new BitSet();
        for (int row = 0; row < object.symbols().size(); row++) {
            if (object.symbols().get(row).place() instanceof SymbolPlace.InSection(int index)) {
                dropped.set(row, removed.get(index));
            }
        }
        return dropped;
    }
}
