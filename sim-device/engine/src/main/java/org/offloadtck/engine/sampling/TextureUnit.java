package org.offloadtck.engine.sampling;

import java.util.Arrays;
import org.offloadtck.engine.code.Code;
import org.offloadtck.engine.texture.TexelInstruction.Fetch;
import org.offloadtck.engine.texture.TexelInstruction.Selection;
import org.offloadtck.engine.texture.Texture;

/// Carries out fetches of a warp: [#select] finds the texels of each lane, which are then in
/// [#access], and [#read] computes the results. Each worker has one.
public final class TextureUnit {

    private final TexelAccess access = new TexelAccess();
    private final TexelTaps taps = new TexelTaps();
    private final TextureSampler sampler = new TextureSampler(taps);
    private final long[] addresses = new long[TexelTaps.MOST * Code.LANES];
    private final double[] weights = new double[TexelTaps.MOST * Code.LANES];
    private final int[] counts = new int[Code.LANES];
    private final double[] sums = new double[Fetch.RESULTS];

    /// The conversion that was used last; empty before the first.
    private TexelValue[] values = new TexelValue[0];

    /// Finds where texels are in this process, and checks that a lane may access them.
    @FunctionalInterface
    public interface TexelMemory {

        /// The place of a texel ([org.offloadtck.engine.memory.NativeBytes]).
        ///
        /// @param address in the flat address space
        long place(int lane, long address, int bytes);
    }

    /// Starts a fetch of a warp.
    ///
    /// @param bytes of a texel
    public void begin(int bytes) {
        access.begin(bytes);
    }

    /// Finds the texels of a lane.
    ///
    /// @param operands the coordinates, the layer first, then the level of detail or the
    ///   derivatives, as numbers
    public void select(int lane, Texture texture, Fetch fetch, double[] operands) {
        sampler.find(texture, fetch, coordinate(texture, fetch, operands));
        counts[lane] = taps.count();
        int number = 0;
        for (int tap = 0; tap < taps.count(); tap++) {
            addresses[tap * Code.LANES + lane] = taps.address(tap);
            weights[tap * Code.LANES + lane] = taps.weight(tap);
            if (taps.address(tap) != TexelTaps.OUTSIDE) {
                access.add(lane, number++, taps.address(tap));
            }
        }
    }

    /// The texels of all lanes.
    public TexelAccess access() {
        return access;
    }

    /// Computes the results of a lane: of each channel, or of a gather of each texel.
    ///
    /// @param results receives 32 bits each; channels that the format does not have are 0
    public void read(int lane, Texture texture, Fetch fetch, TexelMemory memory, int[] results) {
        Arrays.fill(results, 0);
        if (fetch.selection() instanceof Selection.Gather(int channel)) {
            for (int tap = 0; tap < counts[lane]; tap++) {
                results[tap] = bits(texture, place(lane, tap, texture, memory), channel);
            }
            return;
        }
        int channels = texture.format().channels();
        Arrays.fill(sums, 0);
        for (int tap = 0; tap < counts[lane]; tap++) {
            long place = place(lane, tap, texture, memory);
            double weight = weights[tap * Code.LANES + lane];
            for (int channel = 0; channel < channels; channel++) {
                results[channel] = bits(texture, place, channel);
                sums[channel] += weight * Float.intBitsToFloat(results[channel]);
            }
        }
        for (int channel = 0; counts[lane] > 1 && channel < channels; channel++) {
            results[channel] = Float.floatToRawIntBits((float) sums[channel]);
        }
    }

    /// The place of a texel in this process; 0 of the border.
    private long place(int lane, int tap, Texture texture, TexelMemory memory) {
        long address = addresses[tap * Code.LANES + lane];
        return address == TexelTaps.OUTSIDE
                ? 0
                : memory.place(lane, address, texture.format().bytes());
    }

    private int bits(Texture texture, long place, int channel) {
        var value = value(texture);
        return place != 0
                ? value.bits(place, channel)
                : value.border(texture.sampling().border().get(channel));
    }

    private TexelValue value(Texture texture) {
        if (values.length == 0 || !values[0].isOf(texture)) {
            values = new TexelValue[] {new TexelValue(texture)};
        }
        return values[0];
    }

    private static TexelCoordinate coordinate(Texture texture, Fetch fetch, double[] operands) {
        var geometry = fetch.geometry();
        int first = geometry.isLayered() ? 1 : 0;
        int count = geometry.dimensions();
        var at =
                new TexelCoordinate(
                        geometry.isLayered() ? (int) operands[0] : 0,
                        operands[first],
                        count > 1 ? operands[first + 1] : 0,
                        count > 2 ? operands[first + 2] : 0,
                        0);
        int rest = first + count;
        return at.atLevel(
                switch (fetch.selection()) {
                    case Selection.Base _, Selection.Gather _ -> 0;
                    case Selection.Level _ -> operands[rest];
                    case Selection.Gradient _ -> DetailLevel.of(texture, fetch, at, operands, rest);
                });
    }
}
