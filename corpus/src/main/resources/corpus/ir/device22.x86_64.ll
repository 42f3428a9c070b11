; ModuleID = 'device_module.cpp'
source_filename = "device_module.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Table = type { i32 }
%struct.__tgt_offload_entry = type { i64, i16, i16, i32, ptr, ptr, i64, i64, ptr }

$__clang_call_terminate = comdat any

@table = protected global %struct.Table { i32 7 }, align 4
@counter = protected global i32 7, align 4
@shared_decl_tgt_ref_ptr = weak local_unnamed_addr global ptr null, align 8
@_ZL4step = internal global i32 3, align 4
@._ZL4step.ref = internal constant ptr @_ZL4step, align 8
@__omp_offloading_fe00_2227b9_next_l21 = protected constant ptr @_Z4nexti
@.offloading.entry_name = internal unnamed_addr constant [8 x i8] c"counter\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.counter = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @counter, ptr @.offloading.entry_name, i64 4, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.1 = internal unnamed_addr constant [6 x i8] c"table\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.table = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @table, ptr @.offloading.entry_name.1, i64 4, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.2 = internal unnamed_addr constant [38 x i8] c"__omp_offloading_fe00_2227b9_next_l21\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.__omp_offloading_fe00_2227b9_next_l21 = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 8, ptr @__omp_offloading_fe00_2227b9_next_l21, ptr @.offloading.entry_name.2, i64 8, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.3 = internal unnamed_addr constant [49 x i8] c"__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26 = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26, ptr @.offloading.entry_name.3, i64 0, i64 0, ptr null }, section "llvm_offload_entries", align 8
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @__dtor_table, ptr null }]
@llvm.compiler.used = appending global [1 x ptr] [ptr @._ZL4step.ref], section "llvm.metadata"

; Function Attrs: alwaysinline norecurse nounwind uwtable
define weak_odr protected void @__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26(ptr noalias noundef %0, ptr noundef nonnull align 4 dereferenceable(4) %1, i64 noundef %2, ptr noundef %3) #0 personality ptr @__gxx_personality_v0 {
  %5 = trunc i64 %2 to i32
  %6 = load i32, ptr @_ZL4step, align 4, !tbaa !16
  %7 = invoke noundef i32 %3(i32 noundef %5)
          to label %8 unwind label %21

8:                                                ; preds = %4
  %9 = shl nsw i32 %5, 1
  %10 = add nsw i32 %6, %9
  %11 = load i32, ptr @table, align 4, !tbaa !20
  %12 = load i32, ptr @counter, align 4, !tbaa !16
  %13 = load ptr, ptr @shared_decl_tgt_ref_ptr, align 8
  %14 = load i32, ptr %13, align 4, !tbaa !16
  %15 = tail call i32 @omp_get_thread_num()
  %16 = add nsw i32 %10, %7
  %17 = add nsw i32 %16, %11
  %18 = add nsw i32 %17, %12
  %19 = add nsw i32 %18, %14
  %20 = add nsw i32 %19, %15
  store i32 %20, ptr %1, align 4, !tbaa !16
  ret void

21:                                               ; preds = %4
  %22 = landingpad { ptr, i32 }
          catch ptr null
  %23 = extractvalue { ptr, i32 } %22, 0
  tail call void @__clang_call_terminate(ptr %23) #7
  unreachable
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define hidden noundef i32 @_Z5twicei(i32 noundef %0) local_unnamed_addr #1 {
  %2 = shl nsw i32 %0, 1
  %3 = load i32, ptr @_ZL4step, align 4, !tbaa !16
  %4 = add nsw i32 %3, %2
  ret i32 %4
}

declare i32 @__gxx_personality_v0(...)

; Function Attrs: noinline noreturn nounwind uwtable
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) local_unnamed_addr #2 comdat {
  %2 = tail call ptr @__cxa_begin_catch(ptr %0) #8
  tail call void @_ZSt9terminatev() #7
  unreachable
}

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

; Function Attrs: cold nofree noreturn
declare void @_ZSt9terminatev() local_unnamed_addr #3

; Function Attrs: nounwind
declare i32 @omp_get_thread_num() local_unnamed_addr #4

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define internal void @__dtor_table() #5 section ".text.startup" {
  %1 = load i32, ptr @table, align 4, !tbaa !20
  store i32 %1, ptr @counter, align 4, !tbaa !16
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define hidden noundef range(i32 -2147483647, -2147483648) i32 @_Z4nexti(i32 noundef %0) #6 {
  %2 = add nsw i32 %0, 1
  ret i32 %2
}

attributes #0 = { alwaysinline norecurse nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { noinline noreturn nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { cold nofree noreturn }
attributes #4 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { noreturn nounwind }
attributes #8 = { nounwind }

!omp_offload.info = !{!0, !1, !2, !3, !4, !5}
!llvm.offloading.symbols = !{!6, !7, !8, !9}
!llvm.module.flags = !{!10, !11, !12, !13, !14}
!llvm.ident = !{!15}
!llvm.errno.tbaa = !{!16}

!0 = !{i32 0, i32 65024, i32 2238393, !"_Z6regioniPFiiE", i32 26, i32 0, i32 5}
!1 = !{i32 1, !"shared_decl_tgt_ref_ptr", i32 1, i32 0}
!2 = !{i32 1, !"table", i32 0, i32 3}
!3 = !{i32 1, !"__omp_offloading_fe00_2227b9_next_l21", i32 8, i32 4}
!4 = !{i32 1, !"counter", i32 0, i32 1}
!5 = !{i32 1, !"_ZL4step", i32 0, i32 2}
!6 = !{ptr @.offloading.entry_name}
!7 = !{ptr @.offloading.entry_name.1}
!8 = !{ptr @.offloading.entry_name.2}
!9 = !{ptr @.offloading.entry_name.3}
!10 = !{i32 1, !"wchar_size", i32 4}
!11 = !{i32 7, !"openmp", i32 51}
!12 = !{i32 7, !"openmp-device", i32 51}
!13 = !{i32 8, !"PIC Level", i32 2}
!14 = !{i32 7, !"uwtable", i32 2}
!15 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!16 = !{!17, !17, i64 0}
!17 = !{!"int", !18, i64 0}
!18 = !{!"omnipotent char", !19, i64 0}
!19 = !{!"Simple C++ TBAA"}
!20 = !{!21, !17, i64 0}
!21 = !{!"_ZTS5Table", !17, i64 0}
