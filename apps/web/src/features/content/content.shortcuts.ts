/** Shown in the help and used by the lightbox, so that the help cannot tell of keys that do nothing. */
export const CONTENT_KEYS = {
  previous: { keys: ["ArrowLeft"], does: "favoritePrevious" },
  next: { keys: ["ArrowRight"], does: "favoriteNext" },
  approve: { keys: ["a"], does: "favoriteApprove" },
  reject: { keys: ["r"], does: "favoriteReject" },
} as const;
