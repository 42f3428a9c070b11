package org.offloadtck.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/// The rules every module keeps, over all of them at once: this is the one module that has the
/// others on its class path.
@AnalyzeClasses(packages = "org.offloadtck", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    /// Module, by the last part of its root package, and what of ours it may use. The table of
    /// `docs/architecture.md`.
    private static final Map<String, Set<String>> MAY_USE =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("corpus", Set.of()),
                            Map.entry("object", Set.of()),
                            Map.entry("plugin", Set.of()),
                            Map.entry("conformance", Set.of()),
                            Map.entry("ptx", Set.of()),
                            Map.entry("linker", Set.of("object", "plugin")),
                            Map.entry("runtime", Set.of("object", "plugin")),
                            Map.entry("simt", Set.of("ptx")),
                            Map.entry("sim", Set.of("plugin", "ptx", "simt", "object")),
                            Map.entry(
                                    "driver",
                                    Set.of("plugin", "object", "ptx", "simt", "sim", "runtime")),
                            Map.entry("cuda", Set.of("plugin", "object")),
                            Map.entry("opencl", Set.of("plugin")),
                            Map.entry("reports", Set.of("conformance")),
                            Map.entry(
                                    "implementation",
                                    Set.of("object", "plugin", "linker", "runtime", "conformance")),
                            Map.entry(
                                    "scenario",
                                    Set.of(
                                            "corpus",
                                            "object",
                                            "plugin",
                                            "linker",
                                            "runtime",
                                            "conformance",
                                            "implementation")),
                            Map.entry(
                                    "cli",
                                    Set.of(
                                            "corpus",
                                            "object",
                                            "plugin",
                                            "linker",
                                            "conformance",
                                            "implementation",
                                            "scenario",
                                            "driver",
                                            "reports"))));

    @ArchTest
    static void modules_use_only_what_the_table_allows(JavaClasses classes) {
        MAY_USE.forEach((module, allowed) -> onlyUses(module, allowed).check(classes));
    }

    private static ArchRule onlyUses(String module, Set<String> allowed) {
        var own = Stream.concat(Stream.of(module), allowed.stream());
        var packages = own.map(name -> "org.offloadtck." + name + "..").toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage("org.offloadtck." + module + "..")
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("org.offloadtck..").or(resideInAnyPackage(packages)))
                .as("module " + module + " uses only " + allowed);
    }

    @ArchTest
    static void the_table_names_every_module_and_the_import_saw_each(JavaClasses classes) {
        var seen =
                classes.stream()
                        .map(type -> type.getPackageName().split("\\."))
                        .map(parts -> parts[2])
                        .distinct()
                        .sorted()
                        .toList();

        assertThat(seen).isEqualTo(List.copyOf(MAY_USE.keySet()));
        assertThat(classes.size()).isGreaterThan(200);
    }

    @ArchTest
    static final ArchRule packages_form_no_cycle =
            slices().matching("org.offloadtck.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule no_grab_bags =
            noClasses()
                    .should()
                    .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl)(\\$.*)?");

    @ArchTest
    static final ArchRule standard_streams_belong_to_the_command_line =
            noClasses()
                    .that(resideOutsideOfPackage("org.offloadtck.cli.."))
                    .should(ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule no_generic_exceptions = NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

    @ArchTest
    static final ArchRule scenarios_alone_speak_cucumber =
            noClasses()
                    .that(
                            resideOutsideOfPackage("org.offloadtck.scenario..")
                                    .and(resideOutsideOfPackage("org.offloadtck.cli..")))
                    .should()
                    .dependOnClassesThat(resideInAPackage("io.cucumber.."));

    @ArchTest
    static void every_package_is_null_marked(JavaClasses classes) {
        assertThat(classes.getPackage("org.offloadtck").getSubpackagesInTree())
                .filteredOn(javaPackage -> !javaPackage.getClasses().isEmpty())
                .isNotEmpty()
                .allMatch(javaPackage -> javaPackage.isAnnotatedWith(NullMarked.class));
    }
}
