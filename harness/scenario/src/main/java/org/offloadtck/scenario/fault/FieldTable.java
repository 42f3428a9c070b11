package org.offloadtck.scenario.fault;

import java.util.Map;

/// The fields of a structure by the names that edits use, with offset and width in bytes.
///
/// Sources: generic ABI, "ELF Header", "Sections", "Program Header", "Symbol Table", "Relocation";
/// LLVM 15 to 23, `llvm/include/llvm/Object/OffloadBinary.h`; "Offloading Design & Internals",
/// tables "__tgt_offload_entry Structure", "__tgt_bin_desc Structure" and "__tgt_device_image
/// Structure"; LLVM 20 to 23, `llvm/include/llvm/Frontend/Offloading/Utility.h`.
enum FieldTable {
    ELF_HEADER(
            "class 4 1, data 5 1, os-abi 7 1, abi-version 8 1, type 16 2, machine 18 2, flags 48 4,"
                    + " segments 56 2, magic 0 4, names 62 2"),
    SECTION_HEADER(
            "name 0 4, type 4 4, flags 8 8, address 16 8, offset 24 8, size 32 8, link 40 4, info"
                    + " 44 4, alignment 48 8, entry-size 56 8"),
    SEGMENT("type 0 4, flags 4 4, offset 8 8, address 16 8, file-size 32 8, memory-size 40 8"),
    SYMBOL("name 0 4, info 4 1, visibility 5 1, section 6 2, value 8 8, size 16 8"),
    RELOCATION("offset 0 8, type 8 4, symbol 12 4, addend 16 8"),
    LEGACY_ENTRY("address 0 8, name 8 8, size 16 8, flags 24 4, reserved 28 4"),
    ENTRY(
            "reserved 0 8, version 8 2, kind 10 2, flags 12 4, address 16 8, name 24 8, size 32 8,"
                    + " data 40 8, aux-address 48 8"),
    OFFLOAD_BINARY("magic 0 4, version 4 4, size 8 8, entries 16 8, entry-size 24 8"),
    IMAGE(
            "kind 0 2, offload-kind 2 2, flags 4 4, strings 8 8, string-count 16 8, offset 24 8,"
                    + " size 32 8"),
    STRING("key 0 8, value 8 8"),
    DESCRIPTOR("count 0 4, images 8 8, entries-begin 16 8, entries-end 24 8"),
    DEVICE_IMAGE("start 0 8, end 8 8, entries-begin 16 8, entries-end 24 8");

    @SuppressWarnings("ImmutableEnumChecker") // never changed after construction
    private final Map<String, int[]> fields;

    FieldTable(String rows) {
        var named = new java.util.LinkedHashMap<String, int[]>();
        for (var row : rows.split(", ", -1)) {
            var words = row.split(" ", -1);
            named.put(words[0], new int[] {Integer.parseInt(words[1]), Integer.parseInt(words[2])});
        }
        fields = named;
    }

    /// The field `name` of the structure that starts at `start`; without a name, its first byte.
    FaultPlace at(String section, long start, String name) {
        if (name.isEmpty()) {
            return new FaultPlace(section, start, 1);
        }
        var field = fields.get(name);
        if (field == null) {
            throw new FaultTextException(
                    "%s has no field '%s' but %s".formatted(name(), name, fields.keySet()));
        }
        return new FaultPlace(section, start + field[0], field[1]);
    }
}
