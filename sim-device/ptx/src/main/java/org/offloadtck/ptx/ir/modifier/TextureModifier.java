package org.offloadtck.ptx.ir.modifier;

/// Modifiers of instructions on textures (PTX ISA §9.7.10), surfaces (§9.7.11) and tensors
/// (§9.7.9.25.5, §9.7.9.26).
public sealed interface TextureModifier extends Modifier {

    /// The geometry of a texture or surface (PTX ISA §9.7.10.3).
    enum Geometry implements TextureModifier {
        LINE("1d", 1),
        PLANE("2d", 2),
        VOLUME("3d", 3),
        LINE_ARRAY("a1d", 1),
        PLANE_ARRAY("a2d", 2),
        CUBE("cube", 3),
        CUBE_ARRAY("acube", 3),
        MULTISAMPLE_PLANE("2dms", 2),
        MULTISAMPLE_PLANE_ARRAY("a2dms", 2);

        private final String suffix;
        private final int dimensions;

        Geometry(String suffix, int dimensions) {
            this.suffix = suffix;
            this.dimensions = dimensions;
        }

        /// Coordinates without the layer; of a cube, the three of a direction.
        public int dimensions() {
            return dimensions;
        }

        /// Whether a layer precedes the coordinates.
        public boolean isLayered() {
            return switch (this) {
                case LINE_ARRAY, PLANE_ARRAY, CUBE_ARRAY, MULTISAMPLE_PLANE_ARRAY -> true;
                case LINE, PLANE, VOLUME, CUBE, MULTISAMPLE_PLANE -> false;
            };
        }

        /// Whether the coordinates are a direction from the centre of a cube.
        public boolean isCube() {
            return this == CUBE || this == CUBE_ARRAY;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The channel that a gather reads (PTX ISA §9.7.10.4).
    enum Component implements TextureModifier {
        RED("r", 0),
        GREEN("g", 1),
        BLUE("b", 2),
        ALPHA("a", 3);

        private final String suffix;
        private final int channel;

        Component(String suffix, int channel) {
            this.suffix = suffix;
            this.channel = channel;
        }

        /// The number of the channel in a texel.
        public int channel() {
            return channel;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The behaviour of an access outside of a surface (PTX ISA §9.7.11.1).
    enum ClampMode implements TextureModifier {
        TRAP("trap"),
        /// Accesses the nearest element inside.
        CLAMP("clamp"),
        /// Reads zero and does not write.
        ZERO("zero");

        private final String suffix;

        ClampMode(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// The number of dimensions of a tensor (PTX ISA §9.7.9.25.5).
    enum Rank implements TextureModifier {
        ONE("1d", 1),
        TWO("2d", 2),
        THREE("3d", 3),
        FOUR("4d", 4),
        FIVE("5d", 5);

        private final String suffix;
        private final int dimensions;

        Rank(String suffix, int dimensions) {
            this.suffix = suffix;
            this.dimensions = dimensions;
        }

        public int dimensions() {
            return dimensions;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// A field of a tensor map that has one value (PTX ISA §9.7.9.26.1.1, `field1` and `field3`).
    enum MapField implements TextureModifier {
        GLOBAL_ADDRESS("global_address"),
        /// The number of dimensions less 1.
        RANK("rank"),
        ELEMTYPE("elemtype"),
        INTERLEAVE_LAYOUT("interleave_layout"),
        SWIZZLE_MODE("swizzle_mode"),
        SWIZZLE_ATOMICITY("swizzle_atomicity"),
        FILL_MODE("fill_mode");

        private final String suffix;

        MapField(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }

    /// A field of a tensor map that has a value for each dimension (PTX ISA §9.7.9.26.1.1,
    /// `field2`).
    enum MapDimension implements TextureModifier {
        BOX_DIM("box_dim"),
        GLOBAL_DIM("global_dim"),
        /// Of the dimensions after the first, in bytes.
        GLOBAL_STRIDE("global_stride"),
        ELEMENT_STRIDE("element_stride");

        private final String suffix;

        MapDimension(String suffix) {
            this.suffix = suffix;
        }

        @Override
        public String suffix() {
            return suffix;
        }
    }
}
