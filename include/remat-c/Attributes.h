//===- Attributes.h - Attributes of the dialect, from C -----------*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_C_ATTRIBUTES_H
#define REMAT_C_ATTRIBUTES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All of these need the dialect `remat` to be loaded in the context. */

/*===----------------------------------------------------------------------===*/
/* #remat.cost: the cost of a task. */
/*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED bool rematAttributeIsACost(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID rematCostAttrGetTypeID(void);

/// `#remat.cost<time = ..., workspace = ...>`: nanoseconds and bytes, null if
/// not given. Returns a null attribute, after a diagnostic, for a value that is
/// negative or not finite, or if both are null.
MLIR_CAPI_EXPORTED MlirAttribute rematCostAttrGet(MlirContext context,
                                                  const double *time,
                                                  const int64_t *workspace);

/// Stores the nanoseconds; false if no time is given.
MLIR_CAPI_EXPORTED bool rematCostAttrGetTime(MlirAttribute attr, double *time);

/// Stores the bytes; false if no workspace is given.
MLIR_CAPI_EXPORTED bool rematCostAttrGetWorkspace(MlirAttribute attr,
                                                  int64_t *workspace);

/*===----------------------------------------------------------------------===*/
/* #remat.phase: part of a training step. */
/*===----------------------------------------------------------------------===*/

typedef enum RematTaskPhase {
  RematTaskPhaseForward = 0,
  RematTaskPhaseBackward = 1,
  RematTaskPhaseOther = 2
} RematTaskPhase;

MLIR_CAPI_EXPORTED bool rematAttributeIsAPhase(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID rematPhaseAttrGetTypeID(void);

/// Null for values outside the enum.
MLIR_CAPI_EXPORTED MlirAttribute rematPhaseAttrGet(MlirContext context,
                                                   RematTaskPhase phase);
MLIR_CAPI_EXPORTED RematTaskPhase rematPhaseAttrGetValue(MlirAttribute attr);

/*===----------------------------------------------------------------------===*/
/* #remat.policy: a user's constraint on a task. */
/*===----------------------------------------------------------------------===*/

typedef enum RematTaskPolicy {
  RematTaskPolicyAuto = 0,
  RematTaskPolicySave = 1,
  RematTaskPolicyRecompute = 2,
  RematTaskPolicyMayRecompute = 3
} RematTaskPolicy;

MLIR_CAPI_EXPORTED bool rematAttributeIsAPolicy(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID rematPolicyAttrGetTypeID(void);

/// Null for values outside the enum.
MLIR_CAPI_EXPORTED MlirAttribute rematPolicyAttrGet(MlirContext context,
                                                    RematTaskPolicy policy);
MLIR_CAPI_EXPORTED RematTaskPolicy rematPolicyAttrGetValue(MlirAttribute attr);

#ifdef __cplusplus
}
#endif

#endif /* REMAT_C_ATTRIBUTES_H */
