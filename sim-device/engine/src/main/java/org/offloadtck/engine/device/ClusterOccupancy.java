package org.offloadtck.engine.device;

import java.util.stream.IntStream;

/// How many clusters a device holds at a time.
///
/// A cluster is on the multiprocessors of one graphics processing cluster (GPC; CUDA C++
/// Programming Guide 13.0 §5.2.1). Assumed are the sizes of the GPCs: a GH100 has 8 (NVIDIA H100
/// Tensor Core GPU Architecture, 2022), to which its pairs of multiprocessors (TPCs) are
/// distributed evenly: with 132 multiprocessors, 6 GPCs have 16 and 2 have 18.
public final class ClusterOccupancy {

    /// First compute capability with clusters.
    private static final int FIRST = 90;

    private static final int GPCS = 8;
    private static final int TPC = 2;

    /// Most CTAs of a cluster that every device with clusters supports (CUDA C++ Programming Guide
    /// 13.0 §5.2.1).
    public static final int PORTABLE = 8;

    /// Most CTAs of a cluster of a GH100 (NVIDIA Hopper Tuning Guide 13.0, Thread Block Clusters).
    public static final int MOST = 16;

    private ClusterOccupancy() {}

    public static boolean isSupported(DeviceSpec device) {
        return device.sm() >= FIRST;
    }

    /// The clusters that are resident at the same time; 0 if not even one fits.
    ///
    /// @param ctas of a cluster
    public static int clusters(DeviceSpec device, CtaDemand demand, int ctas) {
        if (ctas == 1) {
            return device.residentCtas(demand);
        }
        if (!isSupported(device)) {
            return 0;
        }
        int ofMultiprocessor = device.ctasPerMultiprocessor(demand);
        return IntStream.range(0, GPCS)
                .map(gpc -> multiprocessors(device, gpc) * ofMultiprocessor / ctas)
                .sum();
    }

    private static int multiprocessors(DeviceSpec device, int gpc) {
        int pairs = device.multiprocessor().count() / TPC;
        return TPC * (pairs / GPCS + (gpc < pairs % GPCS ? 1 : 0));
    }
}
