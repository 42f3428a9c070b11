package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverParameter;
import org.offloadtck.emulation.api.DriverResult;

/// Every row of [DriverFunction] against the C that carries it.
class EveryDriverFunctionTest {

    /// Functions whose C prototype is not the row as it stands; [DriverClientTest] has them,
    /// [DriverGraphsTest] those of graphs, [DriverTexturesTest] those of arrays and textures, and
    /// [DriverLibrariesTest] those of libraries.
    private static final Set<DriverFunction> SPECIAL =
            Set.of(
                    DriverFunction.CU_CTX_SYNCHRONIZE,
                    DriverFunction.CU_CTX_SET_CURRENT,
                    DriverFunction.CU_CTX_SET_LIMIT,
                    DriverFunction.CU_DEVICE_GET,
                    DriverFunction.CU_MODULE_LOAD,
                    DriverFunction.CU_MODULE_LOAD_DATA,
                    DriverFunction.CU_MODULE_LOAD_DATA_EX,
                    DriverFunction.CU_MODULE_LOAD_FAT_BINARY,
                    DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE,
                    DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_BLOCK_SIZE_WITH_FLAGS,
                    DriverFunction.CU_OCCUPANCY_MAX_ACTIVE_CLUSTERS,
                    DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE,
                    DriverFunction.CU_LAUNCH_KERNEL,
                    DriverFunction.CU_LAUNCH_KERNEL_EX,
                    DriverFunction.CU_LAUNCH_COOPERATIVE_KERNEL,
                    DriverFunction.CU_LAUNCH_HOST_FUNC,
                    DriverFunction.CU_STREAM_ADD_CALLBACK,
                    DriverFunction.CU_MEM_ALLOC,
                    DriverFunction.CU_MEM_ALLOC_HOST,
                    DriverFunction.CU_MEM_ALLOC_MANAGED,
                    DriverFunction.CU_MEM_CREATE,
                    DriverFunction.CU_MEM_SET_ACCESS,
                    DriverFunction.CU_MEM_GET_ACCESS,
                    DriverFunction.CU_MEM_GET_ALLOCATION_GRANULARITY,
                    DriverFunction.CU_MEMCPY,
                    DriverFunction.CU_MEMCPY_ASYNC,
                    DriverFunction.CU_MEMCPY_HTOD,
                    DriverFunction.CU_MEMCPY_HTOD_ASYNC,
                    DriverFunction.CU_MEMCPY_DTOH,
                    DriverFunction.CU_MEMCPY_DTOH_ASYNC,
                    DriverFunction.CU_MEMCPY_2D,
                    DriverFunction.CU_MEMCPY_2D_UNALIGNED,
                    DriverFunction.CU_MEMCPY_2D_ASYNC,
                    DriverFunction.CU_MEMCPY_3D,
                    DriverFunction.CU_MEMCPY_3D_ASYNC,
                    DriverFunction.CU_MEMSET_D8,
                    DriverFunction.CU_MEM_POOL_CREATE,
                    DriverFunction.CU_MEM_POOL_SET_ATTRIBUTE,
                    DriverFunction.CU_MEM_POOL_GET_ATTRIBUTE,
                    DriverFunction.CU_MEM_POOL_SET_ACCESS,
                    DriverFunction.CU_MEM_POOL_GET_ACCESS,
                    DriverFunction.CU_GRAPH_GET_NODES,
                    DriverFunction.CU_GRAPH_GET_ROOT_NODES,
                    DriverFunction.CU_GRAPH_GET_EDGES,
                    DriverFunction.CU_GRAPH_ADD_DEPENDENCIES,
                    DriverFunction.CU_GRAPH_REMOVE_DEPENDENCIES,
                    DriverFunction.CU_GRAPH_NODE_GET_DEPENDENCIES,
                    DriverFunction.CU_GRAPH_NODE_GET_DEPENDENT_NODES,
                    DriverFunction.CU_GRAPH_DEBUG_DOT_PRINT,
                    DriverFunction.CU_GRAPH_ADD_EMPTY_NODE,
                    DriverFunction.CU_GRAPH_ADD_KERNEL_NODE,
                    DriverFunction.CU_GRAPH_ADD_MEMCPY_NODE,
                    DriverFunction.CU_GRAPH_ADD_MEMSET_NODE,
                    DriverFunction.CU_GRAPH_ADD_HOST_NODE,
                    DriverFunction.CU_GRAPH_ADD_CHILD_GRAPH_NODE,
                    DriverFunction.CU_GRAPH_ADD_NODE,
                    DriverFunction.CU_GRAPH_ADD_EVENT_RECORD_NODE,
                    DriverFunction.CU_GRAPH_ADD_EVENT_WAIT_NODE,
                    DriverFunction.CU_GRAPH_KERNEL_NODE_GET_PARAMS,
                    DriverFunction.CU_GRAPH_KERNEL_NODE_SET_PARAMS,
                    DriverFunction.CU_GRAPH_MEMCPY_NODE_SET_PARAMS,
                    DriverFunction.CU_GRAPH_MEMSET_NODE_SET_PARAMS,
                    DriverFunction.CU_GRAPH_HOST_NODE_SET_PARAMS,
                    DriverFunction.CU_GRAPH_EXEC_KERNEL_NODE_SET_PARAMS,
                    DriverFunction.CU_GRAPH_EXEC_MEMCPY_NODE_SET_PARAMS,
                    DriverFunction.CU_GRAPH_EXEC_MEMSET_NODE_SET_PARAMS,
                    DriverFunction.CU_GRAPH_EXEC_HOST_NODE_SET_PARAMS,
                    DriverFunction.CU_GRAPH_EXEC_UPDATE,
                    DriverFunction.CU_GRAPH_MEMCPY_NODE_GET_PARAMS,
                    DriverFunction.CU_GRAPH_MEMSET_NODE_GET_PARAMS,
                    DriverFunction.CU_GRAPH_HOST_NODE_GET_PARAMS,
                    DriverFunction.CU_MEM_GET_ALLOCATION_PROPERTIES_FROM_HANDLE,
                    DriverFunction.CU_MEM_MAP,
                    DriverFunction.CU_IPC_GET_MEM_HANDLE,
                    DriverFunction.CU_IPC_OPEN_MEM_HANDLE,
                    DriverFunction.CU_IPC_CLOSE_MEM_HANDLE,
                    DriverFunction.CU_IPC_GET_EVENT_HANDLE,
                    DriverFunction.CU_IPC_OPEN_EVENT_HANDLE,
                    DriverFunction.CU_MEM_EXPORT_TO_SHAREABLE_HANDLE,
                    DriverFunction.CU_MEM_POOL_EXPORT_TO_SHAREABLE_HANDLE,
                    DriverFunction.CU_MEM_POOL_EXPORT_POINTER,
                    DriverFunction.CU_MEM_POOL_IMPORT_POINTER,
                    DriverFunction.CU_MEM_GET_DEFAULT_MEM_POOL,
                    DriverFunction.CU_MEM_GET_MEM_POOL,
                    DriverFunction.CU_MEM_SET_MEM_POOL,
                    DriverFunction.CU_GRAPH_ADD_MEM_ALLOC_NODE,
                    DriverFunction.CU_GRAPH_MEM_ALLOC_NODE_GET_PARAMS,
                    DriverFunction.CU_GRAPH_ADD_MEM_FREE_NODE,
                    DriverFunction.CU_DEVICE_SET_GRAPH_MEM_ATTRIBUTE,
                    DriverFunction.CU_STREAM_SET_ATTRIBUTE,
                    DriverFunction.CU_STREAM_GET_ATTRIBUTE,
                    DriverFunction.CU_GRAPH_KERNEL_NODE_SET_ATTRIBUTE,
                    DriverFunction.CU_GRAPH_KERNEL_NODE_GET_ATTRIBUTE,
                    DriverFunction.CU_STREAM_BEGIN_CAPTURE_TO_GRAPH,
                    DriverFunction.CU_STREAM_GET_CAPTURE_INFO,
                    DriverFunction.CU_STREAM_UPDATE_CAPTURE_DEPENDENCIES,
                    DriverFunction.CU_THREAD_EXCHANGE_STREAM_CAPTURE_MODE,
                    DriverFunction.CU_ARRAY_CREATE,
                    DriverFunction.CU_ARRAY_GET_DESCRIPTOR,
                    DriverFunction.CU_ARRAY_3D_CREATE,
                    DriverFunction.CU_ARRAY_3D_GET_DESCRIPTOR,
                    DriverFunction.CU_MIPMAPPED_ARRAY_CREATE,
                    DriverFunction.CU_TEX_OBJECT_CREATE,
                    DriverFunction.CU_TEX_OBJECT_GET_RESOURCE_DESC,
                    DriverFunction.CU_TEX_OBJECT_GET_TEXTURE_DESC,
                    DriverFunction.CU_TEX_OBJECT_GET_RESOURCE_VIEW_DESC,
                    DriverFunction.CU_SURF_OBJECT_CREATE,
                    DriverFunction.CU_SURF_OBJECT_GET_RESOURCE_DESC,
                    DriverFunction.CU_LIBRARY_LOAD_DATA,
                    DriverFunction.CU_LIBRARY_ENUMERATE_KERNELS,
                    DriverFunction.CU_MODULE_ENUMERATE_FUNCTIONS,
                    DriverFunction.CU_LINK_CREATE,
                    DriverFunction.CU_LINK_ADD_DATA,
                    DriverFunction.CU_LINK_COMPLETE,
                    DriverFunction.CU_LINK_DESTROY,
                    DriverFunction.CU_MODULE_GET_TEX_REF,
                    DriverFunction.CU_MODULE_GET_SURF_REF,
                    DriverFunction.CU_POINTER_GET_ATTRIBUTES);

