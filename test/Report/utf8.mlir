// Names need not be UTF-8; the files are.

// RUN: rm -rf %t && mkdir %t
// RUN: remat-opt %s --allow-unregistered-dialect --remat-budget=1KiB --remat-report=%t/plan.html -o /dev/null
// RUN: remat-opt %s --allow-unregistered-dialect --remat-sweep=2 --remat-report=%t/sweep.csv -o %t/sweep.txt
// RUN: remat-opt %s --allow-unregistered-dialect --remat-budget=1KiB --remat-plan-out=%t/plan.json -o /dev/null
// RUN: remat-opt %s --allow-unregistered-dialect --remat-plan-in=%t/plan.json -o /dev/null
// RUN: %python -c "import sys; [open(path, encoding='utf-8').read() for path in sys.argv[1:]]" %t/plan.html %t/sweep.csv %t/sweep.txt %t/plan.json
// RUN: FileCheck %s --check-prefix=CSV --input-file=%t/sweep.csv
// CSV: a{{.+}},auto,

func.func @"a\FF"(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  %1 = "test.b\FF"(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
