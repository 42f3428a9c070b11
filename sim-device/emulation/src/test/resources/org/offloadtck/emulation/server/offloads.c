/* Offloads on the reference runtime; the second word says what. */
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

static void print(const char *what, const int *values) {
    printf("%s: %d %d %d %d\n", what, values[0], values[1], values[2], values[3]);
}

/* Each element grows by its number and 1. */
static int add(int *values) {
    return launch(&add_id, values, 4 * sizeof *values, TOFROM);
}

static void data(int times) {
    int values[4] = {10, 20, 30, 40};
    void *pointers[] = {values};
    int64_t sizes[] = {sizeof values};
    int64_t to_from[] = {TOFROM};
    int64_t from[] = {FROM};
    __tgt_target_data_begin_mapper(&here, -1, 1, pointers, pointers, sizes, to_from, NULL, NULL);
    for (int i = 0; i < times; i++) {
        printf("launch: %d\n", add(values));
    }
    print("host", values);
    __tgt_target_data_update_mapper(&here, -1, 1, pointers, pointers, sizes, from, NULL, NULL);
    print("updated", values);
    __tgt_target_data_end_mapper(&here, -1, 1, pointers, pointers, sizes, to_from, NULL, NULL);
}

static void memory(void) {
    int host = omp_get_initial_device();
    int values[4] = {1, 2, 3, 4};
    int back[4] = {0};
    int *device = omp_target_alloc(sizeof values, 0);
    printf("devices: %d\n", omp_get_num_devices());
    printf("to: %d\n", omp_target_memcpy(device, values, sizeof values, 0, 0, 0, host));
    printf("launch: %d\n", launch(&add_id, device, 0, LITERAL));
    printf("from: %d\n", omp_target_memcpy(back, device, sizeof back, 0, 0, host, 0));
    print("back", back);
    const size_t volume[] = {2, 1}, zero[] = {0, 0}, offset[] = {0, 1}, extent[] = {2, 2};
    int column[4] = {0};
    printf("column: %d\n", omp_target_memcpy_rect(column, device, sizeof(int), 2, volume, zero, offset,
                                                  extent, extent, host, 0));
    print("column", column);
    printf("present: %d\n", omp_target_is_present(values, 0));
    printf("associate: %d\n", omp_target_associate_ptr(values, device, sizeof values, 0, 0));
    printf("present: %d\n", omp_target_is_present(values, 0));
    printf("mapped: %d\n", omp_get_mapped_ptr(values + 1, 0) == device + 1);
    printf("disassociate: %d\n", omp_target_disassociate_ptr(values, 0));
    printf("disassociate: %d\n", omp_target_disassociate_ptr(values, 0));
    omp_target_memset(device, 0, sizeof values, 0);
    printf("from: %d\n", omp_target_memcpy_async(back, device, sizeof back, 0, 0, host, 0, 0, NULL));
    print("zero", back);
    printf("outside: %d\n", omp_target_memcpy(back, device, 1 << 20, 0, 0, host, 0));
    omp_target_free(device, 0);
    printf("freed: %d\n", omp_target_memcpy(back, device, sizeof back, 0, 0, host, 0));
    printf("no device: %d\n", omp_target_alloc(4, 7) == NULL);
    int *shared = llvm_omp_target_alloc_shared(sizeof values, 0);
    memcpy(shared, values, sizeof values);
    printf("launch: %d\n", launch(&add_id, shared, 0, LITERAL));
    print("shared", shared);
}

/* More than travels in one piece. */
static void large(void) {
    enum { SIZE = 40 << 20 };
    char *bytes = malloc(SIZE);
    void *pointers[] = {bytes};
    int64_t sizes[] = {SIZE};
    int64_t types[] = {TOFROM};
    size_t wrong = 0;
    for (size_t i = 0; i < SIZE; i++) {
        bytes[i] = (char)(i >> 8);
    }
    __tgt_target_data_begin_mapper(&here, -1, 1, pointers, pointers, sizes, types, NULL, NULL);
    memset(bytes, 0, SIZE);
    __tgt_target_data_end_mapper(&here, -1, 1, pointers, pointers, sizes, types, NULL, NULL);
    for (size_t i = 0; i < SIZE; i++) {
        wrong += bytes[i] != (char)(i >> 8);
    }
    printf("wrong: %zu\n", wrong);
}

/* An array and its second half. */
static void halves(void *components, void *base, void *begin, int64_t size, int64_t type, void *name) {
    printf("mapper: %lld bytes, %lld components\n", (long long)size,
           (long long)__tgt_mapper_num_components(components));
    __tgt_push_mapper_component(components, base, begin, size, type & TOFROM, name);
    __tgt_push_mapper_component(components, base, (char *)begin + size / 2, size / 2, type & TOFROM,
                                name);
    printf("mapper: %lld components\n", (long long)__tgt_mapper_num_components(components));
}

