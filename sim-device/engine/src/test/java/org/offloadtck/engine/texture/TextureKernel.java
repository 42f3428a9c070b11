package org.offloadtck.engine.texture;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.texture.TextureSampling.AddressMode;
import org.offloadtck.engine.texture.TextureSampling.Coordinates;
import org.offloadtck.engine.texture.TextureSampling.FilterMode;
import org.offloadtck.engine.texture.TextureSampling.Mipmap;
import org.offloadtck.engine.texture.TextureSampling.Result;
import org.offloadtck.engine.thread.LaunchShape;

/// A kernel whose first thread executes one fetch and stores the results.
final class TextureKernel {

    static final float BORDER = 0.5f;

    private TextureKernel() {}

    /// A texture in memory of a device, and fetches from it.
    static final class Builder {

        private final TestDevice device = TestDevice.running("");
        private final List<TexelGrid> levels = new ArrayList<>();
        private final Allocation memory;
        private AddressMode mode = AddressMode.CLAMP;
        private Coordinates coordinates = Coordinates.TEXELS;
        private FilterMode filter = FilterMode.POINT;
        private Result result = Result.INTEGER;
        private Mipmap mipmap = Mipmap.NONE;

        Builder(TexelFormat format, int width, int height, int depth) {
            long row = (long) width * format.bytes();
            memory = device.allocate("texels", row * height * depth);
            levels.add(
                    new TexelGrid(
                            memory.address(), row, row * height, width, height, depth, format));
        }

        Builder mode(AddressMode other) {
            mode = other;
            return this;
        }

        Builder normalized() {
            coordinates = Coordinates.NORMALIZED;
            return this;
        }

        Builder linear() {
            filter = FilterMode.LINEAR;
            return this;
        }

        Builder result(Result other) {
            result = other;
            return this;
        }

        void mipmap(Mipmap other) {
            mipmap = other;
        }

        /// Adds levels of detail, each half as wide and high, whose texels have the level's number.
        Builder levels(int count) {
            for (int level = 1; level < count; level++) {
                int width = grid().width() >> level;
                var texels = device.allocate("level", 4L * width * width);
                for (int i = 0; i < width * width; i++) {
                    device.at(texels).putFloat(4 * i, level);
                }
                levels.add(
                        new TexelGrid(
                                texels.address(),
                                4L * width,
                                4L * width * width,
                                width,
                                width,
                                1,
                                grid().format()));
            }
            return this;
        }

        TexelGrid grid() {
            return levels.getFirst();
        }

        TextureObjects objects() {
            return device.image().memory().textures();
        }

        float[] fill(Random random) {
            float[] texels = new float[(int) memory.size() / Float.BYTES];
            for (int i = 0; i < texels.length; i++) {
                texels[i] = random.nextFloat();
                device.at(memory).putFloat(4 * i, texels[i]);
            }
            return texels;
        }

        void put(List<Float> texels) {
            for (int i = 0; i < texels.size(); i++) {
                device.at(memory).putFloat(4 * i, texels.get(i));
            }
        }

        void putBits(int offset, int bytes, long bits) {
            ByteBuffer at = device.at(memory);
            for (int i = 0; i < bytes; i++) {
                at.put(offset + i, (byte) (bits >>> (8 * i)));
            }
        }

        /// The handle of the texture.
        long handle() {
            var sampling =
                    new TextureSampling(
                            Collections.nCopies(3, mode),
                            filter,
                            coordinates,
                            result,
                            Collections.nCopies(4, BORDER),
                            mipmap);
            return objects().add(new Texture(levels, sampling));
        }

        float[] fetch(String instruction, float x, float y, float z) {
            int[] bits = bits(instruction, x, y, z);
            float[] values = new float[bits.length];
            IntStream.range(0, bits.length).forEach(i -> values[i] = Float.intBitsToFloat(bits[i]));
            return values;
        }

        int[] bits(String instruction, float x, float y, float z) {
            return bits(handle(), instruction, x, y, z);
        }

        /// @param instruction with `R` for the results, `H` for the handle and `X`, `Y`, `Z` for
        ///   the coordinates
        int[] bits(long handle, String instruction, float x, float y, float z) {
            var out = device.allocate("out", 16);
            var program = device.load("texture.ptx", kernel(instruction));
            var kernel = program.kernel("k").orElseThrow();
            device.launch(program, kernel, LaunchShape.of(1, 1), out, handle, x, y, z);
            device.unload(program);
            return device.ints(out);
        }

        private static String kernel(String instruction) {
            String body =
                    instruction
                            .replaceAll("\\bR\\b", "{%f4, %f5, %f6, %f7}")
                            .replaceAll("\\bH\\b", "%rd1")
                            .replaceAll("\\bX\\b", "%f1")
                            .replaceAll("\\bY\\b", "%f2")
                            .replaceAll("\\bZ\\b", "%f3");
            return """
            .version 7.1
            .target sm_75
            .address_size 64
            .visible .entry k(.param .u64 out, .param .u64 h, .param .f32 x, .param .f32 y,
                .param .f32 z)
            {
            .reg .pred %%p<2>;
            .reg .b64 %%rd<2>;
            .reg .f32 %%f<8>;
            ld.param.u64 %%rd0, [out];
            ld.param.u64 %%rd1, [h];
            ld.param.f32 %%f1, [x];
            ld.param.f32 %%f2, [y];
            ld.param.f32 %%f3, [z];
            %s;
            st.global.v4.f32 [%%rd0], {%%f4, %%f5, %%f6, %%f7};
            ret;
            }
            """
                    .formatted(body);
        }
    }
}
