/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const DATASETS_KEYS = {
  register: { keys: ["n"], does: "registerDataset" },
  view: { keys: ["v"], does: "switchDatasetView" },
} as const;
