package org.offloadtck.emulation.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

/// Launches of clusters, their attributes and their occupancy.
class ClusterLaunchTest {

    private static final int CLUSTER_DIMENSION = 4;
    private static final int NON_PORTABLE = 14;

    /// `k(data)` stores the rank of each CTA in its cluster; its directives come before its body.
    private static String kernel(String directives) {
        return """
        .version 7.8
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 data)
        %s
        {
        .reg .b32 %%r<4>;
        .reg .b64 %%rd<4>;
        ld.param.u64 %%rd0, [data];
        mov.u32 %%r0, %%ctaid.x;
        mad.wide.u32 %%rd1, %%r0, 4, %%rd0;
        mov.u32 %%r1, %%cluster_ctarank;
        st.global.u32 [%%rd1], %%r1;
        ret;
        }
        """
                .formatted(directives);
    }

    private static ClientProgram h100() {
        return ClientProgram.run("--device", "h100").ready();
    }

    private static byte[] clusters(int x, int y, int z) {
        return ByteBuffer.allocate(72)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(CLUSTER_DIMENSION)
                .putInt(0)
                .putInt(x)
                .putInt(y)
                .putInt(z)
                .array();
    }

    private static byte[] address(long data) {
        return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(data).array();
    }

    private static DriverResult launch(ClientProgram program, long kernel, int ctas, int cluster) {
        return program.result(
                DriverFunction.CU_LAUNCH_KERNEL_EX,
                ctas,
                1,
                1,
                32,
                1,
                1,
                0,
                0,
                cluster == 0 ? new byte[0] : clusters(cluster, 1, 1),
                cluster == 0 ? 0 : 1,
                kernel,
                address(program.allocate(4L * ctas)));
    }

    @Test
    void aLaunchStatesItsClusters() {
        try (var program = h100()) {
            long kernel = program.kernel(kernel(""), "k");
            long data = program.allocate(24);
            program.ok(
                    DriverFunction.CU_LAUNCH_KERNEL_EX,
                    6,
                    1,
                    1,
                    32,
                    1,
                    1,
                    0,
                    0,
                    clusters(3, 1, 1),
                    1,
                    kernel,
                    address(data));

            assertThat(program.read(data, 6)).containsExactly(0, 1, 2, 0, 1, 2);
        }
    }

    @Test
    void aKernelStatesItsClusters() {
        try (var program = h100()) {
            long kernel =
                    program.kernel(kernel(".explicitcluster\n.reqnctapercluster 2, 1, 1"), "k");
            long data = program.allocate(16);

            program.launch(kernel, 4, 32, data);

            assertThat(program.read(data, 4)).containsExactly(0, 1, 0, 1);
            assertThat(attribute(program, kernel, 10)).isEqualTo(1);
            assertThat(attribute(program, kernel, 11)).isEqualTo(2);
            assertThat(attribute(program, kernel, 12)).isEqualTo(1);
            assertThat(program.result(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, 11, 4))
                    .isEqualTo(DriverResult.NOT_PERMITTED);
            assertThat(launch(program, kernel, 4, 4)).isEqualTo(DriverResult.INVALID_CLUSTER_SIZE);
            assertThat(launch(program, kernel, 5, 0)).isEqualTo(DriverResult.INVALID_CLUSTER_SIZE);
        }
    }

    @Test
    void aGridOfClustersIsInClusters() {
        try (var program = h100()) {
            long kernel =
                    program.kernel(
                            kernel(".blocksareclusters\n.reqntid 32\n.reqnctapercluster 2, 1, 1"),
                            "k");
            long data = program.allocate(16);

            program.launch(kernel, 2, 32, data);

            assertThat(program.read(data, 4)).containsExactly(0, 1, 0, 1);
        }
    }

    private static long attribute(ClientProgram program, long kernel, int attribute) {
        return program.ok(DriverFunction.CU_FUNC_GET_ATTRIBUTE, attribute, kernel);
    }

    @ParameterizedTest
    @CsvSource({
        "8, 8, 0, SUCCESS",
        "9, 4, 0, INVALID_CLUSTER_SIZE",
        "9, 9, 0, INVALID_CLUSTER_SIZE",
        "17, 17, 1, INVALID_CLUSTER_SIZE",
        "16, 16, 0, INVALID_CLUSTER_SIZE",
        "16, 16, 1, SUCCESS",
        "32, 32, 1, INVALID_CLUSTER_SIZE",
        "4, -1, 0, INVALID_VALUE",
    })
    void theSizeOfClustersIsChecked(int ctas, int cluster, int nonPortable, DriverResult result) {
        try (var program = h100()) {
            long kernel = program.kernel(kernel(""), "k");
            program.ok(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, NON_PORTABLE, nonPortable);

            assertThat(launch(program, kernel, ctas, cluster)).isEqualTo(result);
        }
    }

