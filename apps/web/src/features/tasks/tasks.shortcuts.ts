/** Shown in the help and used by the screen, so that the help cannot tell of keys that do nothing. */
export const TASKS_KEYS = {
  create: { keys: ["n"], does: "createTask" },
  select: { keys: [" "], does: "selectTask" },
} as const;
