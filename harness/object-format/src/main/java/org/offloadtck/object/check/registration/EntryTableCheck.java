package org.offloadtck.object.check.registration;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.offloadtck.object.check.entry.EntryContractCheck;
import org.offloadtck.object.check.entry.EntrySectionCheck;
import org.offloadtck.object.check.entry.HostVariables;
import org.offloadtck.object.check.entry.MalformedTable;
import org.offloadtck.object.check.observation.EntryContent;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.observation.ObservedEntry;
import org.offloadtck.object.check.observation.ObservedValue;
import org.offloadtck.object.check.observation.OffloadKindCode;
import org.offloadtck.object.check.report.Place;
import org.offloadtck.object.check.rule.EntryRule;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.PointerTarget;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;

/// Finds the tables of offload entries and records their layout and entries.
///
/// Requirements: FO-17, OE-01, OE-02, OE-07.
public final class EntryTableCheck {

    /// Suffix that `-r` appends to the name of an entry section: up to 64 bits of a digest. Source:
    /// LLVM 19, `clang/tools/clang-linker-wrapper/ClangLinkerWrapper.cpp`,
    /// `relocateOffloadSection`.
    private static final Pattern SUFFIX = Pattern.compile("_[0-9a-f]{1,16}");

    private static final Pattern ENDING = Pattern.compile("_entries_[0-9a-f]{1,16}$");

    /// `SHF_ALLOC`: the flags of a section of constants in an object that is not
    /// position-independent, in every edition.
    private static final long READ_ONLY = 0x2;

    private final ElfObject object;
    private final Observations observations;
    private final AbiProfiles profiles;
    private final EntryContractCheck contracts;
    private final SortedSet<String> names;

    /// What profiles expect of each prefix of entries' symbols.
    private final Map<String, ObservedValue> prefixes = new HashMap<>();

    public EntryTableCheck(ElfObject object, AbiProfiles profiles, Observations observations) {
        this.object = object;
        this.observations = observations;
        this.profiles = profiles;
        this.contracts = new EntryContractCheck(object, observations);
        this.names = profiles.entrySections();
    }

    public void read() {
        for (int index : tables()) {
            table(index);
        }
        new EntrySectionCheck(object, profiles, observations).read();
        observations.setHost(new HostVariables(object));
    }

    /// The indices of the sections that have the name of an entry table and are not empty.
    public List<Integer> tables() {
        var tables = new ArrayList<Integer>();
        for (int index = 0; index < object.sections().size(); index++) {
            var section = object.sections().get(index);
            if (section.type().equals(SectionType.PROGBITS)
                    && section.size() > 0
                    && baseName(section.name()).isPresent()) {
                tables.add(index);
            }
        }
        return tables;
    }

    /// Whether the name of an entry section has the suffix of `-r`.
    static boolean isSuffixed(String name) {
        return ENDING.matcher(name).find();
    }

    private Optional<String> baseName(String name) {
        for (var base : names) {
            if (name.startsWith(base)
                    && (name.length() == base.length()
                            || SUFFIX.matcher(name.substring(base.length())).matches())) {
                return Optional.of(base);
            }
        }
        return Optional.empty();
    }

    private void table(int index) {
        var section = object.sections().get(index);
        var base = baseName(section.name()).orElseThrow();
        section(section, base);
        var fitting = EntryTable.fitting(object, index);
        if (fitting.isEmpty()) {
            malformed(index, base);
            return;
        }
        if (fitting.size() == 1) {
            layout(section, fitting.getFirst().layout());
        }
        rows(index, fitting.getFirst());
    }

    private void rows(int index, EntryTable table) {
        var entries = new ArrayList<ObservedEntry>();
        var fields = new EntryFieldCheck(observations, table.layout());
        table.rows().forEach(row -> entries.add(entry(index, row, fields)));
        contracts.read(index, table.layout(), entries);
        startsNull(object.sections().get(index), table);
    }

    private void section(Section section, String base) {
        var where = Place.of(section);
        observations.add(
                ObservedValue.among(
                        "entries.section",
                        base,
                        where,
                        profile -> profile.entries().sections().values()));
        if (!section.name().equals(base)) {
            observations.add(
                    ObservedValue.among(
                            "relocatable-link.renamed-sections",
                            base,
                            where,
                            profile -> profile.relocatableLink().renamedSections()));
        }
        if (section.flags() != READ_ONLY) {
            observations.add(
                    ObservedValue.equal(
                            "entries.section-flags",
                            "0x%x".formatted(section.flags()),
                            where,
                            profile -> "0x%x".formatted(profile.entries().sectionFlags())));
        }
        if (isCompiled()) {
            observations.add(
                    ObservedValue.equal(
                            "entries.alignment",
                            Long.toString(section.alignment()),
                            where,
                            profile -> Long.toString(profile.entries().alignment())));
        }
    }

