; ModuleID = 'device_module.cpp'
source_filename = "device_module.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Table = type { i32 }
%struct.ident_t = type { i32, i32, i32, i32, ptr }
%struct.__tgt_offload_entry = type { i64, i16, i16, i32, ptr, ptr, i64, i64, ptr }
%struct.__tgt_kernel_arguments = type { i32, i32, ptr, ptr, ptr, ptr, ptr, ptr, i64, i64, [3 x i32], [3 x i32], i32 }

$_ZN5TableD2Ev = comdat any

$__clang_call_terminate = comdat any

@shared = dso_local global i32 5, align 4
@shared_decl_tgt_ref_ptr = weak global ptr @shared, align 8
@counter = dso_local global i32 7, align 4
@table = dso_local global %struct.Table zeroinitializer, align 4
@__dso_handle = external hidden global i8
@.__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26.region_id = weak constant i8 0
@.offload_sizes = private unnamed_addr constant [4 x i64] [i64 4, i64 4, i64 0, i64 4]
@.offload_maptypes = private unnamed_addr constant [4 x i64] [i64 35, i64 800, i64 544, i64 531]
@0 = private unnamed_addr constant [23 x i8] c";unknown;unknown;0;0;;\00", align 1
@1 = private unnamed_addr constant %struct.ident_t { i32 0, i32 2, i32 0, i32 22, ptr @0 }, align 8
@.offloading.entry_name = internal unnamed_addr constant [24 x i8] c"shared_decl_tgt_ref_ptr\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.shared_decl_tgt_ref_ptr = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 1, ptr @shared_decl_tgt_ref_ptr, ptr @.offloading.entry_name, i64 8, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.1 = internal unnamed_addr constant [8 x i8] c"counter\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.counter = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @counter, ptr @.offloading.entry_name.1, i64 4, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.2 = internal unnamed_addr constant [6 x i8] c"table\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.table = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @table, ptr @.offloading.entry_name.2, i64 4, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.3 = internal unnamed_addr constant [38 x i8] c"__omp_offloading_fe00_2227b9_next_l21\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.__omp_offloading_fe00_2227b9_next_l21 = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 8, ptr @_Z4nexti, ptr @.offloading.entry_name.3, i64 8, i64 0, ptr null }, section "llvm_offload_entries", align 8
@.offloading.entry_name.4 = internal unnamed_addr constant [49 x i8] c"__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26\00", section ".llvm.rodata.offloading", align 1
@.offloading.entry.__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26 = weak local_unnamed_addr constant %struct.__tgt_offload_entry { i64 0, i16 1, i16 1, i32 0, ptr @.__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26.region_id, ptr @.offloading.entry_name.4, i64 0, i64 0, ptr null }, section "llvm_offload_entries", align 8
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @_GLOBAL__sub_I_device_module.cpp, ptr null }]

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef range(i32 -2147483645, -2147483648) i32 @_Z5twicei(i32 noundef %0) local_unnamed_addr #0 {
  %2 = shl nsw i32 %0, 1
  %3 = add nsw i32 %2, 3
  ret i32 %3
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local void @_ZN5TableD2Ev(ptr noundef nonnull align 4 dereferenceable(4) %0) unnamed_addr #1 comdat align 2 {
  %2 = load i32, ptr %0, align 4, !tbaa !21
  store i32 %2, ptr @counter, align 4, !tbaa !17
  ret void
}

; Function Attrs: nofree nounwind
declare i32 @__cxa_atexit(ptr, ptr, ptr) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local noundef range(i32 -2147483647, -2147483648) i32 @_Z4nexti(i32 noundef %0) #0 {
  %2 = add nsw i32 %0, 1
  ret i32 %2
}

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @_Z6regioniPFiiE(i32 noundef %0, ptr noundef %1) local_unnamed_addr #3 personality ptr @__gxx_personality_v0 {
  %3 = alloca i32, align 4
  %4 = alloca [4 x ptr], align 8
  %5 = alloca [4 x ptr], align 8
  %6 = alloca %struct.__tgt_kernel_arguments, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %3) #8
  store i32 0, ptr %3, align 4, !tbaa !17
  %7 = zext i32 %0 to i64
  store ptr %3, ptr %4, align 8
  store ptr %3, ptr %5, align 8
  %8 = getelementptr inbounds nuw i8, ptr %4, i64 8
  store i64 %7, ptr %8, align 8
  %9 = getelementptr inbounds nuw i8, ptr %5, i64 8
  store i64 %7, ptr %9, align 8
  %10 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store ptr %1, ptr %10, align 8
  %11 = getelementptr inbounds nuw i8, ptr %5, i64 16
  store ptr %1, ptr %11, align 8
  %12 = getelementptr inbounds nuw i8, ptr %4, i64 24
  store ptr @shared_decl_tgt_ref_ptr, ptr %12, align 8
  %13 = getelementptr inbounds nuw i8, ptr %5, i64 24
  store ptr @shared, ptr %13, align 8
  store i32 3, ptr %6, align 8
  %14 = getelementptr inbounds nuw i8, ptr %6, i64 4
  store i32 4, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %6, i64 8
  store ptr %4, ptr %15, align 8
  %16 = getelementptr inbounds nuw i8, ptr %6, i64 16
  store ptr %5, ptr %16, align 8
  %17 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store ptr @.offload_sizes, ptr %17, align 8
  %18 = getelementptr inbounds nuw i8, ptr %6, i64 32
  store ptr @.offload_maptypes, ptr %18, align 8
  %19 = getelementptr inbounds nuw i8, ptr %6, i64 40
  %20 = getelementptr inbounds nuw i8, ptr %6, i64 72
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %19, i8 0, i64 32, i1 false)
  store i32 -1, ptr %20, align 8
  %21 = getelementptr inbounds nuw i8, ptr %6, i64 76
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(24) %21, i8 0, i64 24, i1 false)
  %22 = call i32 @__tgt_target_kernel(ptr nonnull @1, i64 -1, i32 -1, i32 0, ptr nonnull @.__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26.region_id, ptr nonnull %6)
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %41, label %24

