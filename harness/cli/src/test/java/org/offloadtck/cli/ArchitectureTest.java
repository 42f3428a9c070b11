package org.offloadtck.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;

/// The rules every module keeps, over all of them at once: this is the one module that has the
/// others on its class path.
@AnalyzeClasses(packages = "org.offloadtck", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    private static final int MOST_TYPES = 15;

    private static final int MOST_TYPES_WITH_A_REASON = 20;

    /// How a package says why it is larger.
    private static final Pattern REASON =
            Pattern.compile("more than 15 types because".replace(" ", "\\s+(?:///\\s+)?"));

    private static final ModuleTable MODULES = ModuleTable.ofDocumentation();

    @ArchTest
    static void modulesUseOnlyWhatTheTableAllows(JavaClasses classes) {
        MODULES.rows().forEach(module -> onlyUses(module).check(classes));
    }

    /// The jar of the kit has no Byte Buddy, by which AssertJ makes them.
    @ArchTest
    static void nothingUsesSoftAssertionsOrAssumptions(JavaClasses classes) {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("org\\.assertj\\..*(SoftAssert|Assumption).*")
                .check(classes);
    }

    private static ArchRule onlyUses(ModuleTable.Row module) {
        var others = MODULES.packagesOutside(module);
        return noClasses()
                .that(belongTo(module))
                .should()
                .dependOnClassesThat(resideInAnyPackage(others.toArray(String[]::new)))
                .allowEmptyShould(false)
                .as("module %s uses only %s".formatted(module.directory(), module.mayUse()));
    }

    private static DescribedPredicate<JavaClass> belongTo(ModuleTable.Row module) {
        return DescribedPredicate.describe(
                "belong to " + module.directory(),
                type -> MODULES.moduleOf(type.getPackageName()).equals(Optional.of(module)));
    }

    @ArchTest
    static void theTableNamesEveryModuleAndTheImportSawEach(JavaClasses classes) {
        var seen =
                classes.stream()
                        .map(type -> MODULES.moduleOf(type.getPackageName()))
                        .flatMap(Optional::stream)
                        .distinct()
                        .toList();

        assertThat(MODULES.directories()).isEqualTo(ModuleTable.directoriesOfBuild());
        assertThat(seen).containsAll(MODULES.rows());
        assertThat(classes)
                .allMatch(type -> MODULES.moduleOf(type.getPackageName()).isPresent())
                .hasSizeGreaterThan(1_000);
    }

    /// Reads as a whole: who opens a package sees one idea. `docs/style.md` states the limits.
    @ArchTest
    static void packagesHaveAtMostFifteenTypesOrSayWhy(JavaClasses classes) {
        var sizes =
                classes.stream()
                        .filter(type -> type.isTopLevelClass() && !isPackageInfo(type))
                        .collect(
                                Collectors.groupingBy(
                                        JavaClass::getPackageName,
                                        TreeMap::new,
                                        Collectors.counting()));

        assertThat(sizes).isNotEmpty().allSatisfy(ArchitectureTest::isWithinTheLimit);
    }

    private static void isWithinTheLimit(String name, long types) {
        if (types > MOST_TYPES) {
            assertThat(types).as(name).isLessThanOrEqualTo(MOST_TYPES_WITH_A_REASON);
            assertThat(MODULES.documentationOf(name)).as(name).containsPattern(REASON);
        }
    }

    @ArchTest
    static void noTwoClassesShareASimpleName(JavaClasses classes) {
        var places =
                classes.stream()
                        .filter(type -> type.isTopLevelClass() && !isPackageInfo(type))
                        .collect(
                                Collectors.groupingBy(
                                        JavaClass::getSimpleName,
                                        TreeMap::new,
                                        Collectors.mapping(
                                                JavaClass::getPackageName, Collectors.toList())));

        assertThat(places)
                .isNotEmpty()
                .allSatisfy((_, packages) -> assertThat(packages).hasSize(1));
    }

    private static boolean isPackageInfo(JavaClass type) {
        return type.getSimpleName().equals("package-info");
    }

    @ArchTest
    static final ArchRule packagesFormNoCycle =
            slices().matching("org.offloadtck.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noGrabBags =
            noClasses()
                    .should()
                    .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl)(\\$.*)?");

    @ArchTest
    static final ArchRule standardStreamsBelongToTheCommandLine =
            noClasses()
                    .that(
                            resideOutsideOfPackage("org.offloadtck.cli..")
                                    .and(resideOutsideOfPackage("org.offloadtck..command.."))
                                    .and(resideOutsideOfPackage("org.offloadtck.benchmark..")))
                    .should(ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule noGenericExceptions = NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

    @ArchTest
    static final ArchRule onlyScenariosUseCucumber =
            noClasses()
                    .that(
                            resideOutsideOfPackage("org.offloadtck.scenario..")
                                    .and(resideOutsideOfPackage("org.offloadtck.cli..")))
                    .should()
                    .dependOnClassesThat(resideInAPackage("io.cucumber.."));

    @ArchTest
    static void everyPackageIsNullMarked(JavaClasses classes) {
        assertThat(classes.getPackage("org.offloadtck").getSubpackagesInTree())
                .filteredOn(javaPackage -> !javaPackage.getClasses().isEmpty())
                .filteredOn(javaPackage -> !javaPackage.getName().endsWith(".jmh_generated"))
                .isNotEmpty()
                .allMatch(javaPackage -> javaPackage.isAnnotatedWith(NullMarked.class));
    }
}