    @TempDir Path folder;

    @Test
    void aSymbolIsExportedExactlyWhenARowHasIt() throws IOException {
        var place = NativeClientFixture.in(folder, FakeServer.class);
        var listed =
                NativeProgram.run(
                        List.of(
                                "nm",
                                "-D",
                                "--defined-only",
                                place.driver().resolve("libcuda.so.1").toString()),
                        Map.of());
        var exported =
                listed.output()
                        .lines()
                        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                        .toList();

        var rows = new TreeSet<>(DriverFunction.ANSWERED_BY_CLIENT);
        for (var function : DriverFunction.values()) {
            rows.add(function.symbol());
            rows.addAll(function.aliases());
        }
        assertThat(exported).containsExactlyInAnyOrderElementsOf(rows);
    }

    @Test
    void everyArgumentArrivesAndEveryOutputReturns() throws IOException {
        var place = NativeClientFixture.in(folder, FakeServer.class);
        var functions =
                Arrays.stream(DriverFunction.values()).filter(f -> !SPECIAL.contains(f)).toList();
        var program = place.compileText("every", program(functions));
        var driver = new FakeDriver();

        var server = DeviceServer.listen(place.socket(), driver.backend(), System.err);
        Thread.ofPlatform().start(() -> server.serve(Duration.ofMinutes(1)));
        var ended = place.run(program);
        server.close();

        assertThat(ended).isEqualTo(new NativeProgram.Ended(0, "", ""));
        assertThat(driver.recorded())
                .extracting(DriverCall::function)
                .containsExactlyElementsOf(functions);
        for (var call : driver.recorded()) {
            assertThat(call.arguments()).as(call.toString()).isEqualTo(inputs(call.function()));
            for (int i = 0; i < call.buffers().size(); i++) {
                assertThat(call.text(i)).as(call.toString()).isEqualTo("text" + i);
            }
        }
    }

