/// CUDA graphs: work that a program describes once and launches many times.
///
/// A [graph][org.offloadtck.emulation.graph.EmulatedGraph] has nodes, each with its
/// [work][org.offloadtck.emulation.graph.NodeWork] and the nodes that it waits for. A program makes
/// it node by node, or has what it submits to a stream recorded instead of carried out
/// ([StreamCapture][org.offloadtck.emulation.graph.StreamCapture]). Instantiation freezes it to an
/// [executable graph][org.offloadtck.emulation.graph.ExecutableGraph], whose steps become commands
/// of the queue at each launch. A node has the command that a stream would have, so that one
/// executor carries out both.
///
/// Conditional nodes read the variables that kernels set
/// ([GraphCondition][org.offloadtck.emulation.graph.GraphCondition]) when they are reached, and
/// submit one of their bodies then.
///
/// Nodes that allocate memory have their addresses from
/// [GraphMemory][org.offloadtck.emulation.graph.GraphMemory]; what launches take of a device is
/// counted by [LaunchMemory][org.offloadtck.emulation.graph.LaunchMemory].
///
/// What the functions do is from the documentation of the CUDA driver API 12.6 ("Graph Management",
/// "Stream Management") and the CUDA C++ Programming Guide 12.6, "CUDA Graphs"; of memory, edition
/// 13.0.
///
/// It has more than 15 types because captures, memory and conditions are parts of graphs.
///
/// Requirements: ER-27, ER-31.
@NullMarked
package org.offloadtck.emulation.graph;

import org.jspecify.annotations.NullMarked;
