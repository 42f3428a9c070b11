/* Lists of nodes of graphs, as arguments. */
#ifndef OFFLOAD_TCK_NODES_H
#define OFFLOAD_TCK_NODES_H

#include "client.h"

/* So that no product of a count overflows. */
#define MOST_NODES ((size_t)1 << 32)

#define IN_NODES(nodes, count) IN_BYTES(nodes, (count) * sizeof(CUgraphNode))

/* Each call that adds a node begins with these. */
#define NEW_NODE(node, graph, dependencies, count)                                                 \
    OUT_64(node), IN_POINTER(graph), IN_NODES(dependencies, count)

/* Whether all edges have the default type; null means so. */
int are_default_edges(const CUgraphEdgeData *edges, size_t count);

#endif
