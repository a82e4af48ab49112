/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const CREDITS_KEYS = {
  grant: { keys: ["g"], does: "grantCredits" },
} as const;
