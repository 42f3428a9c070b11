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
}
