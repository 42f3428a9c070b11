package org.offloadtck.linker.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.linker.CorpusInputs;
import org.offloadtck.linker.FatObjects;
import org.offloadtck.linker.device.RandomLinkLine.Placement;
import org.offloadtck.linker.device.RandomLinkLine.Unit;
import org.offloadtck.linker.input.ExtractedImage;
import org.offloadtck.linker.input.LinkInput;
import org.offloadtck.object.profile.link.TargetMatching;
import org.offloadtck.plugin.image.TargetId;

/// Compares the selection with a simple model of it.
final class DeviceImageSelectionProperties {

    private static final String AMD = "amdgcn-amd-amdhsa";

    @Provide
    Arbitrary<RandomLinkLine> lines() {
        return RandomLinkLine.any();
    }

    @Provide
    Arbitrary<List<String>> arches() {
        var signs = Arbitraries.of("", "+", "-");
        return Combinators.combine(Arbitraries.of("gfx906", "gfx90a", "generic"), signs, signs)
                .as(DeviceImageSelectionProperties::arch)
                .list()
                .ofMinSize(1)
                .ofMaxSize(5);
    }

    private static String arch(String processor, String sramecc, String xnack) {
        if (processor.equals("generic")) {
            return processor;
        }
        return processor
                + (sramecc.isEmpty() ? "" : ":sramecc" + sramecc)
                + (xnack.isEmpty() ? "" : ":xnack" + xnack);
    }

    /// The behaviour of a linker: one archive after another, each searched from its first member
    /// until no member is needed.
    @Property(seed = "20261121", tries = 100)
    void theDocumentsProfileSearchesAsALinkerDoes(@ForAll("lines") RandomLinkLine line) {
        assertThat(new HashSet<>(taken("documented", line))).isEqualTo(linked(line));
    }

    private static List<String> taken(String profile, RandomLinkLine line) {
        return DeviceImageSelection.of(line.inputs(), CorpusInputs.profile(profile), Set.of())
                .images()
                .stream()
                .map(image -> image.origin().file())
                .toList();
    }

    private static Set<String> linked(RandomLinkLine line) {
        var taken = new HashSet<String>();
        var units = new ArrayList<Unit>();
        for (var part : line.named()) {
            int index = line.parts().indexOf(part);
            boolean found = true;
            while (found) {
                found = false;
                for (int unit = 0; !found && unit < part.units().size(); unit++) {
                    var one = part.units().get(unit);
                    if ((part.placement() == Placement.OBJECT
                                    || (!units.isEmpty() && isNeeded(one, units)))
                            && taken.add(RandomLinkLine.name(index, unit) + ".o")) {
                        units.add(one);
                        found = true;
                    }
                }
            }
        }
        return taken;
    }

    /// Whether the unit defines a symbol that is referred to and undefined, or a visible symbol
    /// that is undefined.
    private static boolean isNeeded(Unit unit, List<Unit> linked) {
        var defined = new HashSet<String>();
        linked.forEach(one -> defined.addAll(one.hidden()));
        linked.forEach(one -> defined.addAll(one.visible()));
        var wanted = new HashSet<String>();
        linked.forEach(one -> wanted.addAll(one.strong()));
        wanted.removeAll(defined);
        return unit.hidden().stream().anyMatch(wanted::contains)
                || unit.visible().stream().anyMatch(name -> !defined.contains(name));
    }

    @Property(seed = "20261121", tries = 100)
    void everyMemberIsTakenWhereTheReleaseTakesEveryMember(@ForAll("lines") RandomLinkLine line) {
        var parts = line.named();
        boolean hasObject = parts.stream().anyMatch(part -> part.placement() == Placement.OBJECT);

        assertThat(taken("llvm-22", line))
                .hasSize(
                        hasObject ? parts.stream().mapToInt(part -> part.units().size()).sum() : 0);
    }

    @Property(seed = "20261121", tries = 100)
    void whatIsCompatibleIsSoBothWays(@ForAll("arches") List<String> arches) {
        for (var matching : TargetMatching.values()) {
            for (String one : arches) {
                for (String other : arches) {
                    var ones = new TargetId(AMD, one);
                    var others = new TargetId(AMD, other);
                    assertThat(TargetCompatibility.compatible(matching, ones, others))
                            .as("%s: %s, %s", matching, one, other)
                            .isEqualTo(TargetCompatibility.compatible(matching, others, ones))
                            .isEqualTo(one.equals(other) || model(matching, one, other));
                }
            }
        }
    }

    /// Two processors are compatible if they are equal and no feature that both state differs.
    private static boolean model(TargetMatching matching, String one, String other) {
        boolean generic = one.equals("generic") || other.equals("generic");
        boolean sameProcessor =
                one.substring(0, 6).equals(other.substring(0, 6))
                        && agree(one, other, "sramecc")
                        && agree(one, other, "xnack");
        return switch (matching) {
            case EXACT -> false;
            case SAME_PROCESSOR -> !generic && sameProcessor;
            case GENERIC, MOST_SPECIFIC -> generic || sameProcessor;
        };
    }

    private static boolean agree(String one, String other, String feature) {
        return !(one.contains(feature + "+") && other.contains(feature + "-"))
                && !(one.contains(feature + "-") && other.contains(feature + "+"));
    }

    @Property(seed = "20261121", tries = 100)
    void everyImageIsLinkedForATargetThatTakesIt(@ForAll("arches") List<String> arches) {
        for (String profile : List.of("llvm-16", "llvm-18", "llvm-22", "llvm-23")) {
            var rules = CorpusInputs.profile(profile).deviceLink();
            var input =
                    DeviceImageSelection.of(
                            objects(arches), CorpusInputs.profile(profile), Set.of());

            assertThat(input.groups().stream().flatMap(group -> group.images().stream()))
                    .containsAll(input.images());
            for (TargetGroup group : input.groups()) {
                assertThat(group.images())
                        .extracting(ExtractedImage::target)
                        .allMatch(target ->
                                TargetCompatibility.compatible(
                                        rules.matching(), target, group.target()));
            }
        }
    }

    private static List<LinkInput> objects(List<String> arches) {
        var objects = new ArrayList<LinkInput>();
        for (String arch : arches) {
            var image = FatObjects.image(AMD, arch, new byte[] {1});
            objects.add(FatObjects.of("%d.o".formatted(objects.size()), List.of(image)));
        }
        return objects;
    }
}
