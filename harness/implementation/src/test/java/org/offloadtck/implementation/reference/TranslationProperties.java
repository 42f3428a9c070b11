package org.offloadtck.implementation.reference;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.image.ImageToolchain;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.OffloadPolicy;
import org.offloadtck.runtime.RuntimeOptions;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.program.SyntheticHostProgram;

/// Compares the search in hand-written device code, on the simulated GPU, with a map: tables of
/// random size, pointers equal to, next to and between their keys.
final class TranslationProperties {

    private static final TargetId TARGET = new TargetId("nvptx64-nvidia-cuda", "sm_75");
    private static final List<String> FUNCTIONS =
            List.of("first", "second", "twice", "square", "negate");

    /// A limit that detects a device function without an end.
    private static final long MOST_INSTRUCTIONS = 1_000_000;

    @Property(seed = "20261122", tries = 10)
    void findsEveryFunctionAndLeavesEveryOtherPointer(
            @ForAll @Size(min = 1, max = 24) Set<@LongRange(min = 1, max = 400) Long> places) {
        check("documented", "runtime/indirect.d16.ptx", places);
        check("llvm-19", "runtime/indirect.d19.ptx", places);
        check("llvm-23", "runtime/indirect.d23.ptx", places);
    }

    @Example
    void findsTheOnlyFunction() {
        check("documented", "runtime/indirect.d16.ptx", Set.of(7L));
    }

    private static void check(String profile, String image, Set<Long> places) {
        try (var device = SimulatedDevices.first();
                var program = program(profile, device)) {
            device.limitLaunches(MOST_INSTRUCTIONS);
            var keys = new TreeMap<Long, String>();
            for (long place : places) {
                keys.put(0x70_0000 + 2 * place, FUNCTIONS.get((int) (place % FUNCTIONS.size())));
            }
            keys.forEach((address, name) ->
                    program.layout()
                            .indirectFunction(address, name, "__omp_offloading_trial_" + name));
            program.layout()
                    .image(
                            TARGET,
                            ImageToolchain.installed(TARGET)
                                    .orElseThrow()
                                    .build(image, Corpus.text(image))
                                    .bytes()
                                    .toArray(JAVA_BYTE));
            program.declareRegion("translate");
            var library = program.runtime().registerLibrary(program.layout().descriptor());
            var code = program.runtime().loadedImage(library, 0).orElseThrow().program();

            var pointers = pointers(keys);
            assertThat(translated(program, pointers))
                    .isEqualTo(
                            pointers.stream()
                                    .map(pointer ->
                                            Optional.ofNullable(keys.get(pointer))
                                                    .flatMap(code::functionAddress)
                                                    .orElse(pointer))
                                    .toList());
        }
    }

    /// Every key, and its neighbours.
    private static List<Long> pointers(Map<Long, String> keys) {
        return keys.keySet().stream()
                .flatMap(key -> LongStream.rangeClosed(key - 1, key + 1).boxed())
                .toList();
    }

    private static List<Long> translated(SyntheticHostProgram program, List<Long> pointers) {
        var bytes = ByteBuffer.allocate(8 * pointers.size()).order(ByteOrder.LITTLE_ENDIAN);
        pointers.forEach(bytes::putLong);
        long address = program.store("pointers", bytes.array());
        var map =
                MapArgument.of(
                        address, bytes.capacity(), MapType.TO, MapType.FROM, MapType.TARGET_PARAM);

        program.launch("translate", new LaunchClauses(1, pointers.size(), 0, 0), List.of(map));

        var result = ByteBuffer.wrap(program.contents("pointers")).order(ByteOrder.LITTLE_ENDIAN);
        var values = new ArrayList<Long>();
        while (result.hasRemaining()) {
            values.add(result.getLong());
        }
        return values;
    }

    private static SyntheticHostProgram program(String profile, Device device) {
        var behavior =
                RuntimeOptions.of(AbiProfiles.load().profile(profile), OffloadPolicy.MANDATORY);
        return new SyntheticHostProgram(behavior.withImagesLoadedAtRegistration(), List.of(device));
    }
}
