package org.offloadtck.emulation.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.inject.InjectedFault.CountedEvent;
import org.offloadtck.emulation.inject.InjectedFault.Kind;

class InjectedFaultTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-device",
                "oom@1",
                "launch-failure@2",
                "copy-failure@30",
                "device-lost@4"
            })
    void isWrittenAsItIsRead(String text) {
        assertThat(InjectedFault.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "oom",
                "oom@",
                "oom@0",
                "oom@-1",
                "oom@01",
                "oom@1 ",
                "OOM@1",
                "no-device@1",
                "no_device",
                "oom@99999999999999999999",
                "flood@1"
            })
    void isRefusedWhenItIsNone(String text) {
        assertThatThrownBy(() -> InjectedFault.parse(text))
                .isInstanceOf(InjectionSyntaxException.class)
                .hasMessage(
                        "'%s' when it should be one of no-device, oom@N, launch-failure@N,"
                                + " copy-failure@N, device-lost@N, N counted from 1",
                        text);
    }

    @Test
    void failsTheCallOfItsOrdinalAlone() {
        var injections = new FaultInjector(List.of(new InjectedFault(Kind.OOM, 2)));

        assertThat(injections.isNextToFail(CountedEvent.ALLOCATIONS)).isFalse();
        assertThat(injections.isNextToFail(CountedEvent.COPIES)).isFalse();
        assertThat(injections.isNextToFail(CountedEvent.COPIES)).isFalse();
        assertThat(injections.isNextToFail(CountedEvent.ALLOCATIONS)).isTrue();
        assertThat(injections.isNextToFail(CountedEvent.ALLOCATIONS)).isFalse();
    }

    @Test
    void losesTheDeviceForGood() {
        var injections = new FaultInjector(List.of(new InjectedFault(Kind.DEVICE_LOST, 2)));

        assertThat(injections.isLostAtNextCall()).isFalse();
        assertThat(injections.isLostAtNextCall()).isTrue();
        assertThat(injections.isLostAtNextCall()).isTrue();
    }
}
