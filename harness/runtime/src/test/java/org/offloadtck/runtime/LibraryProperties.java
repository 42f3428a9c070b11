package org.offloadtck.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.offloadtck.runtime.LibraryRegistrationModel.Step;

/// Random programs that load and unload valid and faulty libraries, compared with a model.
final class LibraryProperties {

    @Property(seed = "14101066", tries = 600, edgeCases = EdgeCasesMode.NONE)
    void agreesWithTheModelAfterEveryStepSeed14101066(
            @ForAll("profiles") String profile,
            @ForAll("loadings") LibraryRegistrationModel.Loading loading,
            @ForAll("programs") List<Step> steps) {
        var run = new LibraryRegistrationModel(profile, loading);

        for (Step step : steps) {
            assertThat(run.take(step)).as("whether %s is legal", step).isEqualTo(run.model(step));
            run.compare();
        }
    }

    @Property(seed = "25121991", tries = 200, edgeCases = EdgeCasesMode.NONE)
    void leavesNothingOnceAllIsClosedSeed25121991(
            @ForAll("profiles") String profile,
            @ForAll("loadings") LibraryRegistrationModel.Loading loading,
            @ForAll("programs") List<Step> steps) {
        var run = new LibraryRegistrationModel(profile, loading);
        steps.forEach(run::take);

        run.closeAll();

        assertThat(run.program.runtime.libraries()).isEmpty();
        assertThat(run.program.runtime.dataEnvironment(0).mappings()).isEmpty();
        assertThat(run.device.liveMemories()).isZero();
    }

    @Provide
    Arbitrary<String> profiles() {
        return Arbitraries.of("documented", "llvm-15", "llvm-16", "llvm-17");
    }

    @Provide
    Arbitrary<LibraryRegistrationModel.Loading> loadings() {
        return Arbitraries.of(LibraryRegistrationModel.Loading.class);
    }

    @Provide
    Arbitrary<List<Step>> programs() {
        return Combinators.combine(
                        Arbitraries.of(Step.Kind.class),
                        Arbitraries.integers()
                                .between(0, LibraryRegistrationModel.LIBRARIES.size() - 1))
                .as(Step::new)
                .list()
                .ofMaxSize(20);
    }
}
