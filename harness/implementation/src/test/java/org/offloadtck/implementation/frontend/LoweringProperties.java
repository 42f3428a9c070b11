package org.offloadtck.implementation.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementType;
import org.offloadtck.implementation.element.ElementValue;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.implementation.lowering.LoweringOptions;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.Buffer.DeclareTarget;
import org.offloadtck.implementation.program.Buffer.InitialValue;
import org.offloadtck.implementation.program.Buffer.StorageClass;
import org.offloadtck.implementation.program.DeviceLifetime;
import org.offloadtck.implementation.program.EntryLocation;
import org.offloadtck.implementation.program.HostOperation;
import org.offloadtck.implementation.program.IndirectFunction;
import org.offloadtck.implementation.program.RequiresClause;
import org.offloadtck.implementation.program.TargetRegion;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.implementation.program.VirtualTable;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.offload.abi.SourceLocation;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.object.profile.compilation.RequiresStyle;

/// Random programs, lowered under every profile.
class LoweringProperties {

    private static final AbiProfiles PROFILES = AbiProfiles.load();
    private static final ArtifactCheck CHECK = new ArtifactCheck(PROFILES);

    @Property(seed = "20261121", tries = 200)
    void everyEntryIsFoundAgainWithItsMeaning(
            @ForAll("units") TranslationUnit unit, @ForAll("profiles") AbiProfile profile) {
        var rows = rows(lower(unit, new LoweringOptions(profile, DebugInformation.NONE)), profile);

        assertThat(rows.stream().map(row -> meaning(row)).toList())
                .containsExactlyElementsOf(expected(unit, profile));
    }

    @Property(seed = "20261121", tries = 60)
    void theCheckFindsNothingWrongInIt(
            @ForAll("units") TranslationUnit unit,
            @ForAll("profiles") AbiProfile profile,
            @ForAll DebugInformation debug) {
        var bytes = lower(unit, new LoweringOptions(profile, debug)).write();

        var report = CHECK.check("unit.o", bytes);

        assertThat(report.findings()).isEmpty();
        if (report instanceof FileReport.Artifact(var object)) {
            assertThat(object.profiles())
                    .filteredOn(verdict -> verdict.profile().equals(profile.id()))
                    .allSatisfy(verdict -> assertThat(verdict.byField()).isEmpty());
        }
    }

    @Property(seed = "20261121", tries = 60)
    void theSameProgramGivesTheSameBytes(
            @ForAll("units") TranslationUnit unit,
            @ForAll("profiles") AbiProfile profile,
            @ForAll DebugInformation debug) {
        var lowering = new LoweringOptions(profile, debug);

        assertThat(lower(unit, lowering).write()).isEqualTo(lower(unit, lowering).write());
    }

    @Property(seed = "20261121", tries = 60)
    void debugInformationChangesNoEntry(
            @ForAll("units") TranslationUnit unit, @ForAll("profiles") AbiProfile profile) {
        var plain = lower(unit, new LoweringOptions(profile, DebugInformation.NONE));
        var debug = lower(unit, new LoweringOptions(profile, DebugInformation.FULL));

        assertThat(OffloadInterface.of(debug, profile).entries())
                .isEqualTo(OffloadInterface.of(plain, profile).entries());
    }

    /// The data for the runtime, computed from the documents' tables without code of the front end.
    private static List<String> expected(TranslationUnit unit, AbiProfile profile) {
        var expected = new ArrayList<String>();
        boolean unified = unit.requires().contains(RequiresClause.UNIFIED_SHARED_MEMORY);
        for (var buffer : unit.buffers()) {
            boolean known = buffer.storage() == StorageClass.EXTERNAL;
            switch (buffer.declareTarget()) {
                case NONE -> {}
                case LINK -> expected.add("%s_decl_tgt_ref_ptr 8 0x1".formatted(buffer.symbol()));
                case ENTER -> {
                    if (unified) {
                        expected.add("%s_decl_tgt_ref_ptr 8 0x0".formatted(buffer.symbol()));
                    } else {
                        if (known || Set.of("documented", "llvm-14").contains(profile.id())) {
                            expected.add("%s %d 0x0".formatted(buffer.symbol(), buffer.bytes()));
                        }
                        expected.addAll(lifetime(buffer, profile));
                    }
                }
            }
        }
        boolean indirect = Integer.parseInt("0" + profile.id().replaceAll("\\D", "")) >= 18;
        if (Set.of("llvm-22", "llvm-23").contains(profile.id())) {
            unit.tables()
                    .forEach(table ->
                            expected.add("%s %d 0x20".formatted(table.entry(), table.bytes())));
        }
        for (var function : unit.functions()) {
            if (profile.id().equals("documented")) {
                expected.add("%s 0 0x8".formatted(function.symbol()));
            } else if (indirect) {
                expected.add("%s 8 0x8".formatted(function.entry()));
            }
        }
        unit.regions().forEach(region -> expected.add("%s 0 0x0".formatted(region.kernel())));
        if (unified && profile.entries().requires() == RequiresStyle.ENTRY) {
            expected.add("%s 0 0x10".formatted(profile.entries().requiresName()));
        }
        return expected;
    }

