package org.offloadtck.sim.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.sim.container.ContainerSamples.SM_75;
import static org.offloadtck.sim.container.ContainerSamples.module;
import static org.offloadtck.sim.container.ContainerSamples.object;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.DeviceContainer;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.plugin.image.DeviceAssembler;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.plugin.image.DeviceLinker;
import org.offloadtck.plugin.image.DeviceLinker.Input;
import org.offloadtck.plugin.image.TargetId;

class PtxImageLinkerTest {

    private static final String CALLER =
            module(
                    """
                    .extern .func (.param .b32 r) answer();
                    .visible .entry ask(.param .u64 out)
                    {
                        .reg .b32 %r1;
                        .reg .b64 %rd1;
                        .param .b32 retval0;
                        call.uni (retval0), answer, ();
                        ld.param.b32 %r1, [retval0];
                        ld.param.u64 %rd1, [out];
                        st.global.u32 [%rd1], %r1;
                        ret;
                    }
                    """);

    private static final String CALLEE =
            module(
                    """
                    .visible .func (.param .b32 r) answer()
                    {
                        st.param.b32 [r], 42;
                        ret;
                    }
                    """);

    private static DeviceContainer link(Input... inputs) {
        var linked = new PtxImageLinker().link(SM_75, List.of(inputs));
        return DeviceContainer.parse("linked", linked.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void isFoundByTheServiceLoader() {
        assertThat(ServiceLoader.load(DeviceLinker.class))
                .anyMatch(linker -> linker.links(SM_75))
                .noneMatch(linker -> linker.links(new TargetId("amdgcn-amd-amdhsa", "gfx90a")));
        assertThat(ServiceLoader.load(DeviceAssembler.class))
                .anyMatch(assembler -> assembler.assembles(SM_75));
    }

    @Test
    void passesTheTextOfASingleModuleThrough() {
        var container = link(object("callee.o", CALLEE));

        assertThat(container.form()).isEqualTo(Form.EXECUTABLE);
        assertThat(container.sm()).isEqualTo(75);
        assertThat(container.ptx()).isEqualTo(CALLEE);
    }

    @Test
    void joinsModulesSoThatNothingIsUndefined() {
        var container = link(object("caller.o", CALLER), object("callee.o", CALLEE));

        assertThat(container.symbols())
                .extracting(ContainerSymbol::name)
                .containsExactlyInAnyOrder("ask", "answer");
        assertThat(container.symbols())
                .noneMatch(s -> s.linkage() == ContainerSymbol.Linkage.UNDEFINED);
    }

    @Test
    void assemblesTheNamesAModuleWantsAsUndefined() {
        var object = object("caller.o", CALLER).bytes().toArray(ValueLayout.JAVA_BYTE);

        assertThat(DeviceContainer.parse("caller.o", object).symbols())
                .contains(
                        new ContainerSymbol(
                                "answer",
                                ContainerSymbol.Kind.FUNCTION,
                                ContainerSymbol.Linkage.UNDEFINED,
                                0));
    }

    @Test
    void refusesAnUndefinedFunctionNamingTheModuleThatWantsIt() {
        assertThatExceptionOfType(DeviceLinkException.class)
                .isThrownBy(() -> link(object("caller.o", CALLER)))
                .satisfies(fault -> assertThat(fault.source()).isEqualTo("caller.o"))
                .withMessageContaining("answer");
    }

    @Test
    void refusesAFunctionDefinedTwice() {
        assertThatExceptionOfType(DeviceLinkException.class)
                .isThrownBy(() -> link(object("a.o", CALLEE), object("b.o", CALLEE)))
                .satisfies(fault -> assertThat(fault.source()).isEqualTo("b.o"));
    }

    @Test
    void refusesTextThatIsNotPtxWithItsPosition() {
        assertThatExceptionOfType(DeviceLinkException.class)
                .isThrownBy(() -> object("bad.o", module("nonsense")))
                .withMessageStartingWith("bad.o: 4:1: ");
    }

    @Test
    void refusesBytesThatAreNoContainer() {
        var text = ContainerSamples.text("text.ptx", CALLEE);

        assertThatExceptionOfType(DeviceLinkException.class)
                .isThrownBy(() -> link(text))
                .satisfies(fault -> assertThat(fault.source()).isEqualTo("text.ptx"));
    }
}
