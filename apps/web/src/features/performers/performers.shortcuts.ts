/** Shown in the help and used by the forms, so that the help cannot tell of keys that do nothing. */
export const PERFORMERS_KEYS = {
  run: { keys: ["mod", "Enter"], does: "runPerformer" },
} as const;
