package org.offloadtck.linker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.linker.check.RegisteredDescriptor;
import org.offloadtck.linker.device.DeviceLinkers;
import org.offloadtck.linker.input.LinkDiagnostic;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.linker.input.LinkRule;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.object.profile.AbiProfile;

/// Links of random objects, for random targets and editions, compared with the expected warnings.
final class MixedTargetsProperties {

    private static final List<String> TARGETS =
            List.of("amdgcn-amd-amdhsa", "nvptx64-nvidia-cuda", "x86_64-pc-linux-gnu");
    private static final Imports RUNTIME =
            Imports.of(List.of("__tgt_register_lib", "__tgt_unregister_lib", "atexit"));
    private static final AbiProfile OLD = CorpusInputs.profile("llvm-16");
    private static final AbiProfile NEW = CorpusInputs.profile("llvm-22");

    /// A random object: the number of its regions, and for each target the regions in its image as
    /// bits; 0 for no image.
    record Shape(boolean old, int regions, List<Integer> images) {

        OffloadUnit unit(int number) {
            var names =
                    IntStream.range(0, regions)
                            .mapToObj(region -> "region_%d_%d".formatted(number, region))
                            .toList();
            var byTarget = new LinkedHashMap<String, List<String>>();
            for (int target = 0; target < images.size(); target++) {
                int bits = images.get(target);
                if (bits != 0) {
                    byTarget.put(TARGETS.get(target), chosen(names, bits));
                }
            }
            return new OffloadUnit("unit%d.o".formatted(number), old ? OLD : NEW, names, byTarget);
        }

        private static List<String> chosen(List<String> names, int bits) {
            return IntStream.range(0, names.size())
                    .filter(index -> (bits >> index & 1) != 0)
                    .mapToObj(names::get)
                    .toList();
        }
    }

    @Provide
    Arbitrary<List<Shape>> shapes() {
        var images = Arbitraries.integers().between(0, 7).list().ofSize(TARGETS.size());
        return Combinators.combine(
                        Arbitraries.of(true, false, false),
                        Arbitraries.integers().between(0, 3),
                        images)
                .as(Shape::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    @Property(seed = "20261121", tries = 120, edgeCases = EdgeCasesMode.NONE)
    void aLinkReportsMissingEntriesAndNothingElse(
            @ForAll("shapes") List<Shape> shapes, @ForAll boolean old) {
        var units = IntStream.range(0, shapes.size()).mapToObj(n -> shapes.get(n).unit(n)).toList();
        var profile = old ? OLD : NEW;

        var link = link(units, profile);

        assertThat(link.linkedImages())
                .extracting(image -> image.target().triple())
                .containsExactlyElementsOf(targets(units));
        assertThat(link.warnings())
                .extracting(MixedTargetsProperties::summary)
                .containsExactlyInAnyOrderElementsOf(expected(units, profile));
    }

    @Property(seed = "20261121", tries = 60, edgeCases = EdgeCasesMode.NONE)
    void thereIsOneRegistrationHoweverManyObjectsAndTargets(@ForAll("shapes") List<Shape> shapes) {
        var units = IntStream.range(0, shapes.size()).mapToObj(n -> shapes.get(n).unit(n)).toList();

        var link = link(units, NEW);

        var registrations = RegisteredDescriptor.in(link.executable());
        assertThat(registrations).hasSize(targets(units).isEmpty() ? 0 : 1);
        registrations.forEach(registration -> {
            assertThat(registration.images()).hasSameSizeAs(targets(units));
            var descriptor = registration.descriptor();
            long size = descriptor.hostEntriesEnd() - descriptor.hostEntriesBegin();
            assertThat(size / NEW.entries().layout().size())
                    .isEqualTo(
                            units.stream()
                                    .filter(unit -> unit.edition().equals(NEW))
                                    .mapToLong(unit -> unit.regions().size())
                                    .sum());
        });
    }

    private static LinkResult link(List<OffloadUnit> units, AbiProfile profile) {
        List<LinkInput> inputs = units.stream().map(OffloadUnit::input).toList();
        return new LinkerWrapper(profile, new DeviceLinkers(List.of(new MergingLinker())))
                .link(inputs, RUNTIME);
    }

    /// The targets of the program: those of all objects, in descending order.
    private static List<String> targets(List<OffloadUnit> units) {
        return TARGETS.stream()
                .filter(target -> units.stream().anyMatch(u -> u.images().containsKey(target)))
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private static List<String> expected(List<OffloadUnit> units, AbiProfile profile) {
        var expected = new ArrayList<String>();
        boolean registers = !targets(units).isEmpty();
        for (OffloadUnit unit : units) {
            if (unit.regions().isEmpty()) {
                continue;
            }
            if (!registers || !unit.edition().equals(profile)) {
                expected.add("%s %s".formatted(LinkRule.UNCOVERED_ENTRIES, unit.source()));
            }
            if (unit.edition().equals(profile)) {
                for (String target : targets(units)) {
                    var present = unit.images().getOrDefault(target, List.of());
                    if (!present.containsAll(unit.regions())) {
                        expected.add(
                                "%s %s image for %s"
                                        .formatted(LinkRule.MISSING_ENTRY, unit.source(), target));
                    }
                }
            }
        }
        return expected;
    }

    private static String summary(LinkDiagnostic diagnostic) {
        String where =
                diagnostic.rule() == LinkRule.MISSING_ENTRY ? " " + diagnostic.position() : "";
        return "%s %s%s".formatted(diagnostic.rule(), diagnostic.source(), where);
    }
}
