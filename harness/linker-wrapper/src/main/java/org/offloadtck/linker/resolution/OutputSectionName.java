package org.offloadtck.linker.resolution;

import java.util.List;

/// Maps input sections to output sections.
///
/// A section `.text.startup` goes to `.text`. A section with a name outside the table, an orphan,
/// goes to the output section of its own name.
///
/// @see "GNU ld 2.40, default linker script of elf_x86_64 (ld --verbose)"
public final class OutputSectionName {

    /// Longer prefixes first: `.data.rel.ro` before `.data`.
    private static final List<String> MERGED =
            List.of(
                    ".data.rel.ro",
                    ".text",
                    ".rodata",
                    ".data",
                    ".bss",
                    ".init_array",
                    ".fini_array",
                    ".gcc_except_table");

    /// The priority of a section with no number in its name: after every numbered one.
    private static final int LAST = 65536;

    private OutputSectionName() {}

    public static String of(String input) {
        return MERGED.stream()
                .filter(name -> input.equals(name) || input.startsWith(name + "."))
                .findFirst()
                .orElse(input);
    }

    /// The position of an input section among those of its output section: its number in the arrays
    /// of constructors and destructors (`SORT_BY_INIT_PRIORITY`), input order in all other
    /// sections.
    ///
    /// Requirement: HL-04.
    public static int priority(String input) {
        String output = of(input);
        if (!output.equals(".init_array") && !output.equals(".fini_array")) {
            return 0;
        }
        String number = input.substring(output.length());
        return number.matches("\\.[0-9]{1,5}") ? Integer.parseInt(number.substring(1)) : LAST;
    }
}
