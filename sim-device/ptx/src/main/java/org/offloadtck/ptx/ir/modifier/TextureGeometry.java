package org.offloadtck.ptx.ir.modifier;

/// How coordinates address a texture or surface (PTX ISA §9.7.10.3).
public enum TextureGeometry implements Modifier {
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

    TextureGeometry(String suffix) {
        this.suffix = suffix;
    }

    @Override
    public String suffix() {
        return suffix;
    }
}
