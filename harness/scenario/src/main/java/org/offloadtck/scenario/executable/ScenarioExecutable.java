package org.offloadtck.scenario.executable;

import java.util.Optional;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.emulated.EmulatedOutcome;
import org.offloadtck.implementation.emulated.EmulatedRun;
import org.offloadtck.implementation.emulated.EmulatedRun.Setting;
import org.offloadtck.implementation.external.BuildResult;
import org.offloadtck.implementation.external.MixedProgram;
import org.offloadtck.implementation.external.SourceProgram;
import org.offloadtck.implementation.external.ToolchainLookup;
import org.offloadtck.implementation.process.ProgramCommand;
import org.offloadtck.scenario.record.JudgedToolchain;
import org.offloadtck.scenario.record.UnsupportedException;
import org.offloadtck.scenario.record.VerdictError;
import org.offloadtck.scenario.world.World;

/// The toolchain of a scenario, the executable that it built and its run.
public final class ScenarioExecutable {

    private final World world;
    private final ExecutablePlatform driver;
    private Optional<ToolchainLookup> installation = Optional.empty();
    private Optional<SourceProgram> program = Optional.empty();
    private Optional<BuildResult> built = Optional.empty();
    private Optional<EmulatedOutcome> outcome = Optional.empty();

    public ScenarioExecutable(World world, ExecutablePlatform driver) {
        this.world = world;
        this.driver = driver;
    }

    ExecutablePlatform driver() {
        return driver;
    }

    void useToolchain(String id) {
        var toolchain = JudgedToolchain.named(id);
        world.useProfile(toolchain.profile());
        world.use(ImplementationIdentity.of(toolchain.id()), driver.identity());
        installation = Optional.of(ToolchainLookup.of(toolchain, System.getenv()));
    }

    /// The installed toolchain.
    ///
    /// @throws UnsupportedException if it is not installed
    ToolchainLookup.Found installation() {
        return switch (installation.orElseThrow(() -> missing("the toolchain"))) {
            case ToolchainLookup.Found found -> found;
            case ToolchainLookup.Missing(var reason) -> throw new UnsupportedException(reason);
        };
    }

    void build(String id, String level) {
        var chosen = driver.program(id);
        var result = driver.build(installation(), chosen, level);
        var name = "%s-%s".formatted(id, level);
        world.holds(name, driver.builds().folder(installation(), chosen, level));
        if (result instanceof BuildResult.Made(var made, _)) {
            world.holds(name + "-run", made.folder());
        }
        keep(chosen, result);
    }

    /// Uses a build of several toolchains.
    void build(MixedProgram mixed) {
        world.holds("mixed", driver.builds().mixedFolder());
        keep(mixed.source(), driver.builds().build(mixed));
    }

    private void keep(SourceProgram chosen, BuildResult result) {
        world.holds("toolkit", driver.builds().toolkit());
        result.evidence().forEach(world::attach);
        program = Optional.of(chosen);
        built = Optional.of(result);
    }

    /// The verdict of a failed build.
    Verdict buildFailure() {
        return switch (built.orElseThrow(() -> missing("a build"))) {
            case BuildResult.Stopped(var verdict, _) -> verdict;
            case BuildResult.Made(var command, _) ->
                    throw new AssertionError("%s was built".formatted(command.name()));
        };
    }

    /// The command of the built program.
    ///
    /// @throws VerdictError if the build failed
    ProgramCommand command() {
        return switch (built.orElseThrow(() -> missing("a build"))) {
            case BuildResult.Made(var command, _) -> command;
            case BuildResult.Stopped(var verdict, _) -> throw new VerdictError(verdict);
        };
    }

    EmulatedRun start(Setting setting) {
        return EmulatedRun.start(driver.platform(), command(), setting);
    }

    void run(Setting setting) {
        run(command(), setting);
    }

    /// Runs `other` instead of the built program.
    void run(ProgramCommand other, Setting setting) {
        keep(EmulatedRun.run(driver.platform(), other, setting));
    }

    void keep(EmulatedOutcome ended) {
        ended.evidence().forEach(world::attach);
        outcome = Optional.of(ended);
    }

    EmulatedOutcome outcome() {
        return outcome.orElseThrow(() -> missing("a run"));
    }

    /// The verdict of the run. It expects that the program succeeds.
    Verdict verdict() {
        var prints = program.orElseThrow(() -> missing("a program")).prints();
        return outcome().verdict(prints);
    }

    /// Requires that the run passes.
    ///
    /// @throws VerdictError if it does not
    void requirePass() {
        if (verdict().kind() != VerdictKind.PASS) {
            throw new VerdictError(verdict());
        }
    }

    private static IllegalStateException missing(String what) {
        return new IllegalStateException("no step made " + what);
    }
}
