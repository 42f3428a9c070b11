package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;
import org.offloadtck.emulation.api.HostCall;

class UserObjectHandlersTest {

    private static final long DESTRUCTOR = 0xD000;

    private static final int NO_SYNC = 1;

    private static final int MOVE = 1;

    private ClientProgram program;
    private long graph;

    @BeforeEach
    void begin() {
        program = ClientProgram.run().ready();
        graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
    }

    @AfterEach
    void end() {
        program.close();
    }

    private long object(long data, int references) {
        return program.ok(
                DriverFunction.CU_USER_OBJECT_CREATE, data, DESTRUCTOR, references, NO_SYNC);
    }

    private long moved(long data) {
        long object = object(data, 1);
        program.ok(DriverFunction.CU_GRAPH_RETAIN_USER_OBJECT, graph, object, 1, MOVE);
        return object;
    }

    private long executable() {
        return program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, graph, 0);
    }

    /// The data of the destructor that is called next. A marker shows that there is none.
    private long destroyed() {
        program.ok(
                DriverFunction.CU_USER_OBJECT_RELEASE,
                program.ok(DriverFunction.CU_USER_OBJECT_CREATE, 0L, DESTRUCTOR, 1, NO_SYNC),
                1);
        long data = next();
        return data == 0 || next() == 0 ? data : -1;
    }

    private long next() {
        var call = program.nextHostCall().orElseThrow().call();
        assertThat(call.form()).isEqualTo(HostCall.Form.HOST_FUNCTION);
        assertThat(call.function()).isEqualTo(DESTRUCTOR);
        return call.data();
    }

    @Test
    void theReleaseOfTheLastReferenceCallsTheDestructor() {
        long object = object(7, 2);
        program.ok(DriverFunction.CU_USER_OBJECT_RETAIN, object, 3);
        program.ok(DriverFunction.CU_USER_OBJECT_RELEASE, object, 4);
        assertThat(destroyed()).isZero();

        program.ok(DriverFunction.CU_USER_OBJECT_RELEASE, object, 1);
        assertThat(destroyed()).isEqualTo(7);
        assertThat(program.result(DriverFunction.CU_USER_OBJECT_RETAIN, object, 1))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void aGraphReleasesItsReferencesWhenItIsDestroyed() {
        long object = object(8, 1);
        program.ok(DriverFunction.CU_GRAPH_RETAIN_USER_OBJECT, graph, object, 2, 0);
        program.ok(DriverFunction.CU_USER_OBJECT_RELEASE, object, 1);
        program.ok(DriverFunction.CU_GRAPH_RELEASE_USER_OBJECT, graph, object, 1);
        assertThat(destroyed()).isZero();

        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);
        assertThat(destroyed()).isEqualTo(8);
    }

    @Test
    void anExecutableGraphHasReferencesOfItsOwn() {
        moved(9);
        long executable = executable();
        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);
        assertThat(destroyed()).isZero();

        program.ok(DriverFunction.CU_GRAPH_EXEC_DESTROY, executable);
        assertThat(destroyed()).isEqualTo(9);
    }

    @Test
    void copiesAndParentsOfAGraphHaveReferences() {
        moved(10);
        long parent = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        program.ok(DriverFunction.CU_GRAPH_ADD_CHILD_GRAPH_NODE, parent, new byte[0], graph, 0);
        long copy = program.ok(DriverFunction.CU_GRAPH_CLONE, graph);
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, parent, 0);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, copy);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, parent);
        assertThat(destroyed()).isZero();

        program.ok(DriverFunction.CU_GRAPH_EXEC_DESTROY, executable);
        assertThat(destroyed()).isEqualTo(10);
    }

    @Test
    void anotherChildGraphReplacesTheReferencesOfTheFirst() {
        moved(14);
        long parent = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        long middle = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        program.ok(DriverFunction.CU_GRAPH_ADD_EMPTY_NODE, graph, new byte[0]);
        program.ok(DriverFunction.CU_GRAPH_ADD_CHILD_GRAPH_NODE, middle, new byte[0], graph, 0);
        long node =
                program.ok(
                        DriverFunction.CU_GRAPH_ADD_CHILD_GRAPH_NODE,
                        parent,
                        new byte[0],
                        middle,
                        0);
        long executable = program.ok(DriverFunction.CU_GRAPH_INSTANTIATE, parent, 0);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, middle);
        graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        moved(15);
        program.ok(DriverFunction.CU_GRAPH_ADD_EMPTY_NODE, graph, new byte[0]);

        program.ok(
                DriverFunction.CU_GRAPH_EXEC_CHILD_GRAPH_NODE_SET_PARAMS, executable, node, graph);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, parent);
        assertThat(destroyed()).isEqualTo(14);

        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);
        assertThat(destroyed()).isZero();
        program.ok(DriverFunction.CU_GRAPH_EXEC_DESTROY, executable);
        assertThat(destroyed()).isEqualTo(15);
    }

    @Test
    void anUpdateReplacesReferences() {
        moved(11);
        long executable = executable();
        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);
        graph = program.ok(DriverFunction.CU_GRAPH_CREATE, 0);
        moved(12);

        program.ok(DriverFunction.CU_GRAPH_EXEC_UPDATE, executable, graph);
        assertThat(destroyed()).isEqualTo(11);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);
        program.ok(DriverFunction.CU_GRAPH_EXEC_DESTROY, executable);
        assertThat(destroyed()).isEqualTo(12);
    }

    /// The launch waits for a value, so the object of its destroyed graph stays.
    @Test
    void referencesStayUntilALaunchHasEnded() {
        long word = program.allocate(4);
        program.write(word, 0);
        long stream = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
        program.ok(DriverFunction.CU_STREAM_BEGIN_CAPTURE, stream, 0);
        program.ok(DriverFunction.CU_STREAM_WAIT_VALUE_32, stream, word, 5, 1);
        graph = program.ok(DriverFunction.CU_STREAM_END_CAPTURE, stream);
        moved(13);
        long executable = executable();
        program.ok(DriverFunction.CU_GRAPH_LAUNCH, executable, stream);
        program.ok(DriverFunction.CU_GRAPH_DESTROY, graph);
        program.ok(DriverFunction.CU_GRAPH_EXEC_DESTROY, executable);
        assertThat(destroyed()).isZero();

        long other = program.ok(DriverFunction.CU_STREAM_CREATE, 1);
        program.ok(DriverFunction.CU_STREAM_WRITE_VALUE_32, other, word, 5, 0);
        program.ok(DriverFunction.CU_STREAM_SYNCHRONIZE, stream);
        assertThat(destroyed()).isEqualTo(13);
    }

    @Test
    void countsAndFlagsAreChecked() {
        long object = object(14, 1);
        for (int count : new int[] {0, -1, Integer.MAX_VALUE}) {
            assertThat(program.result(DriverFunction.CU_USER_OBJECT_RETAIN, object, count))
                    .isEqualTo(DriverResult.INVALID_VALUE);
        }
        assertThat(program.result(DriverFunction.CU_USER_OBJECT_CREATE, 0L, DESTRUCTOR, 1, 0))
                .isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(program.result(DriverFunction.CU_GRAPH_RETAIN_USER_OBJECT, graph, object, 1, 2))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }

    @Test
    void referencesThatTheCallerDoesNotOwnAreAMisuse() {
        long object = object(15, 1);
        program.ok(DriverFunction.CU_GRAPH_RETAIN_USER_OBJECT, graph, object, 1, 0);
        assertThat(program.result(DriverFunction.CU_USER_OBJECT_RELEASE, object, 2))
                .isEqualTo(DriverResult.INVALID_VALUE);
        assertThat(program.result(DriverFunction.CU_GRAPH_RELEASE_USER_OBJECT, graph, object, 2))
                .isEqualTo(DriverResult.INVALID_VALUE);

        assertThat(program.finish().report())
                .contains("is more than the 1 references that the program owns")
                .contains("is more than the 1 references that graph");
    }
}
