package org.offloadtck.scenario.world;

import io.cucumber.java.en.Given;

/// Steps every stage begins with.
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
