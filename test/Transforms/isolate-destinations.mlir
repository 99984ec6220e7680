// RUN: remat-opt %s --remat-isolate-destinations --split-input-file -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: remat-opt %t.mlir --remat-isolate-destinations --split-input-file \
// RUN:   | FileCheck %s

// Two users of one empty and one fill get one each.

// CHECK-LABEL: func @one_each(
// CHECK:         %[[E0:[^ ]+]] = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT:    %[[F0:[^ ]+]] = linalg.fill {{.*}} outs(%[[E0]]
// CHECK-NEXT:    linalg.matmul {{.*}} outs(%[[F0]]
// CHECK-NEXT:    %[[E1:[^ ]+]] = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT:    %[[F1:[^ ]+]] = linalg.fill {{.*}} outs(%[[E1]]
// CHECK-NEXT:    linalg.matmul {{.*}} outs(%[[F1]]
func.func @one_each(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>)
                     outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%b, %a : tensor<4x4xf32>, tensor<4x4xf32>)
                     outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// A barrier between a destination and its op goes where one on data stays.

// CHECK-LABEL: func @through_barriers(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4x4xf32>
// CHECK:         %[[B:[^ ]+]] = remat.barrier %[[A]]
// CHECK-NEXT:    %[[E:[^ ]+]] = tensor.empty()
// CHECK-NEXT:    %[[F:[^ ]+]] = linalg.fill {{.*}} outs(%[[E]]
// CHECK-NEXT:    linalg.matmul ins(%[[B]], %[[B]] {{.*}} outs(%[[F]]
// CHECK-NOT:     remat.barrier
func.func @through_barriers(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %be = remat.barrier %e : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%be : tensor<4x4xf32>) -> tensor<4x4xf32>
  %bf = remat.barrier %f : tensor<4x4xf32>
  %ba = remat.barrier %a : tensor<4x4xf32>
  %0 = linalg.matmul ins(%ba, %ba : tensor<4x4xf32>, tensor<4x4xf32>)
                     outs(%bf : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// Where nothing else is behind a barrier, that of the destination stays: it ties
// the op to its turn, or tells it from an earlier run.

// CHECK-LABEL: func @held_by_their_destinations(
// CHECK:         scf.for
// CHECK:           %[[E:[^ ]+]] = tensor.empty()
// CHECK-NEXT:      %[[B:[^ ]+]] = remat.barrier %[[E]]
// CHECK-NEXT:      linalg.generic {{.*}} outs(%[[B]]
// CHECK:           %[[E:[^ ]+]] = tensor.empty()
// CHECK-NEXT:      %[[B:[^ ]+]] = remat.barrier %[[E]]
// CHECK-NEXT:      %[[F:[^ ]+]] = linalg.fill {{.*}} outs(%[[B]]
// CHECK-NEXT:      linalg.matmul {{.*}} outs(%[[F]]
// CHECK-NOT:       remat.barrier
#position = affine_map<(i, j) -> (i, j)>
func.func @held_by_their_destinations(%init: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%carried = %init) -> tensor<4x4xf32> {
    %be = remat.barrier %e : tensor<4x4xf32>
    %rows = linalg.generic {indexing_maps = [#position], iterator_types = ["parallel", "parallel"]}
        outs(%be : tensor<4x4xf32>) {
    ^bb0(%out: f32):
      %row = linalg.index 0 : index
      %integer = arith.index_cast %row : index to i32
      %float = arith.sitofp %integer : i32 to f32
      linalg.yield %float : f32
    } -> tensor<4x4xf32>
    %bf = remat.barrier %e : tensor<4x4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%bf : tensor<4x4xf32>) -> tensor<4x4xf32>
    %next = linalg.matmul ins(%carried, %rows : tensor<4x4xf32>, tensor<4x4xf32>)
                          outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %next : tensor<4x4xf32>
  }
  return %r : tensor<4x4xf32>
}

// -----

// An init that is not read needs no contents, whatever it was; one that is read
// is copied, unless it is a splat constant.

// CHECK-LABEL: func @contents(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>
// CHECK:         %[[E0:[^ ]+]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:    linalg.exp ins(%[[A]] {{.*}} outs(%[[E0]]
// CHECK:         %[[E1:[^ ]+]] = tensor.empty() : tensor<f32>
// CHECK-NEXT:    %[[F1:[^ ]+]] = linalg.fill {{.*}} outs(%[[E1]]
// CHECK-NEXT:    linalg.dot {{.*}} outs(%[[F1]]
// CHECK:         %[[E2:[^ ]+]] = tensor.empty() : tensor<f32>
// CHECK-NEXT:    %[[C2:[^ ]+]] = linalg.copy {{.*}} outs(%[[E2]]
// CHECK-NEXT:    linalg.dot {{.*}} outs(%[[C2]]
func.func @contents(%a: tensor<4xf32>, %acc: tensor<f32>)
    -> (tensor<4xf32>, tensor<f32>, tensor<f32>) {
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %splat = arith.constant dense<1.0> : tensor<f32>
  %1 = linalg.dot ins(%0, %a : tensor<4xf32>, tensor<4xf32>)
                  outs(%splat : tensor<f32>) -> tensor<f32>
  %2 = linalg.dot ins(%0, %a : tensor<4xf32>, tensor<4xf32>)
                  outs(%acc : tensor<f32>) -> tensor<f32>
  return %0, %1, %2 : tensor<4xf32>, tensor<f32>, tensor<f32>
}

// -----

// A concatenation is one storage: the chain moves down to its last link.

// CHECK-LABEL: func @concat(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>
// CHECK:         %[[X:[^ ]+]] = linalg.exp
// CHECK-NEXT:    %[[E:[^ ]+]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT:    %[[I:[^ ]+]] = tensor.insert_slice %[[A]] into %[[E]][0]
// CHECK-NEXT:    tensor.insert_slice %[[X]] into %[[I]][4]
// CHECK-NOT:     linalg.copy
func.func @concat(%a: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = tensor.insert_slice %a into %e[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %x = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %1 into %0[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// A link with another use is copied first.

// CHECK-LABEL: func @forked(
// CHECK:         %[[I:[^ ]+]] = tensor.insert_slice
// CHECK-NEXT:    %[[E:[^ ]+]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT:    %[[C:[^ ]+]] = linalg.copy ins(%[[I]] {{.*}} outs(%[[E]]
// CHECK-NEXT:    %[[J:[^ ]+]] = tensor.insert_slice %{{.*}} into %[[C]][4]
// CHECK-NEXT:    return %[[I]], %[[J]]
func.func @forked(%a: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = tensor.insert_slice %a into %e[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %1 = tensor.insert_slice %a into %0[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Each result is a storage of its own.

// CHECK-LABEL: func @results(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4x4xf32>
// CHECK:         %[[X:[^ ]+]] = linalg.exp
// CHECK:         %[[S:[^ ]+]] = tensor.extract_slice
// CHECK:         %[[CA:[^ ]+]] = linalg.copy ins(%[[A]]
// CHECK:         %[[CX:[^ ]+]] = linalg.copy ins(%[[X]]
// CHECK:         %[[CS:[^ ]+]] = linalg.copy ins(%[[S]]
// CHECK:         %[[CC:[^ ]+]] = linalg.copy ins(%cst
// CHECK:         return %[[CA]], %[[X]], %[[CX]], %[[CS]], %[[CC]]
func.func @results(%a: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x2xf32>,
        tensor<2xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %x = linalg.exp ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = tensor.extract_slice %x[0, 0] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %cst = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %a, %x, %x, %s, %cst : tensor<4x4xf32>, tensor<4x4xf32>,
      tensor<4x4xf32>, tensor<2x2xf32>, tensor<2xf32>
}

// -----

// What a loop carries has one storage, made before it. A yielded value is
// copied into it, unless it was made there.

// CHECK-LABEL: func @loop(
// CHECK:         %[[E0:[^ ]+]] = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT:    %[[F0:[^ ]+]] = linalg.fill {{.*}} outs(%[[E0]]
// CHECK-NEXT:    %[[E1:[^ ]+]] = tensor.empty() : tensor<1x4xf32>
// CHECK-NEXT:    %[[C1:[^ ]+]] = linalg.copy {{.*}} outs(%[[E1]]
// CHECK-NEXT:    scf.for {{.*}} iter_args(%[[ALL:[^ ]+]] = %[[F0]], %[[ROW:[^ ]+]] = %[[C1]])
// CHECK:           %[[NEXT:[^ ]+]] = linalg.exp
// CHECK-NEXT:      %[[INSERTED:[^ ]+]] = tensor.insert_slice %[[NEXT]] into %[[ALL]]
// CHECK-NEXT:      %[[COPIED:[^ ]+]] = linalg.copy ins(%[[NEXT]] {{.*}} outs(%[[ROW]]
// CHECK-NEXT:      scf.yield %[[INSERTED]], %[[COPIED]]
func.func @loop(%row: tensor<1x4xf32>) -> (tensor<4x4xf32>, tensor<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1
      iter_args(%x = %zeros, %y = %row) -> (tensor<4x4xf32>, tensor<1x4xf32>) {
    %e = tensor.empty() : tensor<1x4xf32>
    %n = linalg.exp ins(%y : tensor<1x4xf32>) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
    %m = tensor.insert_slice %n into %x[%i, 0] [1, 4] [1, 1]
        : tensor<1x4xf32> into tensor<4x4xf32>
    scf.yield %m, %n : tensor<4x4xf32>, tensor<1x4xf32>
  }
  return %r#0, %r#1 : tensor<4x4xf32>, tensor<1x4xf32>
}

// -----

// A swap saves what it is about to overwrite.

// CHECK-LABEL: func @swap(
// CHECK:         scf.for {{.*}} iter_args(%[[X:[^ ]+]] = %{{.*}}, %[[Y:[^ ]+]] = %
// CHECK:           %[[SAVED_Y:[^ ]+]] = linalg.copy ins(%[[Y]]
// CHECK:           %[[SAVED_X:[^ ]+]] = linalg.copy ins(%[[X]]
// CHECK:           linalg.copy ins(%[[SAVED_Y]] {{.*}} outs(%[[X]]
// CHECK:           linalg.copy ins(%[[SAVED_X]] {{.*}} outs(%[[Y]]
func.func @swap(%a: tensor<4xf32>, %b: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %i = %c0 to %c4 step %c1
      iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// An update of what is read afterwards is no update in place.

// CHECK-LABEL: func @read_after_update(
// CHECK:         scf.for {{.*}} iter_args(%[[X:[^ ]+]] = %
// CHECK:           %[[C:[^ ]+]] = linalg.copy ins(%[[X]]
// CHECK:           %[[N:[^ ]+]] = tensor.insert_slice %{{.*}} into %[[C]]
// CHECK:           tensor.extract %[[X]]
// CHECK:           linalg.copy ins(%[[N]] {{.*}} outs(%[[X]]
func.func @read_after_update(%a: tensor<4xf32>, %b: tensor<1xf32>)
    -> (tensor<4xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %i = %c0 to %c4 step %c1
      iter_args(%x = %a, %s = %zero) -> (tensor<4xf32>, f32) {
    %n = tensor.insert_slice %b into %x[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    %old = tensor.extract %x[%i] : tensor<4xf32>
    %t = arith.addf %s, %old : f32
    scf.yield %n, %t : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}

// -----

// A while loop that carries the same through both regions stays in place too.

// CHECK-LABEL: func @while(
// CHECK:         %[[C:[^ ]+]] = linalg.copy
// CHECK:         scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[C]])
// CHECK:           scf.condition(%{{.*}}) %{{.*}}, %{{.*}}
// CHECK:         ^bb0(%{{.*}}: index, %[[X:[^ ]+]]: tensor<4xf32>):
// CHECK:           %[[N:[^ ]+]] = linalg.exp ins(%[[X]]
// CHECK:           %[[K:[^ ]+]] = linalg.copy ins(%[[N]] {{.*}} outs(%[[X]]
// CHECK:           scf.yield %{{.*}}, %[[K]]
func.func @while(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.while (%i = %c0, %x = %a) : (index, tensor<4xf32>) -> (index, tensor<4xf32>) {
    %go = arith.cmpi slt, %i, %c4 : index
    scf.condition(%go) %i, %x : index, tensor<4xf32>
  } do {
  ^bb0(%i: index, %x: tensor<4xf32>):
    %j = arith.addi %i, %c1 : index
    %e = tensor.empty() : tensor<4xf32>
    %n = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %j, %n : index, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

// A branch yields what it made.

// CHECK-LABEL: func @branch(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>
// CHECK:         scf.if
// CHECK:           %[[N:[^ ]+]] = linalg.exp
// CHECK-NEXT:      scf.yield %[[N]]
// CHECK:         else
// CHECK:           %[[C:[^ ]+]] = linalg.copy ins(%[[A]]
// CHECK-NEXT:      scf.yield %[[C]]
func.func @branch(%a: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
  %r = scf.if %p -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %n = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A slice whose rows do not follow one another is copied before it is
// collapsed; dropping a unit dimension needs no copy.

// CHECK-LABEL: func @collapse(
// CHECK:         %[[S:[^ ]+]] = tensor.extract_slice %{{.*}}[0, 2]
// CHECK:         %[[C:[^ ]+]] = linalg.copy ins(%[[S]]
// CHECK-NEXT:    tensor.collapse_shape %[[C]]
// CHECK-NEXT:    %[[T:[^ ]+]] = tensor.extract_slice %{{.*}}[1, 0]
// CHECK-NEXT:    tensor.collapse_shape %[[T]]
func.func @collapse(%a: tensor<4x8xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %s = tensor.extract_slice %a[0, 2] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %t = tensor.extract_slice %a[1, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
  %1 = tensor.collapse_shape %t [[0, 1]] : tensor<1x8xf32> into tensor<8xf32>
  %2 = tensor.extract %0[%c0] : tensor<8xf32>
  %3 = tensor.extract %1[%c0] : tensor<8xf32>
  return %2, %3 : f32, f32
}

// -----

// The window of a pooling op is made where it is read.

// CHECK-LABEL: func @windows(
// CHECK:         %[[W0:[^ ]+]] = tensor.empty() : tensor<2x2xf32>
// CHECK:         linalg.pooling_nhwc_sum {{.*}} ins(%{{.*}}, %[[W0]]
// CHECK:         %[[W1:[^ ]+]] = tensor.empty() : tensor<2x2xf32>
// CHECK:         linalg.pooling_nhwc_sum {{.*}} ins(%{{.*}}, %[[W1]]
func.func @windows(%a: tensor<1x4x4x1xf32>) -> (tensor<1x3x3x1xf32>, tensor<1x3x3x1xf32>) {
  %w = tensor.empty() : tensor<2x2xf32>
  %zeros = arith.constant dense<0.0> : tensor<1x3x3x1xf32>
  %0 = linalg.pooling_nhwc_sum {strides = dense<1> : tensor<2xi64>}
      ins(%a, %w : tensor<1x4x4x1xf32>, tensor<2x2xf32>)
      outs(%zeros : tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  %1 = linalg.pooling_nhwc_sum {strides = dense<1> : tensor<2xi64>}
      ins(%a, %w : tensor<1x4x4x1xf32>, tensor<2x2xf32>)
      outs(%zeros : tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  return %0, %1 : tensor<1x3x3x1xf32>, tensor<1x3x3x1xf32>
}

// -----

// What has no destination, but can have one, gets one.

// CHECK-LABEL: func @converted(
// CHECK-NOT:     arith.select %{{.*}} : tensor
// CHECK-NOT:     tensor.concat
// CHECK-NOT:     tensor.splat
// CHECK-NOT:     linalg.softmax
// CHECK-DAG:     linalg.fill
// CHECK-DAG:     arith.addf %{{.*}}, %{{.*}} : f32
// CHECK-DAG:     arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK-DAG:     tensor.insert_slice
func.func @converted(%a: tensor<4xf32>, %p: i1, %s: f32) -> (tensor<12xf32>, tensor<4xf32>) {
  %0 = arith.addf %a, %a : tensor<4xf32>
  %1 = arith.select %p, %0, %a : tensor<4xf32>
  %2 = tensor.splat %s : tensor<4xf32>
  %3 = tensor.concat dim(0) %0, %1, %2 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
  %e = tensor.empty() : tensor<4xf32>
  %4 = linalg.softmax dimension(0) ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %3, %4 : tensor<12xf32>, tensor<4xf32>
}

// -----

// A copy that casts is made again with its cast.

// CHECK-LABEL: func @casting_copy(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>
// CHECK:         linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%[[A]] : tensor<4xf32>) outs(%{{.*}} : tensor<4xf64>)
// CHECK:         %[[C:[^ ]+]] = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%[[A]] : tensor<4xf32>) outs(%{{.*}} : tensor<4xf64>)
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[C]] : tensor<4xf64>)
#id = affine_map<(i) -> (i)>
func.func @casting_copy(%a: tensor<4xf32>, %b: tensor<4xf64>)
    -> (tensor<4xf64>, tensor<4xf64>) {
  %e = tensor.empty() : tensor<4xf64>
  %c = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : tensor<4xf64>) outs(%c : tensor<4xf64>) {
  ^bb0(%x: f64, %y: f64):
    %s = arith.addf %x, %y : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0, %c : tensor<4xf64>, tensor<4xf64>
}

// -----

// Without an explicit cast as well.

// CHECK-LABEL: func @implicit_cast(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>
// CHECK:         linalg.copy ins(%[[A]] : tensor<4xf32>) outs(%{{.*}} : tensor<4xf64>)
// CHECK:         %[[C:[^ ]+]] = linalg.copy ins(%[[A]] : tensor<4xf32>) outs(%{{.*}} : tensor<4xf64>)
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[C]] : tensor<4xf64>)
#id = affine_map<(i) -> (i)>
func.func @implicit_cast(%a: tensor<4xf32>, %b: tensor<4xf64>)
    -> (tensor<4xf64>, tensor<4xf64>) {
  %e = tensor.empty() : tensor<4xf64>
  %c = linalg.copy ins(%a : tensor<4xf32>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : tensor<4xf64>) outs(%c : tensor<4xf64>) {
  ^bb0(%x: f64, %y: f64):
    %s = arith.addf %x, %y : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0, %c : tensor<4xf64>, tensor<4xf64>
}

// -----

// What is said of a task goes with it to the op that does its work.

// CHECK-LABEL: func @task_attributes(
// CHECK:         linalg.fill {remat.policy = #remat.policy<save>}
// CHECK:         linalg.generic {{.*}} attrs = {remat.cost = #remat.cost<time = 7.0{{.*}}>, remat.policy = #remat.policy<save>}
// CHECK:           arith.select
// CHECK:         tensor.insert_slice {{.*}} [1] :
// CHECK:         tensor.insert_slice {{.*}} {remat.phase = #remat.phase<backward>, remat.policy = #remat.policy<save>} :
// CHECK:         linalg.generic {{.*}}reduction{{.*}} attrs = {remat.phase = #remat.phase<forward>} {
// CHECK:         linalg.generic {{.*}} attrs = {remat.phase = #remat.phase<forward>} {
// CHECK:         linalg.generic {{.*}}reduction{{.*}} attrs = {remat.phase = #remat.phase<forward>} {
// CHECK:         linalg.generic {{.*}} attrs = {remat.cost = #remat.cost<time = 3.0{{.*}}>, remat.phase = #remat.phase<forward>, remat.policy = #remat.policy<recompute>} {
// CHECK:           arith.divf
func.func @task_attributes(%a: tensor<4xf32>, %s: f32, %c: i1)
    -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) {
  %splat = tensor.splat %s {remat.policy = #remat.policy<save>} : tensor<4xf32>
  %select = arith.select %c, %splat, %a {remat.policy = #remat.policy<save>, remat.cost = #remat.cost<time = 7.0>} : tensor<4xf32>
  %concat = tensor.concat dim(0) %select, %a {remat.policy = #remat.policy<save>, remat.phase = #remat.phase<backward>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %e = tensor.empty() : tensor<4xf32>
  %softmax = linalg.softmax {remat.policy = #remat.policy<recompute>, remat.cost = #remat.cost<time = 3.0>, remat.phase = #remat.phase<forward>} dimension(0) ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %splat, %concat, %softmax : tensor<4xf32>, tensor<8xf32>, tensor<4xf32>
}

// -----

// An op that folds to what was there before says nothing of that.

// CHECK-LABEL: func @folded(
// CHECK:         math.exp
// CHECK-NOT:     remat.policy
// CHECK:         return
func.func @folded(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %a : tensor<4xf32>
  %1 = tensor.concat dim(0) %0 {remat.policy = #remat.policy<save>} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The ops in an scf.forall get destinations of their own, and so does the loop.
// CHECK-LABEL: func.func @in_forall(
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4x9xf32>
// CHECK-NEXT: %[[COPY:.*]] = linalg.copy ins(%{{.*}}) outs(%[[EMPTY]]
// CHECK-NEXT: scf.forall {{.*}} shared_outs(%{{.*}} = %[[COPY]])
// CHECK: %[[INNER:.*]] = tensor.empty() : tensor<1x9xf32>
// CHECK-NEXT: linalg.exp {{.*}} outs(%[[INNER]]
func.func @in_forall(%x: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %shared = tensor.empty() : tensor<1x9xf32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %x) -> (tensor<4x9xf32>) {
    %s = tensor.extract_slice %o[%i, 0] [1, 9] [1, 1] : tensor<4x9xf32> to tensor<1x9xf32>
    %e = linalg.exp ins(%s : tensor<1x9xf32>) outs(%shared : tensor<1x9xf32>) -> tensor<1x9xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i, 0] [1, 9] [1, 1] : tensor<1x9xf32> into tensor<4x9xf32>
    }
  }
  return %r : tensor<4x9xf32>
}

// -----

// Functions take contiguous buffers.
// CHECK-LABEL: func.func @strided_operand(
// CHECK: %[[SLICE:.*]] = tensor.extract_slice
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %[[COPY:.*]] = linalg.copy ins(%[[SLICE]] {{.*}} outs(%[[EMPTY]]
// CHECK-NEXT: call @callee(%[[COPY]])
func.func private @callee(tensor<4xf32>) -> tensor<4xf32>
func.func @strided_operand(%x: tensor<4x9xf32>) -> tensor<4xf32> {
  %s = tensor.extract_slice %x[0, 0] [4, 1] [1, 1] : tensor<4x9xf32> to tensor<4xf32>
  %r = call @callee(%s) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Dead code gets no storage: ops, results, branches, choices that are decided.
// CHECK-LABEL: func.func @dead(
// CHECK-NOT: math.
// CHECK-NOT: linalg.
// CHECK: scf.if %{{.*}} -> (tensor<4xf32>) {
// CHECK-NOT: arith.select
// CHECK: return
func.func @dead(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %true = arith.constant true
  %dead = math.exp %x : tensor<4xf32>
  %dead_too = math.exp %dead : tensor<4xf32>
  %only:2 = scf.if %c -> (tensor<4xf32>, tensor<4xf32>) {
    %e = math.tanh %x : tensor<4xf32>
    %f = math.sin %y : tensor<4xf32>
    scf.yield %e, %f : tensor<4xf32>, tensor<4xf32>
  } else {
    %e = math.cos %x : tensor<4xf32>
    scf.yield %e, %y : tensor<4xf32>, tensor<4xf32>
  }
  %same = arith.select %c, %only#0, %only#0 : tensor<4xf32>
  %decided = arith.select %true, %same, %y : tensor<4xf32>
  return %decided : tensor<4xf32>
}

// -----

// Each turn of a loop whose parts carry other types hands on storages of its own.
// CHECK-LABEL: func.func @hands_on(
// CHECK: scf.while
// CHECK: } do {
// CHECK: %[[COPY:.*]] = linalg.copy ins(%{{.*}} : tensor<4xf32>)
// CHECK: scf.yield %{{.*}}, %[[COPY]]
func.func @hands_on(%x: tensor<4xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %a = %x) : (index, tensor<4xf32>) -> (index, tensor<8xf32>) {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<8xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %n = tensor.insert_slice %a into %f[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %more = arith.cmpi slt, %i, %c1 : index
    scf.condition(%more) %i, %n : index, tensor<8xf32>
  } do {
  ^bb0(%i: index, %b: tensor<8xf32>):
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %x : index, tensor<4xf32>
  }
  return %r#1 : tensor<8xf32>
}

// -----

// A loop whose results another loop alone kept goes at once, not in the next run.

// CHECK-LABEL: func @kept_by_dead(
// CHECK-NOT:     scf.while
// CHECK:         return
func.func @kept_by_dead(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a:2 = scf.while (%i = %c0, %t = %x) : (index, tensor<8xf32>) -> (index, tensor<8xf32>) {
    %go = arith.cmpi slt, %i, %c3 : index
    scf.condition(%go) %i, %t : index, tensor<8xf32>
  } do {
  ^bb0(%i: index, %t: tensor<8xf32>):
    %n = arith.addi %i, %c1 : index
    %e = math.exp %t : tensor<8xf32>
    scf.yield %n, %e : index, tensor<8xf32>
  }
  %b = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %x) -> tensor<8xf32> {
    %s = arith.addf %u, %a#1 : tensor<8xf32>
    scf.yield %s : tensor<8xf32>
  }
  return %x : tensor<8xf32>
}

// -----

// A smallest value of equal ones folds; what that leaves in the loop goes, too.

// CHECK-LABEL: func @folded(
// CHECK:         scf.for {{.*}} iter_args(%{{[^,]*}}) -> (tensor<8xf32>)
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @folded(%x: tensor<8xf32>, %y: tensor<4xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %s:2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%b = %y, %c = %a) -> (tensor<4xf32>, tensor<8xf32>) {
      %f = math.erf %b : tensor<4xf32>
      %m = arith.minimumf %c, %c : tensor<8xf32>
      scf.yield %f, %m : tensor<4xf32>, tensor<8xf32>
    }
    %t = math.exp %s#1 : tensor<8xf32>
    scf.yield %t : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// Bounds that are further apart than their type tells: these are two turns.

// CHECK-LABEL: func @wrapped(
// CHECK:         scf.for
func.func @wrapped(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %l = arith.constant -100 : i8
  %u = arith.constant 100 : i8
  %a:2 = scf.for %i = %l to %u step %u iter_args(%z = %x, %w = %y) -> (tensor<8xf32>, tensor<8xf32>) : i8 {
    %q = math.sin %z : tensor<8xf32>
    %v = math.cos %w : tensor<8xf32>
    scf.yield %q, %v : tensor<8xf32>, tensor<8xf32>
  }
  return %a#0 : tensor<8xf32>
}

// -----

// What made an init that is not read goes with it.

// CHECK-LABEL: func @unread_init(
// CHECK-NOT:     linalg.exp
// CHECK:         linalg.abs
func.func @unread_init(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %init = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.abs ins(%x : tensor<8xf32>) outs(%init : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// A buffer on the stack counts, is measured and lies in arenas as one from the heap.

// CHECK-LABEL: func @stack(
// CHECK:         memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NOT:     memref.alloca
func.func @stack(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %x[%c0] : tensor<8xf32>
  %b = memref.alloca() {alignment = 64 : i64} : memref<8xf32>
  linalg.fill ins(%v : f32) outs(%b : memref<8xf32>)
  %t = bufferization.to_tensor %b : memref<8xf32> to tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.abs ins(%t : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// A function on buffers is as its author wants it.

// CHECK-LABEL: func @on_buffers(
// CHECK:         memref.alloca
func.func @on_buffers(%x: memref<8xf32>) {
  %b = memref.alloca() : memref<8xf32>
  memref.copy %x, %b : memref<8xf32> to memref<8xf32>
  linalg.exp ins(%b : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// -----

// Dead code of a planned function counts in its plan.

// CHECK-LABEL: func @planned(
// CHECK:         scf.for {{.*}} -> (tensor<8xf32>, tensor<8xf32>)
func.func @planned(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> attributes {remat.budget = 4096 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = math.exp %a : tensor<8xf32>
    %1 = math.sin %b : tensor<8xf32>
    scf.yield %0, %1 : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0 : tensor<8xf32>
}

// -----

// Scalars fold, also those that keep a tensor alive from inside a linalg op; a
// comparison is only turned around.

// CHECK-LABEL: func @scalars(
// CHECK-NOT:     linalg.exp
// CHECK-NOT:     tensor.dim
// CHECK:         arith.cmpi
// CHECK:         scf.if
func.func @scalars(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<8xf32>
  %t = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %d = tensor.dim %t, %c0 : tensor<8xf32>
    %di = arith.index_cast %d : index to i32
    %df = arith.sitofp %di : i32 to f32
    %y = arith.addf %i, %df : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  %c = arith.cmpi slt, %c0, %n : index
  %s = scf.if %c -> (tensor<8xf32>) {
    %q = linalg.tanh ins(%r : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %q : tensor<8xf32>
  } else {
    scf.yield %r : tensor<8xf32>
  }
  return %s : tensor<8xf32>
}
