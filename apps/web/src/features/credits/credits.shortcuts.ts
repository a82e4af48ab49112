/** Shown in the help and used by the screen, so that the help cannot tell of keys that do nothing. */
export const CREDITS_KEYS = {
  grant: { keys: ["g"], does: "grantCredits" },
} as const;
