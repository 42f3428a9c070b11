package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Graphs by the driver library (`graphs.c`, `graph_memory.c`, `conditionals.c`).
class DriverGraphsTest {

    @TempDir Path folder;

    @Test
    void nodesOfMemoryAndOfAnyTypeAreAdded() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("graph_memory");
        try (var _ = place.serve()) {
            assertThat(place.run(program)).isEqualTo(new NativeProgram.Ended(0, "ok", ""));
        }
    }

    @Test
    void conditionsSelectBodiesAndChildGraphsAreMoved() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("conditionals");
        try (var _ = place.serve()) {
            var ended = place.run(program);
            assertThat(ended).isEqualTo(new NativeProgram.Ended(0, "ok", ended.errors()));
            assertThat(ended.errors().lines())
                    .singleElement()
                    .asString()
                    .contains("decide CTA (0, 0, 0) thread (0, 0, 0): cudaGraphSetConditional: ")
                    .endsWith(" is not the handle of a condition of a graph");
        }
    }

    @Test
    void nodesHaveTheirParametersAndListsTheirNodes() throws IOException {
        var place = NativeClientFixture.in(folder, EmulatedServer.class);
        var program = place.compile("graphs");
        var dot = folder.resolve("graph.dot");
        try (var _ = place.serve()) {
            assertThat(place.run(program, dot.toString()))
                    .isEqualTo(new NativeProgram.Ended(0, "ok", ""));
        }
        assertThat(Files.readString(dot))
                .isEqualTo(
                        """
                        digraph dot {
                        subgraph cluster_graph {
                        label="graph";
                        graph_node_0 [shape=box, label="0\\nEMPTY"];
                        graph_node_1 [shape=box, label="1\\nEMPTY"];
                        graph_node_2 [shape=box, label="2\\nEMPTY"];
                        graph_node_0 -> graph_node_1;
                        graph_node_1 -> graph_node_2;
                        }
                        }
                        """);
    }
}
