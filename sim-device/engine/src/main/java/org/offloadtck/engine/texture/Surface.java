package org.offloadtck.engine.texture;

/// A surface object: kernels load and store texels of its grid.
public record Surface(TexelGrid grid) implements TextureObject {}
