package org.offloadtck.engine.interpreter;

import java.util.List;

/// The rows and columns of the fragments of `mma`, as PTX ISA 9.0 §9.7.15.5.1 to §9.7.15.5.13 write
/// them: for each shape, the row and the column of element `i` of a lane.
///
/// @param a rows and columns of the first matrix, by the group `g` and the thread `t` in it
record DocumentedFragments(Place a, Place b) {

    /// Of an element.
    interface Place {
        /// The row and the column.
        List<Integer> of(int g, int t, int i);
    }

    /// The third matrix and the result, of all shapes.
    static List<Integer> sum(int g, int t, int i) {
        return List.of(i < 2 ? g : g + 8, t * 2 + (i & 1));
    }

    static DocumentedFragments of(String shape, MatrixOracle type) {
        return switch (shape + " " + type.bits()) {
            case "m16n8k8 16" ->
                    new DocumentedFragments(
                            (g, t, i) -> List.of(i < 2 ? g : g + 8, t * 2 + (i & 1)),
                            (g, t, i) -> List.of(t * 2 + (i & 1), g));
            case "m16n8k16 16" ->
                    new DocumentedFragments(
                            (g, t, i) ->
                                    List.of(
                                            i < 2 || (4 <= i && i < 6) ? g : g + 8,
                                            i < 4 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8),
                            (g, t, i) -> List.of(i < 2 ? t * 2 + (i & 1) : t * 2 + (i & 1) + 8, g));
            case "m16n8k4 32", "m16n8k4 64" ->
                    new DocumentedFragments(
                            (g, t, i) -> List.of(i == 0 ? g : g + 8, t),
                            (g, t, _) -> List.of(t, g));
            case "m16n8k8 32", "m16n8k8 64" ->
                    new DocumentedFragments(
                            (g, t, i) -> List.of(i == 0 || i == 2 ? g : g + 8, i < 2 ? t : t + 4),
                            (g, t, i) -> List.of(i == 0 ? t : t + 4, g));
            case "m8n8k4 64" ->
                    new DocumentedFragments((g, t, _) -> List.of(g, t), (g, t, _) -> List.of(t, g));
            case "m16n8k16 64" ->
                    new DocumentedFragments(
                            (g, t, i) ->
                                    List.of(
                                            i % 2 == 0 ? g : g + 8,
                                            i % 2 == 0 ? i * 2 + t : i * 2 - 2 + t),
                            (g, t, i) -> List.of(t + i * 4, g));
            case "m8n8k16 8" ->
                    new DocumentedFragments(
                            (g, t, i) -> List.of(g, t * 4 + i), (g, t, i) -> List.of(t * 4 + i, g));
            case "m16n8k16 8" ->
                    new DocumentedFragments(
                            (g, t, i) -> List.of(i < 4 ? g : g + 8, t * 4 + (i & 3)),
                            (g, t, i) -> List.of(t * 4 + i, g));
            case "m16n8k32 8" ->
                    new DocumentedFragments(
                            (g, t, i) ->
                                    List.of(
                                            i < 4 || (8 <= i && i < 12) ? g : g + 8,
                                            i < 8 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16),
                            (g, t, i) ->
                                    List.of(i < 4 ? t * 4 + (i & 3) : t * 4 + (i & 3) + 16, g));
            case "m8n8k32 4" ->
                    new DocumentedFragments(
                            (g, t, i) -> List.of(g, t * 8 + i), (g, t, i) -> List.of(t * 8 + i, g));
            case "m16n8k32 4" ->
                    new DocumentedFragments(
                            (g, t, i) -> List.of(i < 8 ? g : g + 8, t * 8 + (i & 7)),
                            (g, t, i) -> List.of(t * 8 + i, g));
            case "m16n8k64 4" ->
                    new DocumentedFragments(
                            (g, t, i) ->
                                    List.of(
                                            i < 8 || (16 <= i && i < 24) ? g : g + 8,
                                            i < 16 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32),
                            (g, t, i) ->
                                    List.of(i < 8 ? t * 8 + (i & 7) : t * 8 + (i & 7) + 32, g));
            case "m8n8k128 1" ->
                    new DocumentedFragments(
                            (g, t, i) -> List.of(g, t * 32 + i),
                            (g, t, i) -> List.of(t * 32 + i, g));
            case "m16n8k128 1" ->
                    new DocumentedFragments(
                            (g, t, i) -> List.of(i < 32 ? g : g + 8, t * 32 + (i & 31)),
                            (g, t, i) -> List.of(t * 32 + i, g));
            case "m16n8k256 1" ->
                    new DocumentedFragments(
                            (g, t, i) ->
                                    List.of(
                                            i < 32 || (64 <= i && i < 96) ? g : g + 8,
                                            i < 64 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128),
                            (g, t, i) ->
                                    List.of(
                                            i < 32 ? t * 32 + (i & 31) : t * 32 + (i & 31) + 128,
                                            g));
            default -> throw new IllegalArgumentException(shape + " of " + type);
        };
    }
}
