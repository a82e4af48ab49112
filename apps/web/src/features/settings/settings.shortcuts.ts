/** The keys of the screen; the frame's help shows them from here. */
export const SETTINGS_KEYS = {
  create: { keys: ["n"], does: "configCreate" },
  drafts: { keys: ["d"], does: "configDrafts" },
} as const;
