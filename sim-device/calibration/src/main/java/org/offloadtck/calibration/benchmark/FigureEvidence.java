package org.offloadtck.calibration.benchmark;

import java.util.List;
import java.util.stream.Collectors;

/// The experiments that show a figure of the timing model which nobody has measured on every
/// device, or why none does.
///
/// @param quantity of `timing.csv`
/// @param experiments whose times depend on the figure, on a device; the first isolates it best
/// @param blindness why the model's times of them do not depend on it, or why there are none; empty
///   if they do
public record FigureEvidence(String quantity, List<String> experiments, String blindness) {

    public FigureEvidence {
        experiments = List.copyOf(experiments);
    }

    private static final String OMISSIONS =
            "chase_tlb, two_small, two_copies: the model has no TLB, and each of its launches is"
                    + " alone\n";

    private static final String NO_CLUSTERS = "no experiment launches clusters";

    /// A row for each quantity that `timing.csv` assumes of some device, in its order.
    public static final List<FigureEvidence> ALL =
            List.of(
                    shown("integer_interval", "branch_throughput"),
                    new FigureEvidence(
                            "half_interval",
                            List.of("half_chain"),
                            "half_chain waits for each result, and no experiment has independent"
                                    + " instructions of 16 bits"),
                    shown("special_latency", "exponential_chain"),
                    shown("special_interval", "exponential_chain"),
                    shown("memory_interval", "read_l1"),
                    shown("control_latency", "branch_chain"),
                    shown("control_interval", "branch_throughput"),
                    shown("barrier_latency", "barrier_warp", "barrier_cta"),
                    shown("barrier_interval", "barrier_cta"),
                    shown("shared_latency", "shared_1"),
                    shown("shared_interval", "shared_32", "shared_4", "shared_2"),
                    shown("shared_conflict_interval", "shared_32", "shared_4", "shared_2"),
                    new FigureEvidence("dsmem_latency", List.of("shared_1"), NO_CLUSTERS),
                    new FigureEvidence("dsmem_bandwidth", List.of("shared_1"), NO_CLUSTERS),
                    new FigureEvidence("dsmem_pair_bandwidth", List.of("shared_1"), NO_CLUSTERS),
                    new FigureEvidence(
                            "cluster_barrier_latency", List.of("barrier_cta"), NO_CLUSTERS),
                    shown("l1_latency", "chase_l1"),
                    shown("l1_bandwidth", "read_l1"),
                    shown("l1_misses", "copy"),
                    new FigureEvidence(
                            "texture_units", List.of("read_l1"), "no experiment reads textures"),
                    shown("l2_latency", "chase_l2"),
                    new FigureEvidence(
                            "l2_far_latency",
                            List.of("chase_l2"),
                            "it is assumed of devices whose second-level cache is one partition, in"
                                    + " which nothing is far"),
                    shown("l2_bandwidth", "read_l2"),
                    new FigureEvidence(
                            "l2_ways",
                            List.of("chase_l2", "read_l2"),
                            "the lines of each experiment are spread over all sets evenly"),
                    shown("l2_slices", "atomic_sectors", "atomic_words"),
                    shown("dram_latency", "chase_dram"),
                    shown("dram_bandwidth", "stream_read", "stream_scale", "copy"),
                    shown("dram_write_batch", "stream_scale", "copy"),
                    shown("dram_turnaround", "stream_scale", "copy"),
                    shown("constant_latency", "constant_hit"),
                    new FigureEvidence(
                            "constant_miss_latency",
                            List.of("constant_miss"),
                            "the model has no misses of the constant cache: the error of"
                                    + " constant_miss is what they take"),
                    shown("atomic_latency", "atomic_chain"),
                    new FigureEvidence(
                            "atomic_far_latency",
                            List.of("atomic_chain"),
                            "as l2_far_latency; where there are two partitions, atomic_chain shows"
                                    + " the one that its word is in"),
                    shown("atomic_interval", "atomic_same", "atomic_words"),
                    shown("heap_latency", "heap_thread"),
                    shown("heap_interval", "heap_warp"),
                    shown("sleep_tick", "sleep_20"),
                    shown("cta_launch", "nothing"),
                    shown("kernel_launch", "nothing"));

    private static FigureEvidence shown(String quantity, String... experiments) {
        return new FigureEvidence(quantity, List.of(experiments), "");
    }

    /// Lines that name the figures which no fit can find, and what else the model leaves out.
    public static String text() {
        return ALL.stream()
                .filter(each -> !each.blindness().isEmpty())
                .map(each -> "%s: %s\n".formatted(each.quantity(), each.blindness()))
                .collect(Collectors.joining("", "", OMISSIONS));
    }
}
