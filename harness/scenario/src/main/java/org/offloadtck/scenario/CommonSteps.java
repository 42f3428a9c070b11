package org.offloadtck.scenario;

import io.cucumber.java.en.Given;

/// Steps every stage begins with.
public final class CommonSteps {

    private final World world;

    public CommonSteps(World world) {
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