    /// The n-th input number is 100 + n: small, as some are only eight bits wide.
    private static List<Long> inputs(DriverFunction function) {
        var inputs = new ArrayList<Long>();
        for (int i = 0; i < function.arguments(); i++) {
            inputs.add(100L + i);
        }
        return inputs;
    }

    private static String program(List<DriverFunction> functions) {
        var declarations =
                functions.stream()
                        .map(function -> "int %s();".formatted(function.symbol()))
                        .collect(Collectors.joining("\n"));
        var calls =
                functions.stream()
                        .map(EveryDriverFunctionTest::call)
                        .collect(Collectors.joining("\n"));
        return """
        #include <stdio.h>
        #include <string.h>
        %s
        static unsigned long long out[8];
        static char text[300];
        static int failures;
        static void check(const char *symbol, int result, int outputs) {
            int wrong = result != 0;
            for (int i = 0; i < outputs; i++) {
                wrong |= out[i] != 7000ULL + i;
            }
            if (wrong) {
                printf("%%s: %%d %%llu %%llu\\n", symbol, result, out[0], out[1]);
                failures++;
            }
            memset(out, 0, sizeof out);
        }
        int main(void) {
        %s
            return failures;
        }
        """
                .formatted(declarations, calls);
    }

    private static String call(DriverFunction function) {
        var words = new ArrayList<String>();
        int inputs = 0;
        int outputs = 0;
        int buffers = 0;
        for (var parameter : function.parameters()) {
            if (parameter.direction() == DriverParameter.Direction.OUT) {
                boolean isHidden = parameter.name().equals("layout");
                if (!isHidden) {
                    words.add(parameter.isBuffer() ? "text" : "&out[" + outputs++ + "]");
                }
            } else {
                words.add(
                        parameter.isBuffer()
                                ? "\"text" + buffers++ + "\""
                                : 100 + inputs++ + "ULL");
            }
        }
        return "    check(\"%s\", %s(%s), %d);"
                .formatted(function.symbol(), function.symbol(), String.join(", ", words), outputs);
    }

    @Test
    void resultsHaveTheDriverSNamesAndWords() throws IOException {
        var place = NativeClientFixture.in(folder, FakeServer.class);
        var program = place.compile("results");

        var ended = place.run(program);

        var expected =
                Arrays.stream(DriverResult.values())
                        .map(r -> "%d %s %s".formatted(r.value(), r.symbol(), r.words()))
                        .collect(Collectors.joining("\n"));
        assertThat(ended).isEqualTo(new NativeProgram.Ended(0, expected, ""));
    }
}
