package org.offloadtck.scenario.runtime;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.launch.LaunchResult.HostFallback;
import org.offloadtck.runtime.registration.HostLibrary;

/// Steps about the shared libraries of a program, and when their images are loaded.
public final class LibrarySteps {

    private static final long DEFAULT_DEVICE = -1;

    private final ScenarioHostProgram test;
    private final Map<String, Long> descriptors = new LinkedHashMap<>();
    private Optional<HostFallback> fallback = Optional.empty();

    public LibrarySteps(ScenarioHostProgram test) {
        this.test = test;
    }

    @Given("images are loaded when the edition loads them")
    public void imagesAreLoadedAsTheEditionDoes() {
        test.loadImagesAsTheEdition();
    }

    @Given("a second device that accepts no image for {word}")
    public void aSecondDevice(String arch) {
        test.addDevice(new RestrictedDevice(test.device(), arch));
    }

    /// Begins a shared library; later declarations belong to it.
    @Given("the shared library {word}")
    public void theSharedLibrary(String name) {
        test.program().beginLibrary(name);
    }

    @Given("the shared library {word} that {word} built")
    public void theSharedLibraryBuiltWith(String name, String profile) {
        test.program().beginLibrary(name, AbiProfiles.load().profile(profile));
    }

    @When("the program loads {word}")
    public void opens(String name) {
        test.program().runtime().registerLibrary(descriptor(name));
    }

    @When("the program attempts to open {word}")
    public void asksToOpen(String name) {
        test.attempt(() -> opens(name));
    }

    @When("the program closes {word}")
    public void closes(String name) {
        test.program().runtime().unregisterLibrary(descriptor(name));
        test.program().library(name).unmap();
    }

    /// Unregisters the libraries in reverse order, as `atexit` and destructor arrays do.
    @When("the program exits")
    public void exits() {
        var runtime = test.program().runtime();
        runtime.libraries()
                .reversed()
                .forEach(library -> runtime.unregisterLibrary(library.descriptor()));
    }

    @When("the program executes a construct")
    public void comesToAConstruct() {
        fallback = test.program().runtime().targetDataBegin(DEFAULT_DEVICE, List.of());
    }

    @When("the program attempts a construct")
    public void asksForAConstruct() {
        test.attempt(this::comesToAConstruct);
    }

    @When("the program attempts a construct on device {int}")
    public void asksForAConstructOn(int device) {
        test.attempt(() -> fallback = test.program().runtime().targetDataBegin(device, List.of()));
    }

    @Then("the construct is left to the host because of {word}")
    public void isLeftToTheHost(String cause) {
        assertThat(fallback).map(reason -> reason.cause().name()).contains(cause);
    }

    @Then("the construct has run on the device")
    public void hasRunOnTheDevice() {
        assertThat(fallback).isEmpty();
    }

    @Then("the open libraries are {string}")
    public void theOpenLibrariesAre(String names) {
        assertThat(test.program().runtime().libraries())
                .extracting(HostLibrary::descriptor)
                .containsExactlyElementsOf(
                        List.of(names.split(", ")).stream().map(this::descriptor).toList());
    }

    @Then("the device has loaded an image of {word}")
    public void hasLoadedAnImageOf(String name) {
        assertThat(library(name).images()).contains(loaded(name, 0).orElseThrow().image());
    }

    @Then("for {word} the device has loaded an image of {word}")
    public void hasLoadedAnImageOfAnother(String name, String owner) {
        assertThat(library(owner).images()).contains(loaded(name, 0).orElseThrow().image());
    }

    @Then("the device has loaded no image for {word}")
    public void hasLoadedNoImageFor(String name) {
        assertThat(loaded(name, 0)).isEmpty();
    }

    @Then("device {int} has loaded image {int} of {word}")
    public void aDeviceHasLoaded(int device, int number, String name) {
        var image = loaded(name, device).orElseThrow().image();
        assertThat(library(name).images().indexOf(image)).isEqualTo(number - 1);
    }

    @Then("device {int} has loaded no image for {word}")
    public void aDeviceHasLoadedNone(int device, String name) {
        assertThat(loaded(name, device)).isEmpty();
    }

    private Optional<LoadedImage> loaded(String name, int device) {
        return test.program().runtime().loadedImage(library(name), device);
    }

    private HostLibrary library(String name) {
        return test.program().runtime().libraries().stream()
                .filter(library -> library.descriptor() == descriptor(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not registered"));
    }

    private long descriptor(String name) {
        return descriptors.computeIfAbsent(
                name, library -> test.program().library(library).descriptor());
    }
}
