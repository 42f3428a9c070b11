package org.offloadtck.runtime.info;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.runtime.trace.CountChange;
import org.offloadtck.runtime.trace.MapCount;
import org.offloadtck.runtime.trace.MapEvent;
import org.offloadtck.runtime.trace.MapRange;

final class InfoReaderTest {

    private static final InfoReader READER = new InfoReader("program");

    @Test
    void readsTheLinesOfRelease16() {
        var events =
                READER.read(
                        """
                        Libomptarget device 0 info: Entering OpenMP kernel at a.cpp:3:1 with 1 arguments:
                        Libomptarget device 0 info: tofrom(x)[16]
                        Libomptarget device 0 info: Creating new map entry with HstPtrBase=0x0000000000001000, HstPtrBegin=0x0000000000001008, TgtPtrBegin=0x0000000700000000, Size=16, DynRefCount=1, HoldRefCount=0, Name=x[1:2]
                        Libomptarget device 0 info: Copying data from host to device, HstPtr=0x0000000000001008, TgtPtr=0x0000000700000000, Size=16, Name=x[1:2]
                        the program's own line
                        Libomptarget device 0 info: Mapping exists with HstPtrBegin=0x0000000000001008, TgtPtrBegin=0x0000000700000000, Size=16, DynRefCount=0 (decremented, delayed deletion), HoldRefCount=0
                        Libomptarget device 0 info: Copying data from device to host, TgtPtr=0x0000000700000000, HstPtr=0x0000000000001008, Size=16, Name=x[1:2]
                        Libomptarget device 0 info: Removing map entry with HstPtrBegin=0x0000000000001008, TgtPtrBegin=0x0000000700000000, Size=16, Name=x[1:2]
                        """);

        var range = new MapRange(0x1008, 0x700000000L, 16, "x[1:2]");
        var none = new MapCount(0, CountChange.NONE);
        assertThat(events)
                .containsOnlyKeys(0)
                .containsEntry(
                        0,
                        List.of(
                                new MapEvent.Created(
                                        0x1000,
                                        0x700000000L,
                                        range,
                                        new MapCount(1, CountChange.NONE),
                                        none),
                                new MapEvent.CopiedToDevice(range),
                                new MapEvent.Found(
                                        new MapRange(0x1008, 0x700000000L, 16, ""),
                                        new MapCount(0, CountChange.LAST),
                                        none,
                                        MapEvent.Origin.EXPLICIT),
                                new MapEvent.CopiedFromDevice(range),
                                new MapEvent.Removed(range)));
    }

    @Test
    void readsTheLinesOfRelease19() {
        var events =
                READER.read(
                        """
                        omptarget device 1 info: Creating new map entry with HstPtrBase=0x0000000000001000, HstPtrBegin=0x0000000000001000, TgtAllocBegin=0x00000006fffffff8, TgtPtrBegin=0x0000000700000000, Size=8, DynRefCount=0, HoldRefCount=1, Name=unknown
                        omptarget device 1 info: Mapping exists (implicit) with HstPtrBegin=0x0000000000001000, TgtPtrBegin=0x0000000700000000, Size=8, DynRefCount=INF (incremented), HoldRefCount=1, Name=unknown
                        "PluginInterface" device 1 info: Copying data from host to device, HstPtr=0x0000000000002000, TgtPtr=0x0000000700000100, Size=16, Name=KernelLaunchEnv
                        """);

        var range = new MapRange(0x1000, 0x700000000L, 8, "unknown");
        var held = new MapCount(1, CountChange.NONE);
        assertThat(events)
                .containsOnlyKeys(1)
                .containsEntry(
                        1,
                        List.of(
                                new MapEvent.Created(
                                        0x1000,
                                        0x6fffffff8L,
                                        range,
                                        new MapCount(0, CountChange.NONE),
                                        held),
                                new MapEvent.Found(
                                        range,
                                        new MapCount(MapCount.INFINITE, CountChange.INCREMENTED),
                                        held,
                                        MapEvent.Origin.IMPLICIT),
                                new MapEvent.CopiedToDevice(
                                        new MapRange(
                                                0x2000, 0x700000100L, 16, "KernelLaunchEnv"))));
    }

    @Test
    void rejectsALineOfAMappingInAnotherForm() {
        assertThatExceptionOfType(MalformedInfoException.class)
                .isThrownBy(() ->
                        READER.read("\nomptarget device 0 info: Removing map entry with Size=4"))
                .withMessage(
                        "program: line 2: 'Removing map entry with Size=4' is not what libomptarget"
                                + " prints of a mapping")
                .matches(fault -> fault.line() == 2);
    }
}
