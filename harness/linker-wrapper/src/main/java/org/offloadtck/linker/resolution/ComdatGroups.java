package org.offloadtck.linker.resolution;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;

/// COMDAT groups: sections of which several objects have a copy and a link keeps the first.
///
/// A section of type `SHT_GROUP` has a word of flags, then the indices of its members. The symbol
/// in `sh_info` names the group.
///
/// @see "System V ABI, generic ABI, chapter 4, Section Groups"
public final class ComdatGroups {

    /// `GRP_COMDAT`.
    private static final long COMDAT = 1;

    private ComdatGroups() {}

    /// The sections of `elf` in groups whose names are in `seen`. The names of its other groups are
    /// added to `seen`.
    static Set<Integer> discardedIn(ElfObject elf, Set<String> seen) {
        var discarded = new HashSet<Integer>();
        for (Section section : elf.sections()) {
            if (section.type().equals(SectionType.GROUP)
                    && isComdat(section)
                    && !seen.add(signature(elf, section))) {
                discarded.addAll(members(elf, section));
            }
        }
        return discarded;
    }

    private static boolean isComdat(Section group) {
        return (group.contents().u32(0, "group flags") & COMDAT) != 0;
    }

    /// The name of `group`.
    public static String signature(ElfObject elf, Section group) {
        if (group.info() >= elf.symbols().size()) {
            throw group.contents()
                    .malformed(
                            0,
                            FormatRule.INDEX,
                            "section group is named by symbol %d of %d"
                                    .formatted(group.info(), elf.symbols().size()));
        }
        return elf.symbols().get(Math.toIntExact(group.info())).name();
    }

    /// The indices of the sections that belong to `group`.
    public static List<Integer> members(ElfObject elf, Section group) {
        var members = new ArrayList<Integer>();
        for (long at = Integer.BYTES; at < group.contents().size(); at += Integer.BYTES) {
            long member = group.contents().u32(at, "group member");
            if (member >= elf.sections().size()) {
                throw group.contents()
                        .malformed(
                                at,
                                FormatRule.INDEX,
                                "section group has section %d of %d as a member"
                                        .formatted(member, elf.sections().size()));
            }
            members.add(Math.toIntExact(member));
        }
        return members;
    }
}
