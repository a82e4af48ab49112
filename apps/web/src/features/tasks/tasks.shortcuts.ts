/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const TASKS_KEYS = {
  create: { keys: ["n"], does: "createTask" },
  select: { keys: [" "], does: "selectTask" },
} as const;
