/** Shown in the help and used by the screen, so that the help cannot tell of keys that do nothing. */
export const DIMENSIONS_KEYS = {
  create: { keys: ["n"], does: "createDimension" },
  save: { keys: ["mod", "s"], does: "saveSet" },
} as const;
