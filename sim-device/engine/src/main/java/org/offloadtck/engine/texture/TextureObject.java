package org.offloadtck.engine.texture;

/// What a handle of a texture or surface instruction names.
public sealed interface TextureObject permits Texture, Surface {}
