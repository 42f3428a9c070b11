; ModuleID = 'lifetimes.cpp'
source_filename = "lifetimes.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Counter = type { i32 }
%struct.Plain = type { i32 }
%struct.ident_t = type { i32, i32, i32, i32, ptr }
%struct.__tgt_offload_entry = type { i64, i16, i16, i32, ptr, ptr, i64, i64, ptr }
%struct.__tgt_kernel_arguments = type { i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, [3 x i32], [3 x i32], i32 }

@counter = dso_local global %struct.Counter zeroinitializer, align 4
@__dso_handle = external hidden global i8
@plain = dso_local global %struct.Plain zeroinitializer, align 4
@.__omp_offloading_fe00_548316__Z4nexti_l19.region_id = weak constant i8 0
@.offload_sizes = private unnamed_addr constant [2 x i64] [i64 4, i64 4]
@.offload_maptypes = private unnamed_addr constant [2 x i64] [i64 34, i64 800]
@0 = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@1 = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @0 }, align 8
@.offloading.entry_name = internal unnamed_addr constant [8 x i8] c"counter\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.counter = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @counter, ptr @.offloading.entry_name, i64 4, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.2 = internal unnamed_addr constant [6 x i8] c"plain\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.plain = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @plain, ptr @.offloading.entry_name.2, i64 4, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.3 = internal unnamed_addr constant [42 x i8] c"__omp_offloading_fe00_548316__Z4nexti_l19\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.__omp_offloading_fe00_548316__Z4nexti_l19 = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @.__omp_offloading_fe00_548316__Z4nexti_l19.region_id, ptr @.offloading.entry_name.3, i64 0, i64 0, ptr null }, section "llvm_offload_entries", align 8
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_lifetimes.cpp, ptr null }]

; Function Attrs: nounwind
declare void @_ZN7CounterD1Ev(ptr noundef nonnull align 4 dereferenceable(4)) unnamed_addr #0

; Function Attrs: nofree nounwind
declare i32 @__cxa_atexit(ptr, ptr, ptr) local_unnamed_addr #1

declare i32 @seed() local_unnamed_addr #2

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @_Z4nexti(i32 noundef %0) local_unnamed_addr #3 {
  %2 = alloca i32, align 4
  %3 = alloca [2 x ptr], align 8
  %4 = alloca [2 x ptr], align 8
  %5 = alloca %struct.__tgt_kernel_arguments, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #5
  store i32 0, ptr %2, align 4, !tbaa !12
  %6 = zext i32 %0 to i64
  store ptr %2, ptr %3, align 8
  store ptr %2, ptr %4, align 8
  %7 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store i64 %6, ptr %7, align 8
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %6, ptr %8, align 8
  store i32 3, ptr %5, align 8
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 4
  store i32 2, ptr %9, align 4
  %10 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store ptr %3, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store ptr %4, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store ptr @.offload_sizes, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 32
  store ptr @.offload_maptypes, ptr %13, align 8
  %14 = getelementptr inbounds nuw i8, ptr %5, i64 40
  %15 = getelementptr inbounds nuw i8, ptr %5, i64 72
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %14, i8 0, i64 32, i1 false)
  store i32 -1, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %5, i64 76
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(24) %16, i8 0, i64 24, i1 false)
  %17 = call i32 @__tgt_target_kernel(ptr nonnull @1, i64 -1, i32 -1, i32 0, ptr nonnull @.__omp_offloading_fe00_548316__Z4nexti_l19.region_id, ptr nonnull %5)
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %24, label %19

19:                                               ; preds = %1
  %20 = load i32, ptr @counter, align 4, !tbaa !16
  %21 = add nsw i32 %20, %0
  %22 = load i32, ptr @plain, align 4, !tbaa !18
  %23 = add nsw i32 %21, %22
  store i32 %23, ptr %2, align 4, !tbaa !12
  br label %24

24:                                               ; preds = %19, %1
  %25 = load i32, ptr %2, align 4, !tbaa !12
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #5
  ret i32 %25
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #4

; Function Attrs: nounwind
declare i32 @__tgt_target_kernel(ptr, i64, i32, i32, ptr, ptr) local_unnamed_addr #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #4

; Function Attrs: uwtable
define internal void @_GLOBAL__sub_I_lifetimes.cpp() #6 section ".text.startup" {
  %1 = tail call i32 @seed()
  %2 = add nsw i32 %1, 3
  store i32 %2, ptr @counter, align 4, !tbaa !16
  %3 = tail call i32 @__cxa_atexit(ptr nonnull @_ZN7CounterD1Ev, ptr nonnull @counter, ptr nonnull @__dso_handle) #5
  %4 = tail call i32 @seed()
  store i32 %4, ptr @plain, align 4, !tbaa !18
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #7

attributes #0 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nounwind }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nounwind }
attributes #6 = { uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!omp_offload.info = !{!0, !1, !2}
!llvm.offloading.symbols = !{!3, !4, !5}
!llvm.module.flags = !{!6, !7, !8, !9, !10}
!llvm.ident = !{!11}
!llvm.errno.tbaa = !{!12}

!0 = !{i32 0, i32 65024, i32 5538582, !"_Z4nexti", i32 19, i32 0, i32 2}
!1 = !{i32 1, !"plain", i32 0, i32 1}
!2 = !{i32 1, !"counter", i32 0, i32 0}
!3 = !{ptr @.offloading.entry_name}
!4 = !{ptr @.offloading.entry_name.2}
!5 = !{ptr @.offloading.entry_name.3}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 7, !"openmp", i32 51}
!8 = !{i32 8, !"PIC Level", i32 2}
!9 = !{i32 7, !"PIE Level", i32 2}
!10 = !{i32 7, !"uwtable", i32 2}
!11 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!12 = !{!13, !13, i64 0}
!13 = !{!"int", !14, i64 0}
!14 = !{!"omnipotent char", !15, i64 0}
!15 = !{!"Simple C++ TBAA"}
!16 = !{!17, !13, i64 0}
!17 = !{!"_ZTS7Counter", !13, i64 0}
!18 = !{!19, !13, i64 0}
!19 = !{!"_ZTS5Plain", !13, i64 0}
