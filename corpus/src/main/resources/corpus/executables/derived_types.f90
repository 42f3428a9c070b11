! Derived types with allocatable components: mapped whole, by component, in arrays and in other types.
module particles
  implicit none
  type :: vector
    integer :: count = 0
    real(8), allocatable :: x(:), y(:, :)
  end type
  type :: body
    real(8) :: mass
    type(vector) :: place
    integer :: tag(3)
  end type
end module
program derived_types
  use particles
  use omp_lib, only: omp_get_num_devices
  implicit none
  type(vector) :: v, w(3)
  type(body) :: b
  integer :: i, j, k

  v%count = 40
  allocate (v%x(40), v%y(0:4, 8))
  v%x = 1.5d0
  v%y = 0
  !$omp target teams distribute parallel do map(tofrom: v, v%x, v%y)
  do i = 1, 40
    v%x(i) = v%x(i) + i * v%count
    v%y(mod(i - 1, 5), (i - 1) / 5 + 1) = i
  end do
  do i = 1, 40
    if (v%x(i) /= 1.5d0 + 40 * i) error stop "v%x"
    if (v%y(mod(i - 1, 5), (i - 1) / 5 + 1) /= i) error stop "v%y"
  end do

  !$omp target enter data map(to: v) map(to: v%x)
  !$omp target map(present, alloc: v)
  do i = 1, v%count
    v%x(i) = -i
  end do
  !$omp end target
  if (omp_get_num_devices() > 0 .and. v%x(3) /= 121.5d0) error stop "copied too early"
  !$omp target update from(v%x)
  if (any(v%x /= [(-real(i, 8), i = 1, 40)])) error stop "update of a component"
  !$omp target exit data map(delete: v%x) map(delete: v)

  b%mass = 2
  b%tag = [1, 2, 3]
  allocate (b%place%x(10))
  b%place%x = 3
  !$omp target map(tofrom: b%place%x, b%tag) map(to: b%mass)
  do i = 1, size(b%place%x)
    b%place%x(i) = b%place%x(i) * b%mass + b%tag(mod(i, 3) + 1)
  end do
  b%tag(2) = 20
  !$omp end target
  do i = 1, 10
    if (b%place%x(i) /= 6 + mod(i, 3) + 1) error stop "b%place%x"
  end do
  if (any(b%tag /= [1, 20, 3])) error stop "b%tag"

  do k = 1, 3
    w(k)%count = k
    allocate (w(k)%x(k * 4))
    w(k)%x = k
  end do
  do k = 1, 3
    !$omp target enter data map(to: w(k)%x)
  end do
  do k = 1, 3
    !$omp target teams distribute parallel do map(to: w(k)%x)
    do j = 1, 4 * k
      w(k)%x(j) = w(k)%x(j) * 10 + j
    end do
  end do
  do k = 1, 3
    !$omp target exit data map(from: w(k)%x)
    do j = 1, 4 * k
      if (w(k)%x(j) /= k * 10 + j) error stop "w"
    end do
  end do
  print '(a)', "ok"
end program
