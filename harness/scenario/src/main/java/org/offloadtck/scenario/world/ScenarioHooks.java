package org.offloadtck.scenario.world;

import io.cucumber.java.After;
import io.cucumber.java.AfterAll;
import io.cucumber.java.Scenario;
import org.offloadtck.scenario.executable.DriverForExecutables;
import org.offloadtck.scenario.record.ResultRecorder;

/// Ends every scenario: what the [World] knows goes to the recorder, and the device is closed. Ends
/// the run: the workshop that built programs is closed.
public final class ScenarioHooks {

    private final World world;

    public ScenarioHooks(World world) {
        this.world = world;
    }

    @AfterAll
    public static void closeWorkshop() {
        DriverForExecutables.closeWorkshop();
    }

    @After
    public void testify(Scenario scenario) {
        world.close();
        scenario.attach(world.evidence().toJson(), ResultRecorder.EVIDENCE_TYPE, "testimony");
    }
}
