/* Registration, which constructors and destructors of executables and shared libraries call. */
#include <stdatomic.h>

#include "runtime.h"
#include "tool.h"

EXPORT void __tgt_register_requires(int64_t flags);
EXPORT void __tgt_register_lib(void *descriptor);
EXPORT void __tgt_unregister_lib(void *descriptor);
EXPORT void __tgt_init_all_rtls(void);
EXPORT void __tgt_rtl_init(void);
EXPORT void __tgt_rtl_deinit(void);

void __tgt_register_requires(int64_t flags) {
    RUNTIME_CALL(REGISTER_REQUIRES, COURTESY, 0, NUMBER(flags));
}

/* The libraries that are registered. */
static atomic_int registered;

void __tgt_register_lib(void *descriptor) {
    atomic_fetch_add(&registered, 1);
    tool_connect();
    RUNTIME_CALL(REGISTER_LIBRARY, COURTESY, 0, ADDRESS(descriptor));
}

void __tgt_unregister_lib(void *descriptor) {
    RUNTIME_CALL(UNREGISTER_LIBRARY, COURTESY, 0, ADDRESS(descriptor));
    if (atomic_fetch_sub(&registered, 1) == 1) {
        tool_disconnect();
    }
}

/* Does nothing: the server opens the devices at the first call. */
void __tgt_init_all_rtls(void) {
}

void __tgt_rtl_init(void) {
}

void __tgt_rtl_deinit(void) {
}
