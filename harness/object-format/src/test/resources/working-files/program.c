int sum(int n, const int *values);
int main(void) {
    int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    return sum(8, values) == 0;
}
