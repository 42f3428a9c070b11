package org.offloadtck.launch.profile.document;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.offloadtck.launch.profile.Cause;
import org.offloadtck.launch.profile.KernelProfile;
import org.offloadtck.launch.profile.LaunchProfile;
import org.offloadtck.launch.profile.OccupancyLimit;
import org.offloadtck.launch.profile.ResourceUse;
import org.offloadtck.launch.report.JsonText;
import org.offloadtck.launch.report.LaunchJson;
import org.offloadtck.timing.WarpState;
import org.offloadtck.timing.figures.Basis;

/// Profiles in the shape of `profile-1.schema.json`. Shares are of 1.
final class ProfileJson {

    /// Version of the shape.
    private static final int VERSION = 1;

    private ProfileJson() {}

    static String of(List<KernelProfile> kernels, SourceText sources) {
        var root = JsonNodeFactory.instance.objectNode();
        root.put("schema", "offload-tck-profile");
        root.put("version", VERSION);
        var all = root.putArray("kernels");
        kernels.forEach(kernel -> put(all.addObject(), kernel, sources));
        return JsonText.of(root);
    }

    private static void put(ObjectNode node, KernelProfile kernel, SourceText sources) {
        var launches = kernel.launches();
        node.put("kernel", launches.configuration().kernel());
        node.put("device", launches.configuration().device().name());
        node.put("launches", launches.launches());
        node.put("cycles", launches.cycles());
        if (launches.cyclesError() > 0) {
            node.put("cyclesError", launches.cyclesError());
        }
        node.put("nanoseconds", launches.nanoseconds());
        node.put("warpInstructions", launches.instructions());
        node.put("threadEfficiency", launches.threadEfficiency());
        putConfiguration(node.putObject("configuration"), launches.configuration());
        putCauses(node.putArray("causes"), kernel.causes());
        var speed = node.putArray("speedOfLight");
        kernel.speed().uses().forEach(use -> put(speed.addObject(), use));
        var schedulers = node.putObject("schedulerCycles");
        launches.schedulerCycles().forEach((use, spent) -> schedulers.put(word(use), spent));
        node.put("assumedSchedulerCycles", launches.assumedCycles());
        putCycles(node.putObject("warpCycles"), launches.warpCycles());
        node.put("residentWarpCycles", launches.residentWarps());
        putOccupancy(node.putObject("occupancy"), kernel);
        putMemory(node.putObject("memory"), kernel);
        putRoofline(node.putObject("roofline"), kernel);
        putLines(node.putArray("lines"), kernel, sources);
    }

    private static void putConfiguration(
            ObjectNode node, LaunchProfile.Configuration configuration) {
        LaunchJson.put(node, configuration.shape());
        node.put("sharedBytes", configuration.demand().sharedBytes());
        node.put("registersPerThread", configuration.demand().registersPerThread());
        node.put("waves", configuration.waves());
    }

    private static void putCauses(ArrayNode array, List<Cause> causes) {
        for (var cause : causes) {
            array.addObject()
                    .put("cause", cause.kind().word())
                    .put("share", cause.share())
                    .put("text", cause.text());
        }
    }

    private static void put(ObjectNode node, ResourceUse use) {
        node.put("resource", use.resource());
        node.put("achieved", use.achieved());
        node.put("peak", use.peak());
        node.put("unit", use.unit());
        node.put("share", use.share());
        put(node, use.basis(), use.source());
    }

    private static void put(ObjectNode node, Basis basis, String source) {
        node.put("basis", basis.word());
        node.put("source", source);
    }

    private static void putCycles(ObjectNode node, Map<WarpState, Long> cycles) {
        cycles.forEach((state, spent) -> node.put(state.word(), spent));
    }

    private static void putOccupancy(ObjectNode node, KernelProfile kernel) {
        var occupancy = kernel.launches().configuration().occupancy();
        node.put("ctas", occupancy.ctas());
        node.put("warps", occupancy.warps());
        node.put("mostWarps", occupancy.mostWarps());
        node.put("theoretical", occupancy.fraction());
        node.put("achieved", kernel.launches().achievedOccupancy());
        node.put("limiter", word(occupancy.limiter()));
        var limits = node.putObject("ctasByLimiter");
        kernel.limits().stream()
                .filter(OccupancyLimit::isLimit)
                .forEach(each -> limits.put(word(each.limiter()), each.ctas()));
    }

    private static void putMemory(ObjectNode node, KernelProfile kernel) {
        var accesses = node.putObject("accesses");
        kernel.launches()
                .accesses()
                .forEach((kind, count) ->
                        accesses.putObject(kind.word())
                                .put("requests", count.requests())
                                .put("transactions", count.transactions())
                                .put("leastTransactions", count.least()));
        var levels = node.putArray("levels");
        for (var level : kernel.memory()) {
            levels.addObject()
                    .put("level", level.name())
                    .put("requests", level.requests())
                    .put("bytesRead", level.read())
                    .put("bytesWritten", level.written())
                    .put("hitRate", level.hitRate());
        }
    }

    private static void putRoofline(ObjectNode node, KernelProfile kernel) {
        var operations = node.putObject("operations");
        kernel.launches()
                .operations()
                .forEach((precision, count) -> operations.put(precision.word(), count));
        var slopes = node.putArray("bandwidths");
        for (var slope : kernel.roofline().slopes()) {
            var entry = slopes.addObject();
            entry.put("level", slope.level().title());
            entry.put("gigabytesPerSecond", slope.bandwidth());
            put(entry, slope.basis(), slope.source());
        }
        var roofs = node.putArray("peaks");
        for (var roof : kernel.roofline().roofs()) {
            var entry = roofs.addObject();
            entry.put("precision", roof.precision().word());
            entry.put("gigaflops", roof.peak());
            put(entry, roof.basis(), roof.source());
        }
        var points = node.putArray("points");
        for (var point : kernel.roofline().points()) {
            points.addObject()
                    .put("precision", point.precision().word())
                    .put("level", point.level().title())
                    .put("operationsPerByte", point.intensity())
                    .put("gigaflops", point.performance());
        }
    }

    private static void putLines(ArrayNode array, KernelProfile kernel, SourceText sources) {
        for (var line : kernel.launches().lines()) {
            var node = array.addObject();
            node.put("text", word(line.place().text()));
            node.put("file", line.place().file());
            node.put("line", line.place().line());
            node.put("function", line.place().function());
            sources.of(line).ifPresent(text -> node.put("source", text));
            node.put("instruction", line.instruction());
            node.put("share", kernel.share(line));
            node.put("warpInstructions", line.warps());
            node.put("excessiveSectors", line.memory().excessiveSectors());
            node.put("excessivePasses", line.memory().excessivePasses());
            putCycles(node.putObject("warpCycles"), line.cycles());
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
