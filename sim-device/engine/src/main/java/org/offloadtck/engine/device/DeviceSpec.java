package org.offloadtck.engine.device;

import java.util.List;
import java.util.Optional;

/// What a device is like, as far as programs can ask or notice.
///
/// @param name what it is called
/// @param sm its compute capability: 90 for 9.0, `sm_90`
/// @param multiprocessor what each of its multiprocessors holds
/// @param cta what a CTA may take
/// @param clusters where clusters of CTAs run
/// @param memory what lies outside the multiprocessors
public record DeviceSpec(
        String name,
        int sm,
        Multiprocessor multiprocessor,
        CtaLimits cta,
        Clusters clusters,
        Memory memory) {

    /// A multiprocessor.
    ///
    /// @param count how many the device has
    /// @param clockKilohertz what they run at
    /// @param threads most threads resident on one
    /// @param ctas most CTAs resident on one
    /// @param registers 32-bit registers of one
    /// @param partitions parts that warps and registers are divided among
    /// @param sharedBytes shared memory of one
    /// @param sharedSizes sizes in bytes that shared memory can be set to, ascending; what it does
    ///   not take is first-level cache
    public record Multiprocessor(
            int count,
            int clockKilohertz,
            int threads,
            int ctas,
            int registers,
            int partitions,
            int sharedBytes,
            List<Integer> sharedSizes) {

        public Multiprocessor {
            sharedSizes = List.copyOf(sharedSizes);
        }
    }

    /// A CTA.
    ///
    /// @param warpThreads threads of a warp
    /// @param threads most threads
    /// @param registers most 32-bit registers, of all its threads
    /// @param registersPerThread most 32-bit registers of a thread
    /// @param registerUnit registers of a warp are allocated in multiples of it
    /// @param sharedBytes most shared memory of a kernel that does not ask for more
    /// @param sharedBytesOptIn most shared memory of a kernel that does
    /// @param sharedBytesReserved shared memory that the system takes of each CTA
    /// @param sharedUnitBytes shared memory is allocated in multiples of it
    public record CtaLimits(
            int warpThreads,
            int threads,
            int registers,
            int registersPerThread,
            int registerUnit,
            int sharedBytes,
            int sharedBytesOptIn,
            int sharedBytesReserved,
            int sharedUnitBytes) {}

    /// Clusters of CTAs; a device that cannot launch them has no GPCs for them.
    ///
    /// @param gpcs graphics processing clusters, each of which holds clusters of its own
    /// @param ctas most CTAs of a cluster
    public record Clusters(int gpcs, int ctas) {}

    /// Memory all multiprocessors share.
    ///
    /// @param bytes of global memory
    /// @param clockKilohertz of its bus, which moves two words a cycle
    /// @param busBits width of its bus
    /// @param l2Bytes second-level cache
    /// @param constantBytes constant memory of a module
    public record Memory(
            long bytes, int clockKilohertz, int busBits, int l2Bytes, int constantBytes) {}

    /// The devices there are, in ascending order of age.
    public static List<DeviceSpec> all() {
        return DeviceTable.SPECS;
    }

    /// The device of that name: `h200`, `sm_90/h200`, or `sm_90` for the oldest of that
    /// architecture.
    public static Optional<DeviceSpec> named(String name) {
        return all().stream().filter(spec -> spec.isCalled(name)).findFirst();
    }

    /// Whether it, or its architecture, is called that.
    public boolean isCalled(String text) {
        return text.equals(name)
                || text.equals(architecture())
                || text.equals(architecture() + "/" + name);
    }

    /// What compilers call its architecture: `sm_90`.
    public String architecture() {
        return "sm_" + sm;
    }

    /// NVIDIA H100 SXM.
    public static DeviceSpec h100() {
        return named("h100").orElseThrow();
    }

    /// NVIDIA H200 SXM.
    public static DeviceSpec h200() {
        return named("h200").orElseThrow();
    }

    /// The same device under another name and with that much memory.
    public DeviceSpec with(String otherName, long memoryBytes) {
        var other =
                new Memory(
                        memoryBytes,
                        memory.clockKilohertz(),
                        memory.busBits(),
                        memory.l2Bytes(),
                        memory.constantBytes());
        return new DeviceSpec(otherName, sm, multiprocessor, cta, clusters, other);
    }

    /// The same device with that many multiprocessors at that clock.
    public DeviceSpec withMultiprocessors(int count, int clockKilohertz) {
        var other =
                new Multiprocessor(
                        count,
                        clockKilohertz,
                        multiprocessor.threads(),
                        multiprocessor.ctas(),
                        multiprocessor.registers(),
                        multiprocessor.partitions(),
                        multiprocessor.sharedBytes(),
                        multiprocessor.sharedSizes());
        return new DeviceSpec(name, sm, other, cta, clusters, memory);
    }

    /// The same device with that many GPCs for clusters.
    public DeviceSpec withGpcs(int gpcs) {
        return new DeviceSpec(
                name, sm, multiprocessor, cta, new Clusters(gpcs, clusters.ctas()), memory);
    }

    /// The same device with a second-level cache of that many bytes.
    public DeviceSpec withL2(int bytes) {
        var other =
                new Memory(
                        memory.bytes(),
                        memory.clockKilohertz(),
                        memory.busBits(),
                        bytes,
                        memory.constantBytes());
        return new DeviceSpec(name, sm, multiprocessor, cta, clusters, other);
    }

    /// How many CTAs a multiprocessor holds at a time; 0 when it cannot hold one.
    public int ctasPerMultiprocessor(CtaDemand demand) {
        return occupancy(demand).ctas();
    }

    /// How many CTAs a multiprocessor holds at a time, and what keeps it from more.
    public Occupancy occupancy(CtaDemand demand) {
        return Occupancy.of(this, demand);
    }

    /// Shared memory of a multiprocessor whose CTAs take `bytes` together: the smallest size it can
    /// be set to that holds them.
    public int sharedMemorySize(int bytes) {
        return multiprocessor.sharedSizes().stream()
                .filter(size -> size >= bytes)
                .findFirst()
                .orElse(multiprocessor.sharedBytes());
    }

    /// How many CTAs the device holds at a time; 0 when it cannot hold one.
    public int residentCtas(CtaDemand demand) {
        return ctasPerMultiprocessor(demand) * multiprocessor.count();
    }
}
