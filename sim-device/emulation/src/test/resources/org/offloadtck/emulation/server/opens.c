/* Opens and closes the library again and again; a thread outlives it. */
#include <dlfcn.h>

#include "driver.h"

static void *library;

static void *use(void *argument) {
    int (*init)(unsigned) = (int (*)(unsigned))dlsym(library, "cuInit");
    int (*get)(int *) = (int (*)(int *))dlsym(library, "cuDeviceGetCount");
    int devices;
    EXPECT(0, init(0));
    EXPECT(0, get(&devices));
    sleep(argument == NULL ? 0 : 1);
    return NULL;
}

int main(int count, char **words) {
    pthread_t thread;
    EXPECT(2, count);
    for (int i = 0; i < 3; i++) {
        library = dlopen(words[1], RTLD_NOW);
        EXPECT(1, library != NULL);
        use(NULL);
        if (i == 0) {
            pthread_create(&thread, NULL, use, words);
        }
        dlclose(library);
    }
    pthread_join(thread, NULL);
    printf("done\n");
    return 0;
}
