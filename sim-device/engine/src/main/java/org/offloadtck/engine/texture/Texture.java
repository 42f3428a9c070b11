package org.offloadtck.engine.texture;

import java.util.List;

/// A texture object: kernels read texels of its grids.
///
/// @param levels the grids by level of detail, the most detailed first; at least one, all of one
///   format
/// @param sampling how coordinates select texels
public record Texture(List<TexelGrid> levels, TextureSampling sampling) implements TextureObject {

    public Texture {
        levels = List.copyOf(levels);
    }

    /// The format of the texels of all levels.
    public TexelFormat format() {
        return levels.getFirst().format();
    }

    /// Whether fetches return floating-point numbers, which alone can be filtered.
    public boolean returnsFloats() {
        return format().kind() == TexelFormat.Kind.FLOAT
                || (sampling.result() != TextureSampling.Result.INTEGER
                        && format().channelBytes() < Integer.BYTES);
    }
}