    @Test
    void aKernelWithExplicitClustersNeedsThem() {
        try (var program = h100()) {
            long kernel = program.kernel(kernel(".explicitcluster\n.maxclusterrank 4"), "k");

            assertThat(launch(program, kernel, 4, 0)).isEqualTo(DriverResult.INVALID_CLUSTER_SIZE);
            assertThat(launch(program, kernel, 8, 8)).isEqualTo(DriverResult.INVALID_CLUSTER_SIZE);
            assertThat(launch(program, kernel, 4, 4)).isEqualTo(DriverResult.SUCCESS);
        }
    }

    @Test
    void deviceWithoutClustersRefusesThem() {
        String text = kernel("").replace("sm_90", "sm_75").replace("%cluster_ctarank", "7");
        try (var program = ClientProgram.run().ready()) {
            long kernel = program.kernel(text, "k");

            assertThat(launch(program, kernel, 4, 2)).isEqualTo(DriverResult.NOT_SUPPORTED);
            assertThat(launch(program, kernel, 4, 1)).isEqualTo(DriverResult.SUCCESS);
        }
    }

    /// An RTX 5090 has clusters of portable sizes only.
    @Test
    void theLargestClusterIsThatOfTheDevice() {
        try (var program = ClientProgram.run("--device", "rtx5090").ready()) {
            long kernel = program.kernel(kernel(""), "k");
            program.ok(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, NON_PORTABLE, 1);

            assertThat(launch(program, kernel, 8, 8)).isEqualTo(DriverResult.SUCCESS);
            assertThat(launch(program, kernel, 16, 16))
                    .isEqualTo(DriverResult.INVALID_CLUSTER_SIZE);
        }
    }

