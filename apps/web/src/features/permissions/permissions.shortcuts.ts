/** Used by both the help and the matrix, so the help never lists a shortcut that does nothing. */
export const PERMISSIONS_KEYS = {
  toggle: { keys: [" "], does: "matrixToggle" },
  review: { keys: ["r"], does: "matrixReview" },
} as const;
