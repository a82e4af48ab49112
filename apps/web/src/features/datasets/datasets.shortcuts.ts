/** Shown in the help and used by the screen, so that the help cannot tell of keys that do nothing. */
export const DATASETS_KEYS = {
  register: { keys: ["n"], does: "registerDataset" },
  view: { keys: ["v"], does: "switchDatasetView" },
} as const;
