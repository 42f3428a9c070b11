package org.offloadtck.engine.texture;

import org.offloadtck.ptx.ir.modifier.TextureModifier.ClampMode;
import org.offloadtck.ptx.ir.modifier.TextureModifier.Geometry;

/// How an instruction on a texture or surface uses its operands.
public sealed interface TexelInstruction {

    /// The shape that its coordinates are of.
    Geometry geometry();

    /// How many operands there are in its list: the layer, the coordinates and what follows them.
    int operands();

    /// Where it finds the handle of its object.
    HandleSource handle();

    /// Where an instruction finds the handle of its texture or surface object.
    sealed interface HandleSource {

        /// In a register.
        enum Register implements HandleSource {
            REGISTER
        }

        /// In a `.texref` or `.surfref` variable of the module (PTX ISA §5.3), whose address is in
        /// the register. The variable is 0 while the reference is not bound.
        record Variable(String name) implements HandleSource {}
    }

    /// `tex` and `tld4` (PTX ISA §9.7.10). The coordinates in the list of operands are followed by
    /// the level of detail or by the derivatives.
    ///
    /// @param coordinates the type of the coordinates
    /// @param selection which texels become the result
    record Fetch(
            Geometry geometry, CoordinateType coordinates, Selection selection, HandleSource handle)
            implements TexelInstruction {

        /// Results: the channels of a texel.
        public static final int RESULTS = TexelFormat.MOST_CHANNELS;

        @Override
        public int operands() {
            int coordinates = geometry.dimensions() + (geometry.isLayered() ? 1 : 0);
            return coordinates
                    + switch (selection) {
                        case Selection.Base _, Selection.Gather _ -> 0;
                        case Selection.Level _ -> 1;
                        case Selection.Gradient _ -> 2 * geometry.dimensions();
                    };
        }
    }

    /// `suld` and `sust` (PTX ISA §9.7.11). The first coordinate counts bytes.
    ///
    /// @param bytes of the access
    /// @param outside what happens outside of the surface
    record SurfaceAccess(Geometry geometry, int bytes, ClampMode outside, HandleSource handle)
            implements TexelInstruction {

        @Override
        public int operands() {
            return geometry.dimensions() + (geometry.isLayered() ? 1 : 0);
        }
    }

    /// The type of coordinates.
    enum CoordinateType {
        /// Texels; no filter applies.
        INTEGER,
        FLOAT
    }

    /// Which texels a fetch selects.
    sealed interface Selection {

        /// Those of the most detailed level.
        record Base() implements Selection {}

        /// Those of the level that an operand says.
        record Level() implements Selection {}

        /// Those of the level at which neighbours with these derivatives are a texel apart.
        record Gradient() implements Selection {}

        /// The four that a linear filter would use, of which the results are one channel each.
        ///
        /// @param channel from 0
        record Gather(int channel) implements Selection {}
    }
}
