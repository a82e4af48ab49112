/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const PACKAGES_KEYS = {
  create: { keys: ["n"], does: "packageCreate" },
} as const;
