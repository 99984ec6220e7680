// RUN: remat-opt %s --remat-gpu-emulate=launch=true --split-input-file --verify-diagnostics

// What the emulation does not know is an error where it stands.

gpu.module @kernels {
  gpu.func @print() kernel {
    // expected-error @below {{cannot be emulated on the host}}
    gpu.printf "hello\n"
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @int8(%a: vector<4x4xi8>, %b: vector<2x4xi8>, %c: vector<2x2xi32>, %d: memref<vector<2x2xi32>>) kernel {
    // expected-error @below {{of a shape or of types that are not emulated}}
    %0 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
    memref.store %0, %d[] : memref<vector<2x2xi32>>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{has no body to be emulated}}
  func.func private @external()
}

// -----

gpu.module @one {
  gpu.func @same() kernel {
    gpu.return
  }
}
gpu.module @two {
  // expected-error @below {{is there in two modules of the device}}
  gpu.func @same() kernel {
    gpu.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @nothing() kernel {
      gpu.return
    }
  }
  func.func @main(%n: index) {
    // expected-error @below {{is asynchronous}}
    %0 = gpu.launch_func async @kernels::@nothing blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
