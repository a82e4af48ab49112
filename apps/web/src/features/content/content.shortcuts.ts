/** Used by both the help and the lightbox, so the help never lists a shortcut that does nothing. */
export const CONTENT_KEYS = {
  previous: { keys: ["ArrowLeft"], does: "favoritePrevious" },
  next: { keys: ["ArrowRight"], does: "favoriteNext" },
  approve: { keys: ["a"], does: "favoriteApprove" },
  reject: { keys: ["r"], does: "favoriteReject" },
} as const;
