package org.offloadtck.scenario.world;

import io.cucumber.java.After;
import io.cucumber.java.Before;
import io.cucumber.java.Scenario;
import org.offloadtck.scenario.record.Interruption;
import org.offloadtck.scenario.record.ResultRecorder;
import org.opentest4j.TestAbortedException;

/// Begins and ends every scenario: starts none after an [Interruption]; closes the device and
/// attaches the evidence of the [World] for the [ResultRecorder].
public final class ScenarioHooks {

    /// Hooks of a greater order run before.
    static final int ORDER = 10_000;

    private final World world;

    public ScenarioHooks(World world) {
        this.world = world;
    }

    /// Skips the scenario after an interruption.
    ///
    /// @throws TestAbortedException if the run is interrupted
    @Before(order = 0)
    public void requireNoInterruption() {
        if (Interruption.isRequested()) {
            throw new TestAbortedException(Interruption.REASON);
        }
    }

    @After(order = ORDER)
    public void attachEvidence(Scenario scenario) {
        world.close();
        scenario.attach(world.evidence().toJson(), ResultRecorder.EVIDENCE_TYPE, "evidence");
    }
}
