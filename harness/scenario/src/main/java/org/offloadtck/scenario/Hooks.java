package org.offloadtck.scenario;

import io.cucumber.java.After;
import io.cucumber.java.AfterAll;
import io.cucumber.java.Scenario;

import org.offloadtck.scenario.record.ResultRecorder;

/// Ends every scenario: what the [World] knows goes to the recorder, and the device is closed. Ends
/// the run: the workshop that built programs is closed.
public final class Hooks {

    private final World world;

    public Hooks(World world) {
        this.world = world;
    }

    @AfterAll
    public static void closeWorkshop() {
        EmulatedDriver.closeWorkshop();
    }

    @After
    public void testify(Scenario scenario) {
        world.close();
        scenario.attach(world.testimony().toJson(), ResultRecorder.TESTIMONY, "testimony");
    }
}
