/** The shortcuts of the screen, also listed in the help. */
export const SETTINGS_KEYS = {
  create: { keys: ["n"], does: "configCreate" },
  drafts: { keys: ["d"], does: "configDrafts" },
} as const;
