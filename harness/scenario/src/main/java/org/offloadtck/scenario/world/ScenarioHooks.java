package org.offloadtck.scenario.world;

import io.cucumber.java.After;
import io.cucumber.java.Scenario;
import org.offloadtck.scenario.record.ResultRecorder;

/// Ends every scenario: closes the device and attaches the evidence of the [World] for the
/// [ResultRecorder].
public final class ScenarioHooks {

    private final World world;

    public ScenarioHooks(World world) {
        this.world = world;
    }

    @After
    public void attachEvidence(Scenario scenario) {
        world.close();
        scenario.attach(world.evidence().toJson(), ResultRecorder.EVIDENCE_TYPE, "evidence");
    }
}
