package org.offloadtck.scenario.runtime;

import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.HexFormat;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.image.DeviceEntry;
import org.offloadtck.runtime.image.LoadedImage;
import org.offloadtck.runtime.memory.DevicePointer;
import org.offloadtck.runtime.registration.HostEntry;
import org.offloadtck.runtime.registration.HostLibrary;
import org.offloadtck.runtime.table.LookupResult;

/// Steps about registering and unregistering a program's descriptor.
public final class RegistrationSteps {

    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

    private final ScenarioHostProgram test;
    private long descriptor;

    public RegistrationSteps(ScenarioHostProgram test) {
        this.test = test;
    }

    @Given("the target region {word}")
    public void theTargetRegion(String kernel) {
        test.program().declareRegion(kernel);
    }

    @Given("the declare target variable {word} that holds {string}")
    public void theDeclareTargetVariable(String name, String bytes) {
        test.program().declareTarget(name, HEX.parseHex(bytes));
    }

    @Given("the image of the test regions")
    public void theTrialImage() {
        test.addRegionImage();
    }

    @Given("the image of the test regions for device ABI {word}")
    public void theTrialImageFor(String abi) {
        test.addRegionImage(DeviceAbi.valueOf(abi));
    }

    @Given("the image of the test regions linked for {word}")
    public void theTrialImageLinkedFor(String arch) {
        test.addRegionImageFor(arch);
    }

    @Given("an image whose constructors are symbols")
    public void anImageWithLifetimes() {
        test.addImageWithConstructors();
    }

    @Given("an image for another machine")
    public void anImageForAnotherMachine() {
        test.addForeignImage();
    }

    @Given("the field at offset {int} of the descriptor is {long}")
    public void theFieldOfTheDescriptorIs(int offset, long value) {
        test.program().memory().putI64(descriptor() + offset, value, "descriptor");
    }

    @Given("the field at offset {int} of the first entry is {long}")
    public void theFieldOfTheFirstEntryIs(int offset, long value) {
        test.program().memory().putI64(firstEntry() + offset, value, "entry");
    }

    @Given("the field at offset {int} of the first image is {long} less")
    public void theFieldOfTheFirstImageIsLess(int offset, long less) {
        var memory = test.program().memory();
        long at = memory.i64(descriptor() + 8, "DeviceImages") + offset;
        memory.putI64(at, memory.i64(at, "image") - less, "image");
    }

    @Given("the program requires {long}")
    public void theProgramRequires(long clauses) {
        test.program().layout().requires(clauses);
    }

    @When("a constructor of the program requires {long}")
    public void aConstructorDemands(long clauses) {
        test.program().runtime().registerRequires(clauses);
    }

    @When("a constructor of the program attempts to require {long}")
    public void aConstructorAsksToDemand(long clauses) {
        test.attempt(() -> aConstructorDemands(clauses));
    }

    @When("the program registers its descriptor")
    public void registers() {
        test.program().runtime().registerLibrary(descriptor());
    }

    @When("the program unregisters its descriptor")
    public void unregisters() {
        test.program().runtime().unregisterLibrary(descriptor());
    }

    @When("the program attempts to register its descriptor")
    public void asksToRegister() {
        test.attempt(this::registers);
    }

    @When("the program attempts to unregister its descriptor")
    public void asksToUnregister() {
        test.attempt(this::unregisters);
    }

    @Then("the runtime knows the entries {string}")
    public void theRuntimeKnowsTheEntries(String names) {
        assertThat(library().entries())
                .extracting(HostEntry::name)
                .containsExactly(names.split(", "));
    }

    @Then("the device has loaded image {int} of the library")
    public void theDeviceHasLoadedImage(int number) {
        HostLibrary library = library();
        LoadedImage loaded = test.program().runtime().loadedImage(library, 0).orElseThrow();
        assertThat(library.images().indexOf(loaded.image())).isEqualTo(number - 1);
    }

    @Then("{word} is mapped for as long as the library is registered")
    public void isMappedForever(String variable) {
        assertThat(
                        test.program()
                                .runtime()
                                .dataEnvironment(0)
                                .lookup(
                                        test.program().address(variable),
                                        test.program().size(variable)))
                .isInstanceOfSatisfying(
                        LookupResult.Contained.class,
                        found -> assertThat(found.mapping().counts().isInfinite()).isTrue());
    }

    @Then("the entry of {word} still holds its address on the host")
    public void theEntryHoldsTheHostsAddress(String variable) {
        var layout = test.program().profile().entries().layout();
        var table = test.program().memory();
        OffloadEntry entry =
                OffloadEntry.parse(
                        layout, table.view(entry(variable).at(), layout.size(), "entry"), 0);
        assertThat(entry.address()).isEqualTo(test.program().address(variable));
    }

    @Then("{word} is mapped to the variable of the image")
    public void isMappedToTheImagesVariable(String variable) {
        var runtime = test.program().runtime();
        DevicePointer mapped =
                runtime.dataEnvironment(0)
                        .translate(test.program().address(variable), test.program().size(variable))
                        .orElseThrow();
        int row = library().entries().indexOf(entry(variable));
        assertThat(runtime.loadedImage(library(), 0).orElseThrow().entries().get(row))
                .isEqualTo(new DeviceEntry.Variable(mapped.memory()));
        assertThat(mapped.offset()).isZero();
    }

    @Then("the program's requirements are {long}")
    public void theRequirementsAre(long clauses) {
        assertThat(test.program().runtime().requirements().bits()).isEqualTo(clauses);
    }

    @Then("no library is registered")
    public void noLibraryIsRegistered() {
        assertThat(test.program().runtime().libraries()).isEmpty();
    }

    @Then("it is rejected by the rule {word}")
    public void isRefused(String rule) {
        assertThat(test.refusal().rule()).isEqualTo(RuntimeRule.valueOf(rule));
    }

    @Then("it is rejected by the rule {word} at offset {int} of the descriptor")
    public void isRefusedInTheDescriptor(String rule, int offset) {
        isRefused(rule);
        assertThat(test.refusal().address()).isEqualTo(descriptor() + offset);
    }

    @Then("it is rejected by the rule {word} at offset {int} of the entry table")
    public void isRefusedInTheEntryTable(String rule, int offset) {
        isRefused(rule);
        assertThat(test.refusal().address()).isEqualTo(firstEntry() + offset);
    }

    private HostEntry entry(String name) {
        return library().entries().stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private HostLibrary library() {
        return test.program().runtime().libraries().getFirst();
    }

    private long descriptor() {
        if (descriptor == 0) {
            descriptor = test.program().layout().descriptor();
        }
        return descriptor;
    }

    /// `HostEntriesBegin` of the `__tgt_bin_desc`.
    private long firstEntry() {
        return test.program().memory().i64(descriptor() + 16, "HostEntriesBegin");
    }
}
