/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const DIMENSIONS_KEYS = {
  create: { keys: ["n"], does: "createDimension" },
  save: { keys: ["mod", "s"], does: "saveSet" },
} as const;
