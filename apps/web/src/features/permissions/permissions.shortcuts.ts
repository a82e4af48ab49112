/** Shown in the help and used by the matrix, so that the help cannot tell of keys that do nothing. */
export const PERMISSIONS_KEYS = {
  toggle: { keys: [" "], does: "matrixToggle" },
  review: { keys: ["r"], does: "matrixReview" },
} as const;
