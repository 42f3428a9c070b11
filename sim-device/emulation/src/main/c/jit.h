/* Options of the functions that compile and link PTX: arrays of names and of values. */
#ifndef OFFLOAD_TCK_JIT_H
#define OFFLOAD_TCK_JIT_H

/* The location of an option's value; null if the option is absent. */
void **jit_option(int wanted, unsigned count, const int *options, void **values);

/* Stores a log in the buffer of the caller, truncated to its size, and the stored length. */
void jit_store_log(const char *log, void **buffer, void **room);

#endif
