// What the units of the program see of each other.
#pragma once

#pragma omp declare target
extern int factor;
int scaled(int value);
int archived(int value);
#pragma omp end declare target

void other(int *x, int n);
void ofTheLibrary(int *x, int n);
