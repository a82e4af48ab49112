/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const ASSETS_KEYS = {
  upload: { keys: ["u"], does: "uploadFiles" },
  view: { keys: ["v"], does: "switchView" },
} as const;