    private static List<String> lifetime(Buffer buffer, AbiProfile profile) {
        var release = Integer.parseInt("0" + profile.id().replaceAll("\\D", ""));
        var prefix = release == 14 || release == 15 ? "__omp_offloading__" : "__omp_offloading_";
        var expected = new ArrayList<String>();
        if (release < 18) {
            for (var lifetime : buffer.lifetime()) {
                var name = prefix + lifetime.variable().text();
                if (lifetime.code().contains(DeviceLifetime.Code.CONSTRUCTOR)) {
                    expected.add(name + "_ctor 0 0x2");
                }
                if (lifetime.code().contains(DeviceLifetime.Code.DESTRUCTOR)) {
                    expected.add(name + "_dtor 0 0x4");
                }
            }
        }
        return expected;
    }

    private static String meaning(EntryTable.Row row) {
        return "%s %d 0x%x".formatted(row.name(), row.fields().size(), row.fields().flags());
    }

    private static ElfObject lower(TranslationUnit unit, LoweringOptions lowering) {
        return FatObject.compile("unit.o", unit, List.of(), lowering);
    }

    private static List<EntryTable.Row> rows(ElfObject lowered, AbiProfile profile) {
        var object = ElfObject.parse("unit.o", lowered.write());
        var name = profile.entries().section(OffloadKind.OPENMP).orElseThrow();
        return IntStream.range(0, object.sections().size())
                .filter(index -> object.sections().get(index).name().equals(name))
                .boxed()
                .flatMap(index ->
                        EntryTable.read(object, index, profile.entries().layout()).rows().stream())
                .toList();
    }

    @Provide
    Arbitrary<AbiProfile> profiles() {
        return Arbitraries.of(PROFILES.ids()).map(PROFILES::profile);
    }

    @Provide
    Arbitrary<TranslationUnit> units() {
        var requires = Arbitraries.of(RequiresClause.class).set().ofMaxSize(3);
        var buffers = Arbitraries.integers().between(0, 6).flatMap(LoweringProperties::buffers);
        var functions = Arbitraries.integers().between(0, 3);
        var regions = Arbitraries.integers().between(0, 4);
        return Combinators.combine(requires, buffers, functions, regions)
                .as(LoweringProperties::unit);
    }

    private static Arbitrary<List<Buffer>> buffers(int count) {
        return Combinators.combine(
                        Arbitraries.of(DeclareTarget.class).list().ofSize(count),
                        Arbitraries.of(StorageClass.INTERNAL, StorageClass.EXTERNAL)
                                .list()
                                .ofSize(count),
                        Arbitraries.of(ElementType.I32, ElementType.I64).list().ofSize(count),
                        Arbitraries.integers().between(0, 40).list().ofSize(count))
                .as((declared, storage, types, shapes) ->
                        IntStream.range(0, count)
                                .mapToObj(i ->
                                        buffer(
                                                "v" + i,
                                                declared.get(i),
                                                storage.get(i),
                                                types.get(i),
                                                shapes.get(i)))
                                .toList());
    }

    /// A random buffer.
    ///
    /// @param shape the number of elements, whether they begin as zeros, and its constructor and
    ///   destructor
    private static Buffer buffer(
            String name,
            DeclareTarget declared,
            StorageClass storage,
            ElementType type,
            int shape) {
        int count = 1 + shape % 5;
        var code = EnumSet.noneOf(DeviceLifetime.Code.class);
        if (shape % 3 == 0) {
            code.add(DeviceLifetime.Code.CONSTRUCTOR);
        }
        if (shape % 4 == 0) {
            code.add(DeviceLifetime.Code.DESTRUCTOR);
        }
        var place = EntryLocation.parse("fe00_1_%s_l%d".formatted(name, shape));
        return new Buffer(
                name,
                name,
                storage,
                type,
                count,
                shape % 2 == 0 ? new InitialValue.Zero() : new InitialValue.Data(ones(type, count)),
                declared,
                Buffer.Holds.DATA,
                code.isEmpty() ? List.of() : List.of(new DeviceLifetime(place, code)));
    }

    private static ElementArray ones(ElementType type, int count) {
        return ElementArray.fill(
                type,
                count,
                _ -> type == ElementType.I32 ? new ElementValue.I32(1) : new ElementValue.I64(1));
    }

    private static TranslationUnit unit(
            Set<RequiresClause> requires, List<Buffer> buffers, int functions, int regions) {
        return new TranslationUnit(
                Map.of(),
                requires,
                buffers,
                IntStream.range(0, functions)
                        .mapToObj(i -> new VirtualTable("_ZTV" + i, "table" + i, 8L * (i + 1)))
                        .toList(),
                IntStream.range(0, functions)
                        .mapToObj(i ->
                                new IndirectFunction(
                                        "f" + i, "__omp_offloading_fe00_1_f%d_l1".formatted(i)))
                        .toList(),
                IntStream.range(0, regions)
                        .mapToObj(i ->
                                new TargetRegion("__omp_offloading_fe00_1_main_l%d".formatted(i)))
                        .toList(),
                IntStream.range(0, regions).mapToObj(LoweringProperties::update).toList());
    }

    private static HostOperation update(int line) {
        return new HostOperation.Update(new SourceLocation("unit.c", "main", line, 1), List.of());
    }
}
