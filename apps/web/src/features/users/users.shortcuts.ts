/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const USERS_KEYS = {
  create: { keys: ["n"], does: "createUser" },
} as const;