static void mapper(void) {
    int values[4] = {10, 20, 30, 40};
    void *pointers[] = {values};
    void *mappers[] = {(void *)halves};
    int64_t sizes[] = {sizeof values};
    int64_t types[] = {TOFROM};
    __tgt_target_data_begin_mapper(&here, -1, 1, pointers, pointers, sizes, types, NULL, mappers);
    printf("present: %d %d\n", omp_target_is_present(values, 0), omp_target_is_present(values + 2, 0));
    printf("launch: %d\n", launch_mapped(&add_id, values, sizeof values, TOFROM, (void *)halves));
    __tgt_target_data_end_mapper(&here, -1, 1, pointers, pointers, sizes, types, NULL, mappers);
    print("host", values);
    printf("present: %d %d\n", omp_target_is_present(values, 0), omp_target_is_present(values + 2, 0));
}

/* use_device_ptr: the address comes back in place of the base pointer. */
static void device_pointer(void) {
    int values[4] = {1, 2, 3, 4};
    void *bases[] = {values};
    void *begins[] = {values};
    int64_t sizes[] = {sizeof values};
    int64_t types[] = {TOFROM | RETURN_PARAM};
    int64_t out[] = {TOFROM};
    __tgt_target_data_begin_mapper(&here, -1, 1, bases, begins, sizes, types, NULL, NULL);
    printf("same: %d\n", bases[0] == omp_get_mapped_ptr(values, 0));
    printf("launch: %d\n", launch(&add_id, bases[0], 0, LITERAL));
    __tgt_target_data_end_mapper(&here, -1, 1, begins, begins, sizes, out, NULL, NULL);
    print("host", values);
}

static void *work(void *argument) {
    int *values = argument;
    for (int i = 0; i < 5; i++) {
        add(values);
    }
    return NULL;
}

static void threads(void) {
    enum { THREADS = 8 };
    pthread_t thread[THREADS];
    int values[THREADS][4] = {{0}};
    int sum = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&thread[i], NULL, work, values[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        sum += values[i][3];
    }
    printf("sum: %d\n", sum);
}

static void child(void) {
    int values[4] = {0};
    int status;
    add(values);
    fflush(stdout);
    pid_t process = fork();
    if (process == 0) {
        add(values);
        _exit(0);
    }
    waitpid(process, &status, 0);
    printf("child: signal %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    add(values);
    print("parent", values);
}

/* Goes without a word to the runtime: the parent's library is none of the child's. */
static void leaving_child(void) {
    int status;
    fflush(stdout);
    pid_t process = fork();
    if (process == 0) {
        __tgt_unregister_lib(&library);
        _exit(3);
    }
    waitpid(process, &status, 0);
    printf("child: %d\n", WEXITSTATUS(status));
}

/* Tells of a kernel once it has set the number. */
static void *tell_launch(void *number) {
    while (*(volatile int *)number == 0) {
        sched_yield();
    }
    printf("launched\n");
    fflush(stdout);
    return NULL;
}

static void spin(void) {
    pthread_t teller;
    int *running = llvm_omp_target_alloc_shared(sizeof *running, 0);
    *running = 0;
    pthread_create(&teller, NULL, tell_launch, running);
    launch(&spin_id, running, 0, LITERAL);
    printf("not reached\n");
}

static void leak(void) {
    int values[4] = {0};
    void *pointers[] = {values};
    int64_t sizes[] = {sizeof values};
    int64_t types[] = {TOFROM};
    __tgt_target_data_begin_mapper(&here, -1, 1, pointers, pointers, sizes, types, NULL, NULL);
    omp_target_alloc(100, 0);
}

static void broken_arrays(void) {
    void *pointers[] = {(void *)16};
    int64_t sizes[] = {4};
    int64_t types[] = {TOFROM};
    __tgt_target_data_begin_mapper(&here, -1, 1, pointers, pointers, sizes, types, NULL, NULL);
    printf("not reached\n");
}

static void unknown_region(void) {
    static char nothing;
    int values[4] = {0};
    launch(&nothing, values, sizeof values, TOFROM);
    printf("not reached\n");
}

int main(int count, char **words) {
    const char *what = count > 2 ? words[2] : "";
    if (strcmp(what, "damaged") == 0) {
        library.images = (struct image *)8;
        __tgt_register_lib(&library);
        return 0;
    }
    begin(words[1]);
    if (strcmp(what, "twice") == 0) {
        __tgt_register_lib(&library);
    } else if (strcmp(what, "data") == 0) {
        data(2);
    } else if (strcmp(what, "memory") == 0) {
        memory();
    } else if (strcmp(what, "mapper") == 0) {
        mapper();
    } else if (strcmp(what, "device-pointer") == 0) {
        device_pointer();
    } else if (strcmp(what, "large") == 0) {
        large();
    } else if (strcmp(what, "threads") == 0) {
        threads();
    } else if (strcmp(what, "child") == 0) {
        child();
    } else if (strcmp(what, "leaving-child") == 0) {
        leaving_child();
    } else if (strcmp(what, "spin") == 0) {
        spin();
    } else if (strcmp(what, "abort") == 0) {
        int values[4] = {0};
        add(values);
        abort();
    } else if (strcmp(what, "broken-arrays") == 0) {
        broken_arrays();
    } else if (strcmp(what, "leak") == 0) {
        leak();
    } else if (strcmp(what, "unknown-region") == 0) {
        unknown_region();
    }
    __tgt_unregister_lib(&library);
    return 0;
}
