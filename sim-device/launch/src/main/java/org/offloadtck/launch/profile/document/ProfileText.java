package org.offloadtck.launch.profile.document;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.launch.profile.KernelProfile;
import org.offloadtck.launch.profile.KernelProfile.StateShare;
import org.offloadtck.launch.profile.LaunchProfile;
import org.offloadtck.launch.profile.LineProfile;
import org.offloadtck.launch.profile.OccupancyLimit;
import org.offloadtck.launch.profile.ResourceUse;
import org.offloadtck.timing.WarpState;

/// Profiles for a terminal: a few lines each.
final class ProfileText {

    /// Kernels, causes, states and lines that are printed at most; documents have all of them.
    private static final int MOST_KERNELS = 5;

    private static final int MOST = 3;
    private static final double PERCENT = 100;

    private ProfileText() {}

    /// Whole lines.
    static String of(List<KernelProfile> kernels, SourceText sources) {
        var shown =
                kernels.stream()
                        .limit(MOST_KERNELS)
                        .map(kernel -> of(kernel, sources))
                        .collect(Collectors.joining());
        int more = kernels.size() - MOST_KERNELS;
        return more <= 0
                ? shown
                : shown
                        + "%d more %s in the profile\n"
                                .formatted(more, more == 1 ? "kernel" : "kernels");
    }

    private static String of(KernelProfile kernel, SourceText sources) {
        var launches = kernel.launches();
        var occupancy = launches.configuration().occupancy();
        return String.format(
                        Locale.ROOT,
                        "profile of %s: %,d %s, %s cycles of %s\n",
                        title(launches.configuration()),
                        launches.launches(),
                        launches.launches() == 1 ? "launch" : "launches",
                        ProfileNumbers.cycles(launches),
                        launches.configuration().device().name())
                + causes(kernel)
                + "  speed of light: "
                + speed(kernel)
                + "  warps: "
                + states(kernel.states())
                + String.format(
                        Locale.ROOT,
                        "  occupancy: %.1f %% of the warps, %s permits %.1f %%\n",
                        PERCENT * launches.achievedOccupancy(),
                        OccupancyLimit.name(occupancy.limiter()),
                        PERCENT * occupancy.fraction())
                + lines(kernel, sources);
    }

    /// The launch as CUDA writes it, with its clusters: `kernel<<<8, 128>>> in clusters of 2`.
    static String title(LaunchProfile.Configuration configuration) {
        var shape = configuration.shape();
        return "%s<<<%s, %s%s>>>%s"
                .formatted(
                        configuration.kernel(),
                        extent(shape.grid()),
                        extent(shape.cta()),
                        shape.dynamicSharedBytes() == 0 ? "" : ", " + shape.dynamicSharedBytes(),
                        shape.cluster().ctas() == 1
                                ? ""
                                : " in clusters of " + extent(shape.cluster().extent()));
    }

    private static String extent(Extent3D extent) {
        return extent.y() == 1 && extent.z() == 1
                ? Integer.toString(extent.x())
                : extent.toString();
    }

    private static String causes(KernelProfile kernel) {
        return kernel.causes().stream()
                .limit(MOST)
                .map(cause ->
                        String.format(
                                Locale.ROOT,
                                "  %5.1f %%  %s: %s\n",
                                PERCENT * cause.share(),
                                cause.kind().title(),
                                cause.text()))
                .collect(Collectors.joining());
    }

    private static String speed(KernelProfile kernel) {
        return kernel.speed().uses().stream()
                .sorted(Comparator.comparingDouble(ResourceUse::share).reversed())
                .limit(MOST + 1L)
                .map(use ->
                        String.format(
                                Locale.ROOT, "%s %.1f %%", use.resource(), PERCENT * use.share()))
                .collect(Collectors.joining(", ", "", "\n"));
    }

    private static String states(List<StateShare> states) {
        return states.stream()
                .limit(2L * MOST)
                .map(each ->
                        String.format(
                                Locale.ROOT,
                                "%s %.1f %%",
                                each.state().word().replace('-', ' '),
                                PERCENT * each.share()))
                .collect(Collectors.joining(", ", "", "\n"));
    }

    private static String lines(KernelProfile kernel, SourceText sources) {
        return kernel.launches().lines().stream()
                .limit(MOST)
                .map(line ->
                        String.format(
                                Locale.ROOT,
                                "  %5.1f %%  %s (%s)%s\n%s",
                                PERCENT * kernel.share(line),
                                line.place(),
                                line.instruction(),
                                stall(line),
                                sources.of(line).map("             %s\n"::formatted).orElse("")))
                .collect(Collectors.joining("", "  hottest lines\n", ""));
    }

    private static String stall(LineProfile line) {
        return KernelProfile.states(line.cycles()).stream()
                .filter(each -> each.state() != WarpState.SELECTED)
                .findFirst()
                .map(each -> ": " + each.state().word().replace('-', ' '))
                .orElse("");
    }
}
