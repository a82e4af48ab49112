/** Shown in the help and used by the screen, so that the help cannot tell of keys that do nothing. */
export const USERS_KEYS = {
  create: { keys: ["n"], does: "createUser" },
} as const;
