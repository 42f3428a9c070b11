package org.offloadtck.scenario.world;

import io.cucumber.java.en.Given;

/// Steps that select the ABI profile and the device, for every stage.
public final class ProfileSteps {

    private final World world;

    public ProfileSteps(World world) {
        this.world = world;
    }

    @Given("the ABI profile {word}")
    public void theAbiProfile(String id) {
        world.useProfile(id);
    }

    @Given("the device {word}")
    public void theDevice(String platform) {
        world.useDevice(platform);
    }
}
