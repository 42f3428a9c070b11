int kern(int);
int main(void){ int n=1;
#pragma omp target map(tofrom:n)
 n++;
 return kern(n)-5;}
