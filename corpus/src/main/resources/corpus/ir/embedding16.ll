; ModuleID = 'e.c'
source_filename = "e.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@llvm.embedded.object = private constant [712 x i8] c"\10\FF\10\AD\01\00\00\00\E0\01\00\00\00\00\00\00 \00\00\00\00\00\00\00(\00\00\00\00\00\00\00\00\00\01\00\00\00\00\00H\00\00\00\00\00\00\00\02\00\00\00\00\00\00\00\90\00\00\00\00\00\00\00J\01\00\00\00\00\00\00n\00\00\00\00\00\00\00u\00\00\00\00\00\00\00i\00\00\00\00\00\00\00\89\00\00\00\00\00\00\00\00arch\00triple\00nvptx64-nvidia-cuda\00sm_70\00\00#pragma omp declare target\0Aint gto = 7;\0Aint gbig[4] = {1,2,3,4};\0A#pragma omp end declare target\0Aint glink = 3;\0A#pragma omp declare target link(glink)\0Astatic int sloc = 5;\0A#pragma omp declare target to(sloc)\0Aint foo(int n) {\0A  int s = 0;\0A#pragma omp target map(tofrom: s)\0A  { s += n + gto + gbig[1] + glink + sloc; }\0A  return s;\0A}\0A\00\00\00\00\00\00\10\FF\10\AD\01\00\00\00\E8\00\00\00\00\00\00\00 \00\00\00\00\00\00\00(\00\00\00\00\00\00\00\00\00\03\00\00\00\00\00H\00\00\00\00\00\00\00\03\00\00\00\00\00\00\00\B0\00\00\00\00\00\00\004\00\00\00\00\00\00\00\8D\00\00\00\00\00\00\00\94\00\00\00\00\00\00\00\85\00\00\00\00\00\00\00y\00\00\00\00\00\00\00\80\00\00\00\00\00\00\00\A6\00\00\00\00\00\00\00\00+xnack\00arch\00feature\00triple\00amdgcn-amd-amdhsa\00gfx90a\00\00\00\00int foo(int);\0Aint main(void){ return foo(1) == 0; }\0A\00\00\00\00", section ".llvm.offloading", align 8, !exclude !0
@llvm.compiler.used = appending global [1 x ptr] [ptr @llvm.embedded.object], section "llvm.metadata"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @none() local_unnamed_addr #0 {
  ret i32 0
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!1, !2, !3, !4}
!llvm.ident = !{!5}
!llvm.embedded.objects = !{!6}

!0 = !{}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 7, !"PIE Level", i32 2}
!4 = !{i32 7, !"uwtable", i32 2}
!5 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!6 = !{ptr @llvm.embedded.object, !".llvm.offloading"}
