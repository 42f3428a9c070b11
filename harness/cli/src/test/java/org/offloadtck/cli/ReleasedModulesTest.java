package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The poms: what a release has of each module.
class ReleasedModulesTest {

    private static final Path ROOT = Path.of("../..");
    private static final Path BOM = ROOT.resolve("harness/bom/pom.xml");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]*)</module>");
    private static final Pattern PARENT =
            Pattern.compile("<parent>.*<version>([^<]*)</version></parent>");

    private static List<Path> poms(Path folder) throws IOException {
        var pom = folder.resolve("pom.xml");
        var poms = new ArrayList<>(List.of(pom));
        for (var module : all(MODULE, pom)) {
            poms.addAll(poms(folder.resolve(module)));
        }
        return poms;
    }

    private static List<String> all(Pattern pattern, Path pom) throws IOException {
        return pattern.matcher(Files.readString(pom)).results().map(each -> each.group(1)).toList();
    }

    private static Stream<Path> libraries() throws IOException {
        return poms(ROOT).stream().filter(ReleasedModulesTest::isLibrary);
    }

    private static boolean isLibrary(Path pom) {
        try {
            return !Files.readString(pom).contains("<packaging>pom</packaging>");
        } catch (IOException fault) {
            throw new AssertionError(fault);
        }
    }

    @Test
    void eachHasAModuleNameOfItsOwn() throws IOException {
        var names = new ArrayList<String>();
        for (var pom : libraries().toList()) {
            var name = all(Pattern.compile("<module.name>([^<]*)</module.name>"), pom);
            assertThat(name).as(pom.toString()).hasSize(1);
            names.addAll(name);
        }
        assertThat(names)
                .hasSizeGreaterThan(20)
                .doesNotHaveDuplicates()
                .allSatisfy(name -> assertThat(name).startsWith("org.offloadtck."));
    }

    @Test
    void theBomNamesEachWithTheVersionOfAll() throws IOException {
        var bom = Files.readString(BOM);
        for (var pom : libraries().toList()) {
            var version = all(PARENT, pom).getFirst();
            var artifact = all(Pattern.compile("</parent>\\s*<artifactId>([^<]*)"), pom).getFirst();
            assertThat(bom)
                    .as(pom.toString())
                    .contains(
                            "<artifactId>%s</artifactId><version>%s</version>"
                                    .formatted(artifact, version));
        }
    }
}
