// What the two units share: a variable and a function of the device that one defines and both use.
#pragma once
#include "../cuda_runtime.hpp"

constexpr int THREADS = 64;

extern __device__ int total;
__device__ int weigh(int value);
__global__ void add_other(int count);
void launch_other();
