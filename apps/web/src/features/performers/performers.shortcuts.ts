/** Used by both the help and the forms, so the help never lists a shortcut that does nothing. */
export const PERFORMERS_KEYS = {
  run: { keys: ["mod", "Enter"], does: "runPerformer" },
} as const;
