/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const HISTORY_KEYS = {
  verify: { keys: ["v"], does: "verifyHistory" },
} as const;
