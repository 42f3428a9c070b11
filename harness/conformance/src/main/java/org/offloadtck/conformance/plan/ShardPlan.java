package org.offloadtck.conformance.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.offloadtck.conformance.result.RunSubject;

/// The cells of a [Matrix], divided into shards. Equal inputs give equal plans.
///
/// @param kit that made the plan and has to execute it, without the hashes of requirements
/// @param shards the cells of each shard, ordered by their keys
public record ShardPlan(RunSubject.Kit kit, Matrix matrix, List<List<PlannedCell>> shards) {

    /// Version of the JSON that this kit writes and reads.
    public static final int SCHEMA_VERSION = 1;

    /// The start of the kit, and of the drivers and toolchains of a node.
    private static final Duration LEAST_LIMIT = Duration.ofMinutes(10);

    /// More than the mean: 2,661 scenarios took 960 s on two cores on 2026-11-23.
    private static final Duration CELL_LIMIT = Duration.ofSeconds(2);

    /// How much slower a node may be than the machine on which the durations were measured.
    private static final int MARGIN = 4;

    /// @throws IllegalArgumentException if a shard has no cell, or two cells have the same key
    public ShardPlan {
        kit = new RunSubject.Kit(kit.version(), kit.commit(), kit.catalogue(), Map.of());
        shards =
                shards.stream()
                        .map(cells -> cells.stream().sorted(PlannedCell.ORDER).toList())
                        .toList();
        var keys = new HashSet<String>();
        for (var cells : shards) {
            if (cells.isEmpty()) {
                throw new IllegalArgumentException(
                        "shard %d has no cell when it should have one or more"
                                .formatted(shards.indexOf(cells)));
            }
            for (var cell : cells) {
                if (!keys.add(cell.key())) {
                    throw new IllegalArgumentException(
                            "two cells have the key %s".formatted(cell.key()));
                }
            }
        }
    }

    /// Divides the cells into `count` shards of about equal weight.
    ///
    /// @throws IllegalArgumentException if there are more shards than cells
    public static ShardPlan of(
            RunSubject.Kit kit, Matrix matrix, List<PlannedCell> cells, int count) {
        return new ShardPlan(kit, matrix, ShardBalance.divide(cells, count));
    }

    /// Reads what [#toJson] wrote. Of the text, it holds one cell at a time.
    ///
    /// @param source name of the text
    /// @throws org.offloadtck.data.DataException if the text is no plan, one of another version, or
    ///   one that was changed after it was written
    /// @throws UncheckedIOException if the text cannot be read
    public static ShardPlan read(String source, Reader json) {
        return ShardPlanFormat.read(source, json);
    }

    /// The cells of all shards, ordered by their keys.
    public List<PlannedCell> cells() {
        return shards.stream().flatMap(List::stream).sorted(PlannedCell.ORDER).toList();
    }

    /// What a machine must have to execute a shard: one with a GPU is taken to have OpenCL too.
    public ResourceClass resource(int shard) {
        return shards.get(shard).stream()
                .map(PlannedCell::resource)
                .max(Comparator.naturalOrder())
                .orElse(ResourceClass.NONE);
    }

    /// A time after which a shard is taken to hang: [#LEAST_LIMIT], [#CELL_LIMIT] for each cell,
    /// and [#MARGIN] times the durations that are known.
    public Duration limit(int shard) {
        var cells = shards.get(shard);
        long weight = cells.stream().mapToLong(PlannedCell::weight).sum();
        return LEAST_LIMIT
                .plus(CELL_LIMIT.multipliedBy(cells.size()))
                .plus(Duration.ofMillis(MARGIN * weight));
    }

    /// The scenarios of all cells, in the form of
    /// [RunReports#PLAN][org.offloadtck.conformance.report.RunReports#PLAN].
    public String examples() {
        return cells().stream()
                .map(cell -> cell.example() + "\n")
                .sorted()
                .collect(Collectors.joining());
    }

    /// What differs between the kit that made the plan and `other`.
    public Optional<String> difference(RunSubject.Kit other) {
        return PlanConformity.otherKit(other, kit);
    }

    /// Identifies the plan: the SHA-256 of its JSON without this hash. It depends on the kit, the
    /// matrix, and the cells with their weights and shards.
    public String sha256() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            var bytes = new DigestOutputStream(OutputStream.nullOutputStream(), digest);
            try (var out = new OutputStreamWriter(bytes, UTF_8)) {
                ShardPlanFormat.json(this, "").write(out);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The plan as JSON; equal plans give equal text.
    public String toJson() {
        return ShardPlanFormat.json(this, sha256()).toText();
    }

    /// The words of `run` that execute one shard.
    ///
    /// @param name of the file of the plan
    public static String command(String name, int shard) {
        return "offload-tck run --plan %s --shard %d".formatted(name, shard);
    }
}
