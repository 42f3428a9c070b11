/* Registration, which constructors and destructors of executables and shared libraries call. */
#include "runtime.h"

EXPORT void __tgt_register_requires(int64_t flags);
EXPORT void __tgt_register_lib(void *descriptor);
EXPORT void __tgt_unregister_lib(void *descriptor);
EXPORT void __tgt_init_all_rtls(void);
EXPORT void __tgt_rtl_init(void);
EXPORT void __tgt_rtl_deinit(void);

void __tgt_register_requires(int64_t flags) {
    RUNTIME_CALL(REGISTER_REQUIRES, COURTESY, 0, NUMBER(flags));
}

void __tgt_register_lib(void *descriptor) {
    RUNTIME_CALL(REGISTER_LIBRARY, COURTESY, 0, ADDRESS(descriptor));
}

void __tgt_unregister_lib(void *descriptor) {
    RUNTIME_CALL(UNREGISTER_LIBRARY, COURTESY, 0, ADDRESS(descriptor));
}

/* Does nothing: the server opens the devices at the first call. */
void __tgt_init_all_rtls(void) {
}

void __tgt_rtl_init(void) {
}

void __tgt_rtl_deinit(void) {
}
