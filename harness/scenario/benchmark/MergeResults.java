import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.offloadtck.command.KitCommand;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.plan.Matrix;
import org.offloadtck.conformance.plan.PlannedCell;
import org.offloadtck.conformance.plan.ResourceClass;
import org.offloadtck.conformance.plan.ShardPlan;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.Evidence;
import org.offloadtck.conformance.result.ExampleParameter;
import org.offloadtck.conformance.result.ImplementationIdentity;
import org.offloadtck.conformance.result.Metric;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultDocument.Circumstances;
import org.offloadtck.conformance.result.ResultDocument.PlanPart;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.conformance.result.RunSubject;
import org.offloadtck.conformance.result.ScenarioId;
import org.offloadtck.conformance.result.ScenarioRecord;
import org.offloadtck.conformance.result.Verdict;

/// The program of `merge-results`.
final class MergeResults {

    private static final ScenarioId SCENARIO = new ScenarioId("synthetic.a-program-runs");

    private static final String OUTPUT = "a line of output\n".repeat(18);

    public static void main(String[] words) throws Exception {
        var folder = Path.of(words[0]);
        int cells = Integer.parseInt(words[1]);
        var small = folder.resolve("small.json");
        var kit = ShardPlan.read("small", Files.newBufferedReader(small)).kit();
        var plan = plan(kit, cells, Integer.parseInt(words[2]));
        var file = Files.writeString(folder.resolve("plan.json"), plan.toJson());
        var sha256 = plan.sha256();
        long bytes = 0;
        for (int shard = 0; shard < plan.shards().size(); shard++) {
            var results = folder.resolve("out").resolve("shard-" + shard);
            Files.createDirectories(results);
            var text = document(plan, shard, sha256).toJson();
            Files.writeString(results.resolve("results.json"), text);
            bytes += text.length();
        }
        System.out.printf(
                "%d cells in %d shards: plan %d bytes, results %d bytes%n",
                cells, plan.shards().size(), Files.size(file), bytes);
        merge(folder, words[3]);
    }

    private static ResultIdentity identity(int n) {
        return new ResultIdentity(
                SCENARIO,
                List.of(
                        new ExampleParameter("program", "program-%06d".formatted(n)),
                        new ExampleParameter("device", "h100")),
                "llvm-19",
                Stage.EXECUTABLE_RUN,
                ImplementationIdentity.of("clang-19"),
                new DeviceIdentity("sim", "h100"));
    }

    private static ShardPlan plan(RunSubject.Kit kit, int cells, int shards) {
        return ShardPlan.of(
                kit,
                new Matrix(
                        List.of(new Matrix.Row(List.of(), List.of(), List.of(), "")), List.of()),
                IntStream.range(0, cells)
                        .mapToObj(n ->
                                new PlannedCell(identity(n).key(), "", ResourceClass.NONE, 300))
                        .toList(),
                shards);
    }

    private static ResultDocument document(ShardPlan plan, int shard, String sha256) {
        var results = new ArrayList<Result>();
        var times = new TreeMap<String, Long>();
        for (var cell : plan.shards().get(shard)) {
            var n = Integer.parseInt(cell.key().replaceFirst(".*program-(\\d+),.*", "$1"));
            results.add(
                    new Result(
                            identity(n),
                            "A program runs",
                            List.of("ER-01"),
                            Verdict.pass(),
                            List.of(
                                    Evidence.CommandOutput.of(
                                            List.of("./program", String.valueOf(n)),
                                            new Evidence.CommandSetting("/build", Map.of(), "60 s"),
                                            0,
                                            OUTPUT),
                                    new Evidence.Measurements(
                                            "program",
                                            List.of(
                                                    new Metric(
                                                            "cycles",
                                                            n,
                                                            "cycles",
                                                            Metric.Exactness.EXACT))))));
            times.put(cell.key(), 300L + n % 7);
        }
        return new ResultDocument(
                new RunSubject(plan.kit(), RunSubject.Selection.ALL, List.of(), List.of()),
                List.of(
                        new ScenarioRecord(
                                SCENARIO,
                                Stage.EXECUTABLE_RUN,
                                "A program runs",
                                "features/executable-run/synthetic.feature",
                                1,
                                List.of("When it runs"))),
                results,
                new Circumstances("2026-11-23T00:00:00Z", 1, "host", List.of("run"), times)
                        .of(new PlanPart(sha256, List.of(shard))));
    }

    private static void merge(Path folder, String heap) throws IOException, InterruptedException {
        var words =
                KitCommand.ofKit(
                                "merge",
                                folder.resolve("plan.json").toString(),
                                folder.resolve("out").toString(),
                                "--report",
                                folder.resolve("merged").toString())
                        .with(List.of("-Xmx" + heap))
                        .words();
        long start = System.nanoTime();
        var process = new ProcessBuilder(words).redirectErrorStream(true)
                .redirectOutput(folder.resolve("merge.txt").toFile())
                .start();
        long most = 0;
        while (process.isAlive()) {
            most = Math.max(most, residentKilobytes(process.pid()));
            Thread.sleep(20);
        }
        System.out.printf(
                "exit status %d after %.1f s, %.2f GiB at the most%n",
                process.exitValue(),
                (System.nanoTime() - start) / 1e9,
                most / (double) (1 << 20));
        var lines = Files.readAllLines(folder.resolve("merge.txt"), UTF_8);
        lines.subList(Math.max(0, lines.size() - 2), lines.size()).forEach(System.out::println);
    }

    /// `VmHWM` of proc(5), the most that was resident.
    private static long residentKilobytes(long pid) {
        try (var lines = Files.lines(Path.of("/proc/%d/status".formatted(pid)))) {
            return lines.filter(line -> line.startsWith("VmHWM"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | java.io.UncheckedIOException _) {
            return 0;
        }
    }
}