    /// Whether a compiler wrote the object. A link, which adds linked images, may have raised the
    /// alignment.
    private boolean isCompiled() {
        return object.header().type().equals(ElfType.RELOCATABLE)
                && object.sections().stream()
                        .noneMatch(section ->
                                section.name().startsWith(ElfObject.OFFLOADING_SECTION)
                                        && section.has(SectionFlag.ALLOC));
    }

    /// Reports why the section fits no layout and reads its entries if only their reserved words
    /// are wrong.
    private void malformed(int index, String base) {
        var layout = MalformedTable.likely(object, index, layouts(base));
        new MalformedTable(object, index, layout, observations)
                .read()
                .ifPresent(table -> rows(index, table));
    }

    /// The layouts of the releases that write a section of this name.
    private Set<EntryLayout> layouts(String base) {
        return profiles.all().stream()
                .map(AbiProfile::entries)
                .filter(entries -> entries.sections().containsValue(base))
                .map(AbiProfile.Entries::layout)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(EntryLayout.class)));
    }

    private void startsNull(Section section, EntryTable table) {
        boolean linked = !object.header().type().equals(ElfType.RELOCATABLE);
        if (linked
                && table.layout() == EntryLayout.LEGACY
                && table.rows().getFirst().address() instanceof PointerTarget.Null) {
            observations.add(
                    EntryRule.LEGACY_TABLE_STARTS_NULL,
                    section.name(),
                    section.contents().base(),
                    "the first entry has no address, by which runtimes that upgrade legacy tables"
                            + " recognise them");
        }
    }

    private void layout(Section section, EntryLayout layout) {
        observations.add(
                ObservedValue.equal(
                        "entries.layout",
                        Integer.toString(layout.size()),
                        Place.of(section),
                        profile -> Integer.toString(profile.entries().layout().size())));
    }

    private ObservedEntry entry(int index, EntryTable.Row row, EntryFieldCheck fields) {
        var section = object.sections().get(index);
        var kind =
                switch (fields.layout()) {
                    case LEGACY -> named(section.name());
                    case VERSION_1 -> new OffloadKindCode.Numbered(row.fields().kindCode());
                };
        var entry = new ObservedEntry(section.name(), section.contents().base(), kind, row);
        observations.add(entry);
        var where =
                new Place(
                        "entry '" + row.name() + "'",
                        section.name(),
                        section.contents().base() + row.offset());
        fields.read(entry, where);
        symbol(index, entry, where);
        return entry;
    }

    /// The kind in the name of a legacy section: `omp_`, `cuda_` or `hip_`.
    private static OffloadKindCode named(String section) {
        return switch (section.split("_", 2)[0]) {
            case "cuda" -> new OffloadKindCode.Named(OffloadKind.CUDA);
            case "hip" -> new OffloadKindCode.Named(OffloadKind.HIP);
            case "omp" -> new OffloadKindCode.Named(OffloadKind.OPENMP);
            default -> new OffloadKindCode.Word("unknown");
        };
    }

    /// Whether the symbol of an entry ends with the entry's name. The clauses of `requires` may
    /// have none.
    private static boolean isNamed(Symbol symbol, ObservedEntry entry) {
        return symbol.name().endsWith(entry.row().name())
                && (!entry.row().name().isEmpty() || entry.content() == EntryContent.REQUIRES);
    }

    private void symbol(int index, ObservedEntry entry, Place where) {
        long start = object.sections().get(index).address();
        for (var symbol : object.index().at(index, start + entry.row().offset())) {
            if (symbol.isWeak() && isNamed(symbol, entry)) {
                int prefix = symbol.name().length() - entry.row().name().length();
                observations.add(
                        prefixes.computeIfAbsent(
                                        symbol.name().substring(0, prefix),
                                        text -> prefix(text, where))
                                .at(where));
                return;
            }
        }
    }

    private static ObservedValue prefix(String prefix, Place where) {
        return ObservedValue.equal(
                "entries.symbol-prefix",
                prefix,
                where,
                profile -> profile.entries().symbolPrefix());
    }
}
