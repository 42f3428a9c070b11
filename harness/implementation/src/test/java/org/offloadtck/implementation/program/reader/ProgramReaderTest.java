package org.offloadtck.implementation.program.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.data.DataException;
import org.offloadtck.implementation.element.ElementType;
import org.offloadtck.implementation.element.ElementValue;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.Buffer.DeclareTarget;
import org.offloadtck.implementation.program.Buffer.InitialValue;
import org.offloadtck.implementation.program.Buffer.StorageClass;
import org.offloadtck.implementation.program.CorpusProgram;
import org.offloadtck.implementation.program.DeviceCode;
import org.offloadtck.implementation.program.DeviceCode.KernelAbi;
import org.offloadtck.implementation.program.Expectation;
import org.offloadtck.implementation.program.HostOperation;
import org.offloadtck.implementation.program.HostOperation.BufferDependence;
import org.offloadtck.implementation.program.MapOperand;
import org.offloadtck.implementation.program.RequiresClause;
import org.offloadtck.implementation.program.TargetRegion;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.task.Dependence;

final class ProgramReaderTest {

    private static CorpusProgram doubling() {
        return ProgramReader.read("program.yaml", SampleDescriptions.DOUBLING);
    }

    @Test
    void readsWhatTheFrontEndLowers() {
        var unit = doubling().unit();

        assertThat(unit.buffers())
                .containsExactly(
                        new Buffer(
                                "X",
                                "x",
                                StorageClass.EXTERNAL,
                                ElementType.I32,
                                2,
                                new InitialValue.Zero(),
                                DeclareTarget.ENTER,
                                Buffer.Holds.DATA,
                                List.of()));
        assertThat(unit.regions()).containsExactly(new TargetRegion("__omp_offloading_1_2_f_l3"));
        assertThat(RequiresClause.flags(unit.requires(), 0x1e)).isEqualTo(4);
        assertThat(unit.operations())
                .hasExactlyElementsOfTypes(
                        HostOperation.DataBegin.class,
                        HostOperation.Launch.class,
                        HostOperation.Update.class,
                        HostOperation.DataEnd.class);
    }

    @Test
    void readsMapOperandsAsTheCompilerEmittedThem() {
        var launch = doubling().unit().operations().get(1);

        assertThat(launch.operands())
                .extracting(MapOperand::type)
                .containsExactly(
                        MapType.TARGET_PARAM.bit(), MapType.asMemberOf(0, MapType.LITERAL.bit()));
    }

    @Test
    void computesInputsAndResultsByTheirRules() {
        var program = doubling();
        var small = program.expectation().testCase("small").orElseThrow();
        var initial = small.initial(program.unit());

        var expected = program.expectation().expected(program.unit(), initial);

        assertThat(expected)
                .extractingByKey("X")
                .extracting(x -> List.of(x.at(0), x.at(1)))
                .isEqualTo(List.of(new ElementValue.I32(2), new ElementValue.I32(4)));
    }

