/* OpenMP's tool interface, OMPT: OpenMP 5.2, chapter 19. libomp loads the tool; this library asks libomp
 * for its callbacks and calls those for target constructs. */
#ifndef OFFLOAD_TCK_TOOL_H
#define OFFLOAD_TCK_TOOL_H

#include <stdint.h>

#include "../wire.h"

/* ompt_target_t: section 19.4.4.20. */
enum target_kind { TARGET = 1, ENTER_DATA = 2, EXIT_DATA = 3, UPDATE = 4 };

/* Gets the callbacks of the tool, if there is one, and has the server report to this process. */
void tool_connect(void);

/* Tells the tool that no library is registered any longer. */
void tool_disconnect(void);

/* Brackets a construct. tool_begin has the device get ready first, and returns whether tool_end has to
 * be called. */
int tool_begin(enum target_kind kind, const void *ident, int64_t device);
void tool_end(enum target_kind kind, int64_t device);

/* An association of a host address with device memory, or its end, which has neither pointer nor bytes.
 * As in LLVM 19, an offset is not added to the pointer, and associations that fail are told, too.
 * The kinds are those of ompt_target_data_op_t: section 19.4.4.15. */
struct association {
    enum { ASSOCIATE = 5, DISASSOCIATE = 6 } kind;
    const void *host;
    const void *pointer;
    uint64_t bytes;
    int device;
};

/* Brackets an association. */
void tool_association_begin(const struct association *association);
void tool_association_end(const struct association *association);

/* Tells the tool of a report of the server, and writes the answer. */
void tool_report(struct reader *report, struct frame *answer);

/* Whether a function that the program called is entered from this library. */
struct entry {
    int is_inner;
};

struct entry tool_entered(const void *from);
void tool_left(const struct entry *entry);

/* At the beginning of a function that programs call: what the tool is told comes from its caller. */
#define ENTERED                                                                                    \
    const struct entry entry __attribute__((cleanup(tool_left), unused)) =                         \
        tool_entered(__builtin_return_address(0))

#endif