    /// Of 1024 threads, a multiprocessor of an H100 or a B200 holds 2 CTAs, one of an RTX 5090 one.
    /// The 148 multiprocessors of a B200 are in 8 GPCs of 18 or 20, the 170 of an RTX 5090 in 11 of
    /// 14 or 16.
    @ParameterizedTest
    @CsvSource({
        "h100, 1, 264",
        "h100, 2, 132",
        "h100, 4, 66",
        "h100, 8, 32",
        "h100, 16, 16",
        "b200, 1, 296",
        "b200, 8, 34",
        "b200, 16, 16",
        "rtx5090, 1, 170",
        "rtx5090, 2, 85",
        "rtx5090, 8, 19"
    })
    void occupancyIsThatOfWholeClusters(String device, int cluster, int clusters) {
        try (var program = ClientProgram.run("--device", device).ready()) {
            long kernel = program.kernel(kernel(""), "k");
            program.ok(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, NON_PORTABLE, 1);

            assertThat(
                            program.ok(
                                    DriverFunction.CU_OCCUPANCY_MAX_ACTIVE_CLUSTERS,
                                    16,
                                    1,
                                    1,
                                    1024,
                                    1,
                                    1,
                                    0,
                                    0,
                                    clusters(cluster, 1, 1),
                                    1,
                                    kernel))
                    .isEqualTo(clusters);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 8", "1, 16"})
    void theLargestClusterIsPortableUnlessTheKernelAllowsMore(int nonPortable, int size) {
        try (var program = h100()) {
            long kernel = program.kernel(kernel(""), "k");
            program.ok(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, NON_PORTABLE, nonPortable);

            assertThat(
                            program.ok(
                                    DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE,
                                    16,
                                    1,
                                    1,
                                    1024,
                                    1,
                                    1,
                                    0,
                                    0,
                                    new byte[0],
                                    0,
                                    kernel))
                    .isEqualTo(size);
        }
    }

    private static DriverResult grid(ClientProgram program, long kernel, int x, int y, int z) {
        return program.result(
                DriverFunction.CU_LAUNCH_KERNEL,
                kernel,
                x,
                y,
                z,
                32,
                1,
                1,
                0,
                0,
                address(program.allocate(64)));
    }

    @ParameterizedTest
    @CsvSource({"11, 2, 1, 1", "12, 1, 2, 1", "13, 1, 1, 2"})
    void aProgramSetsTheClustersOfAKernel(int attribute, int x, int y, int z) {
        try (var program = h100()) {
            long kernel = program.kernel(kernel(""), "k");
            program.ok(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, attribute, 2);

            assertThat(attribute(program, kernel, 10)).isZero();
            assertThat(attribute(program, kernel, 11)).isEqualTo(x);
            assertThat(attribute(program, kernel, 12)).isEqualTo(y);
            assertThat(attribute(program, kernel, 13)).isEqualTo(z);
            assertThat(grid(program, kernel, x, y, z)).isEqualTo(DriverResult.SUCCESS);
            assertThat(grid(program, kernel, 1, 1, 1)).isEqualTo(DriverResult.INVALID_CLUSTER_SIZE);
            assertThat(launch(program, kernel, 8, 8)).isEqualTo(DriverResult.INVALID_CLUSTER_SIZE);
            // a second extent
            program.ok(DriverFunction.CU_FUNC_SET_ATTRIBUTE, kernel, attribute == 11 ? 12 : 11, 4);
            assertThat(grid(program, kernel, x, y, z)).isEqualTo(DriverResult.INVALID_CLUSTER_SIZE);
        }
    }

    @Test
    void clustersOfOtherExtentsAreRefused() {
        try (var program = h100()) {
            long kernel = program.kernel(kernel(".reqnctapercluster 1, 2, 1"), "k");

            assertThat(grid(program, kernel, 2, 2, 1)).isEqualTo(DriverResult.SUCCESS);
            assertThat(launch(program, kernel, 2, 2)).isEqualTo(DriverResult.INVALID_CLUSTER_SIZE);
        }
    }

    @Test
    void allClustersOfACooperativeLaunchAreResident() {
        try (var program = h100()) {
            long kernel = program.kernel(kernel("").replace("st.global.u32 [%rd1], %r1;", ""), "k");

            assertThat(cooperative(program, kernel, 252)).isEqualTo(DriverResult.SUCCESS);
            assertThat(cooperative(program, kernel, 255))
                    .isEqualTo(DriverResult.COOPERATIVE_LAUNCH_TOO_LARGE);
        }
    }

    /// A launch of clusters of 3 blocks of 1024 threads, of which 84 are resident.
    private static DriverResult cooperative(ClientProgram program, long kernel, int ctas) {
        var attributes = ByteBuffer.allocate(144).order(ByteOrder.LITTLE_ENDIAN);
        attributes.putInt(2).putInt(0).putInt(1).position(72);
        attributes.put(clusters(3, 1, 1));
        return program.result(
                DriverFunction.CU_LAUNCH_KERNEL_EX,
                ctas,
                1,
                1,
                1024,
                1,
                1,
                0,
                0,
                attributes.array(),
                2,
                kernel,
                new byte[8]);
    }

    private static DriverResult largest(ClientProgram program, long kernel, int sharedBytes) {
        return program.result(
                DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE,
                16,
                1,
                1,
                1024,
                1,
                1,
                sharedBytes,
                0,
                new byte[0],
                0,
                kernel);
    }

    @Test
    void theLargestClusterIsAPowerOfTwo() {
        try (var program = h100()) {
            long kernel = program.kernel(kernel(".maxclusterrank 6"), "k");

            assertThat(size(program, kernel)).isEqualTo(4);
            assertThat(largest(program, kernel, 1 << 20)).isEqualTo(DriverResult.INVALID_VALUE);
            program.ok(DriverFunction.CU_CTX_SET_CURRENT, 0);
            assertThat(largest(program, kernel, 0)).isEqualTo(DriverResult.INVALID_CONTEXT);
        }
    }

    @Test
    void theLargestClusterOfADeviceWithoutClustersIsABlock() {
        String text = kernel("").replace("sm_90", "sm_75").replace("%cluster_ctarank", "7");
        try (var program = ClientProgram.run().ready()) {
            assertThat(size(program, program.kernel(text, "k"))).isEqualTo(1);
        }
    }

    private static long size(ClientProgram program, long kernel) {
        return program.ok(
                DriverFunction.CU_OCCUPANCY_MAX_POTENTIAL_CLUSTER_SIZE,
                16,
                1,
                1,
                1024,
                1,
                1,
                0,
                0,
                new byte[0],
                0,
                kernel);
    }
}
