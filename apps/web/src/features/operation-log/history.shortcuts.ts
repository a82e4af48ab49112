/** Shown in the help and used by the screen, so that the help cannot tell of keys that do nothing. */
export const HISTORY_KEYS = {
  verify: { keys: ["v"], does: "verifyHistory" },
} as const;
