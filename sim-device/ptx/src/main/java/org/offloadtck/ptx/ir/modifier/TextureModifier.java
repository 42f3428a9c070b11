package org.offloadtck.ptx.ir.modifier;

/// Modifiers of texture and surface instructions (PTX ISA §9.7.10, §9.7.11).
public sealed interface TextureModifier extends Modifier {

    /// The geometry of a texture or surface (PTX ISA §9.7.10.3).
    enum Geometry implements TextureModifier {
        LINE("1d"),
        PLANE("2d"),
        VOLUME("3d"),
        LINE_ARRAY("a1d"),
        PLANE_ARRAY("a2d"),
        CUBE("cube"),
        CUBE_ARRAY("acube"),
        MULTISAMPLE_PLANE("2dms"),
        MULTISAMPLE_PLANE_ARRAY("a2dms");

        private final String suffix;

        Geometry(String suffix) {
            this.suffix = suffix;
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
}