    @Test
    void readsCodeNeedsAndTolerances() {
        var program = doubling();

        assertThat(program.deviceCode())
                .containsExactly(
                        new DeviceCode(
                                new TargetId("t", "a"),
                                new KernelAbi.Plain(),
                                "hand",
                                "source",
                                "f.cl"));
        assertThat(program.needs()).isEqualTo(Set.of(Capability.DOUBLE_PRECISION));
        assertThat(program.expectation().tolerances())
                .containsExactly(Map.entry("t", new Expectation.Tolerance(0, "s")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            textBlock =
                    """
                    count: N    ! count: 0     ! buffers.X: count is 0 when it should be from 1 to 4194304
                    element: i32 ! element: i8 ! buffers.X: element is i8 when it should be one of [i32, i64, f32, f64, complex64, complex128]
                    bytes: 4 * N ! bytes: 16   ! host[0].data-begin[0]: section is 16 bytes at 0 when X has 8 bytes
                    bytes: 4 * N ! bytes: 4 *  ! host[0].data-begin[0].bytes: column 4: token is end of expression when it should be a number, a name, '-', '~' or '('
                    X: 2 * X[i] ! Y: 1     ! expected: key is Y when it should be one of the buffers
                    kernel: __omp_offloading_1_2_f_l3!kernel: k ! regions[0]: kernel is 'k' when it should begin with __omp_offloading_
                    kernel: __omp_offloading_1_2_f_l3!kernel: __omp_offloading_f ! regions[0]: place is 'f' when it should be device, file, name and line as fe00_218480_foo_l11
                    kernel: __omp_offloading_1_2_f_l3!kernel: __omp_offloading_1_2_g_l3 ! host[1].launch: kernel is __omp_offloading_1_2_f_l3 when it should be one of the regions'
                    - update: ! - download: ! host[2]: operation is download when it should be one of data-begin, data-end, update, launch, taskwait
                    count: N    ! count: N, holds: functions ! buffers.X: element is i32 when that of pointers to functions is i64
                    {triple: t, ! {triple: u,  ! device-code[0]: triple is u, which has no tolerance
                    """)
    void namesTheKeyAndWhatShouldBeThere(String written, String instead, String problem) {
        var text = SampleDescriptions.DOUBLING.replaceFirst(Pattern.quote(written), instead);

        assertThatThrownBy(() -> ProgramReader.read("program.yaml", text))
                .isInstanceOf(DataException.class)
                .hasMessage("program.yaml: " + problem);
    }

    @Test
    void readsTasksAndWhatTheyDependOn() {
        var text =
                SampleDescriptions.DOUBLING.replaceFirst(
                        "- update:", "- nowait: {in: [X]}\n    update:");

        var task = ProgramReader.read("program.yaml", text).unit().operations().get(2);

        assertThat(task)
                .isInstanceOfSatisfying(
                        HostOperation.Detached.class,
                        detached ->
                                assertThat(detached.dependences())
                                        .containsExactly(
                                                new BufferDependence("X", Dependence.Kind.READS)));
    }

    @Test
    void aLoopBecomesTheOperationsOfItsIterations() {
        var operations =
                ProgramReader.read("program.yaml", SampleDescriptions.LOOPS).unit().operations();

        assertThat(operations)
                .filteredOn(HostOperation.Launch.class::isInstance)
                .extracting(launch -> launch.operands().getLast())
                .extracting(operand -> ((MapOperand.Literal) operand).value())
                .containsExactly(
                        new ElementValue.I32(0),
                        new ElementValue.I32(10),
                        new ElementValue.I32(11));
        assertThat(operations).first().isInstanceOf(HostOperation.DataBegin.class);
        assertThat(operations).last().isInstanceOf(HostOperation.DataEnd.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            textBlock =
                    """
                    stage: 2 ! stage: 0 ! host[1].for: stage counts to 0 when it should be from 1 to 1024
                    stage: 2 ! stage: 1025 ! host[1].for: stage counts to 1025 when it should be from 1 to 1024
                    stage: 2 ! stage: 2, b: 3 ! host[1].for: there are 2 variables when there should be one
                    stage + 1 ! N - 3 ! host[1].do[0].for: step counts to -1 when it should be from 1 to 1024
                    10 * stage ! 10 * state ! host[1].do[0].do[0].launch.operands[0].literal: column 6: name is state when it should be a constant or i
                    """)
    void namesTheMistakeInALoop(String written, String instead, String problem) {
        var text = SampleDescriptions.LOOPS.replace(written, instead);

        assertThatThrownBy(() -> ProgramReader.read("program.yaml", text))
                .isInstanceOf(DataException.class)
                .hasMessage("program.yaml: " + problem);
    }

    @Test
    void rejectsTasksThatDependOnMissingBuffers() {
        var text =
                SampleDescriptions.DOUBLING.replaceFirst(
                        "- update:", "- nowait: {out: [Q]}\n    update:");

        assertThatThrownBy(() -> ProgramReader.read("program.yaml", text))
                .hasMessage(
                        "program.yaml: host[2].nowait: buffer is Q when it should be one of the"
                                + " buffers");
    }

    @Test
    void rejectsUnknownKeys() {
        assertThatThrownBy(() ->
                        ProgramReader.read(
                                "program.yaml", SampleDescriptions.DOUBLING + "colour: red\n"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("has the unknown field colour");
    }
}
