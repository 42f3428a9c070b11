package org.offloadtck.scenario.world;

import io.cucumber.java.After;
import io.cucumber.java.Scenario;
import org.offloadtck.scenario.record.ResultRecorder;

/// Ends every scenario: closes the device and attaches the evidence of the [World] for the
/// [ResultRecorder].
public final class ScenarioHooks {

    /// Hooks of a greater order run before.
    static final int ORDER = 10_000;

    private final World world;

    public ScenarioHooks(World world) {
        this.world = world;
    }

    @After(order = ORDER)
    public void attachEvidence(Scenario scenario) {
        world.close();
        scenario.attach(world.evidence().toJson(), ResultRecorder.EVIDENCE_TYPE, "evidence");
    }
}
