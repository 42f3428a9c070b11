package org.offloadtck.emulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.offloadtck.emulation.api.DriverCall;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverParameter;
import org.offloadtck.emulation.api.DriverParameter.Direction;
import org.offloadtck.emulation.api.DriverParameter.Kind;
import org.offloadtck.emulation.api.DriverReply;
import org.offloadtck.emulation.api.DriverResult;

/// Every call returns a result, whatever its arguments: all outputs after success, and never an
/// exception.
class AnyDriverCallProperties {

    private static final int CALLS = 200;

    private static final List<Long> WILD =
            List.of(-1L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31, 1L << 40, 0x7000L);

    private static final List<Long> SMALL = List.of(0L, 1L, 2L, 3L, 4L, 64L, 2L << 20);

    private static final List<String> TEXTS =
            List.of("add", "counter", "0000:01:00.0", "nothing", ClientKernels.ADD);

    /// All but launches and nodes of graphs with them, of which one of a grid that large would take
    /// years, and waits for a word, which the other threads of this process might write some time.
    private static final List<DriverFunction> FUNCTIONS =
            Arrays.stream(DriverFunction.values())
                    .filter(function -> !function.symbol().endsWith("Kernel"))
                    .filter(function -> !function.symbol().contains("KernelNode"))
                    .filter(function -> function != DriverFunction.CU_LAUNCH_KERNEL_EX)
                    .filter(function -> !function.symbol().startsWith("cuStreamWaitValue"))
                    .toList();

    @Property(tries = 60, seed = "1")
    void everyCallHasAnAnswer(@ForAll long seed) {
        var random = new Random(seed);
        var known = new EnumMap<Kind, List<Long>>(Kind.class);
        try (var program = ClientProgram.run("--devices", "2", "--api-trace").ready()) {
            Thread.ofPlatform().daemon().start(program::serveHostCalls);
            for (int i = 0; i < CALLS; i++) {
                var call = anyCall(random, known);
                var reply = program.thread().call(call);
                requireComplete(call, reply);
                learn(call, reply.outputs().iterator(), known);
            }
        }
    }

    /// Mostly what fits a parameter, so that calls succeed and others can follow.
    private static DriverCall anyCall(Random random, Map<Kind, List<Long>> known) {
        var function = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
        var numbers = new ArrayList<Long>();
        var buffers = new ArrayList<byte[]>();
        for (var parameter : function.parameters()) {
            if (parameter.direction() == Direction.IN) {
                if (parameter.isBuffer()) {
                    buffers.add(anyBuffer(random));
                } else {
                    numbers.add(anyNumber(random, known.getOrDefault(parameter.kind(), SMALL)));
                }
            }
        }
        return new DriverCall(function, numbers, buffers);
    }

    private static long anyNumber(Random random, List<Long> fitting) {
        var values =
                switch (random.nextInt(16)) {
                    case 0 -> WILD;
                    case 1, 2, 3 -> SMALL;
                    default -> fitting;
                };
        return values.get(random.nextInt(values.size()));
    }

    private static byte[] anyBuffer(Random random) {
        if (random.nextBoolean()) {
            return TEXTS.get(random.nextInt(TEXTS.size())).getBytes(UTF_8);
        }
        byte[] bytes = new byte[random.nextInt(4) * 36];
        bytes = random.nextBoolean() ? bytes : new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0};
        if (random.nextInt(4) == 0) {
            random.nextBytes(bytes);
        }
        return bytes;
    }

    private static void requireComplete(DriverCall call, DriverReply reply) {
        assertThat(reply.diagnostics()).contains(call.function().symbol()).endsWith("\n");
        if (reply.result() == DriverResult.SUCCESS) {
            assertThat(reply.outputs()).as("%s", call).hasSize(outputs(call, false).size());
            assertThat(reply.buffers()).as("%s", call).hasSize(outputs(call, true).size());
        }
    }

    private static List<DriverParameter> outputs(DriverCall call, boolean buffers) {
        return call.function().parameters().stream()
                .filter(p -> p.direction() == Direction.OUT && p.isBuffer() == buffers)
                .toList();
    }

    private static void learn(DriverCall call, Iterator<Long> values, Map<Kind, List<Long>> known) {
        for (var parameter : outputs(call, false)) {
            if (values.hasNext()) {
                known.computeIfAbsent(parameter.kind(), _ -> new ArrayList<>()).add(values.next());
            }
        }
    }
}