24:                                               ; preds = %2
  %25 = invoke noundef i32 %1(i32 noundef %0)
          to label %29 unwind label %26

26:                                               ; preds = %24
  %27 = landingpad { ptr, i32 }
          catch ptr null
  %28 = extractvalue { ptr, i32 } %27, 0
  call void @__clang_call_terminate(ptr %28) #11
  unreachable

29:                                               ; preds = %24
  %30 = shl nsw i32 %0, 1
  %31 = add nsw i32 %30, 3
  %32 = load i32, ptr @table, align 4, !tbaa !21
  %33 = load i32, ptr @counter, align 4, !tbaa !17
  %34 = load i32, ptr @shared, align 4, !tbaa !17
  %35 = call i32 @omp_get_thread_num()
  %36 = add nsw i32 %31, %25
  %37 = add nsw i32 %36, %32
  %38 = add nsw i32 %37, %33
  %39 = add nsw i32 %38, %34
  %40 = add nsw i32 %39, %35
  store i32 %40, ptr %3, align 4, !tbaa !17
  br label %41

41:                                               ; preds = %29, %2
  %42 = load i32, ptr %3, align 4, !tbaa !17
  call void @llvm.lifetime.end.p0(ptr nonnull %3) #8
  ret i32 %42
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #4

declare i32 @__gxx_personality_v0(...)

; Function Attrs: noinline noreturn nounwind uwtable
define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) local_unnamed_addr #5 comdat {
  %2 = tail call ptr @__cxa_begin_catch(ptr %0) #8
  tail call void @_ZSt9terminatev() #11
  unreachable
}

declare ptr @__cxa_begin_catch(ptr) local_unnamed_addr

; Function Attrs: cold nofree noreturn
declare void @_ZSt9terminatev() local_unnamed_addr #6

; Function Attrs: nounwind
declare i32 @omp_get_thread_num() local_unnamed_addr #7

; Function Attrs: nounwind
declare i32 @__tgt_target_kernel(ptr, i64, i32, i32, ptr, ptr) local_unnamed_addr #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #4

; Function Attrs: nofree nounwind uwtable
define internal void @_GLOBAL__sub_I_device_module.cpp() #9 section ".text.startup" {
  %1 = load i32, ptr @counter, align 4, !tbaa !17
  store i32 %1, ptr @table, align 4, !tbaa !21
  %2 = tail call i32 @__cxa_atexit(ptr nonnull @_ZN5TableD2Ev, ptr nonnull @table, ptr nonnull @__dso_handle) #8
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #10

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nofree nounwind }
attributes #3 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { noinline noreturn nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { cold nofree noreturn }
attributes #7 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind }
attributes #9 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #11 = { noreturn nounwind }

!omp_offload.info = !{!0, !1, !2, !3, !4, !5}
!llvm.offloading.symbols = !{!6, !7, !8, !9, !10}
!llvm.module.flags = !{!11, !12, !13, !14, !15}
!llvm.ident = !{!16}
!llvm.errno.tbaa = !{!17}

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
!10 = !{ptr @.offloading.entry_name.4}
!11 = !{i32 1, !"wchar_size", i32 4}
!12 = !{i32 7, !"openmp", i32 51}
!13 = !{i32 8, !"PIC Level", i32 2}
!14 = !{i32 7, !"PIE Level", i32 2}
!15 = !{i32 7, !"uwtable", i32 2}
!16 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!17 = !{!18, !18, i64 0}
!18 = !{!"int", !19, i64 0}
!19 = !{!"omnipotent char", !20, i64 0}
!20 = !{!"Simple C++ TBAA"}
!21 = !{!22, !18, i64 0}
!22 = !{!"_ZTS5Table", !18, i64 0}
