package org.offloadtck.engine.device;

import java.util.stream.IntStream;

/// How many clusters a device holds at a time.
///
/// A cluster is on the multiprocessors of one graphics processing cluster (GPC; CUDA C++
/// Programming Guide 13.0 §5.2.1). Assumed are the sizes of the GPCs: the pairs of multiprocessors
/// (TPCs) of a device are distributed to them evenly: of the 132 multiprocessors of an H100 (8
/// GPCs), 6 GPCs have 16 and 2 have 18.
public final class ClusterOccupancy {

    private static final int TPC = 2;

    /// Most CTAs of a cluster that every device with clusters supports (CUDA C++ Programming Guide
    /// 13.0 §5.2.1).
    public static final int PORTABLE = 8;

    private ClusterOccupancy() {}

    public static boolean isSupported(DeviceSpec device) {
        return device.clusters().gpcs() > 0;
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
        return IntStream.range(0, device.clusters().gpcs())
                .map(gpc -> multiprocessors(device, gpc) * ofMultiprocessor / ctas)
                .sum();
    }

    /// The multiprocessors of a GPC.
    public static int multiprocessors(DeviceSpec device, int gpc) {
        int pairs = device.multiprocessor().count() / TPC;
        int gpcs = device.clusters().gpcs();
        return TPC * (pairs / gpcs + (gpc < pairs % gpcs ? 1 : 0));
    }
}
