/* The unique identifiers of devices: OpenMP 6.0, sections 24.7 and 24.8. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "runtime.h"

/* omp_invalid_device (LLVM 22, omp.h). */
#define INVALID_DEVICE (-2)

/* As in libomptarget 22. */
#define HOST "HOST"

/* Devices that have an identifier; exec has 16 at most. */
#define DEVICES 64

EXPORT const char *omp_get_uid_from_device(int device);
EXPORT int omp_get_device_from_uid(const char *uid);

static char identifiers[DEVICES][sizeof "OFFLOAD-TCK-" + 10];
static pthread_once_t written = PTHREAD_ONCE_INIT;

static void write_identifiers(void) {
    for (int device = 0; device < DEVICES; device++) {
        snprintf(identifiers[device], sizeof *identifiers, "OFFLOAD-TCK-%d", device);
    }
}

/* The string lives as long as the program. NULL if there is no such device. */
const char *omp_get_uid_from_device(int device) {
    int count = device_count();
    if (device == count) {
        return HOST;
    }
    if (device < 0 || device > count || device >= DEVICES) {
        return NULL;
    }
    pthread_once(&written, write_identifiers);
    return identifiers[device];
}

int omp_get_device_from_uid(const char *uid) {
    if (uid == NULL) {
        return INVALID_DEVICE;
    }
    for (int device = device_count(); device >= 0; device--) {
        const char *known = omp_get_uid_from_device(device);
        if (known != NULL && strcmp(known, uid) == 0) {
            return device;
        }
    }
    return INVALID_DEVICE;
}
