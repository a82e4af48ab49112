/** Shown in the help and used by the screen, so that the help cannot tell of keys that do nothing. */
export const ASSETS_KEYS = {
  upload: { keys: ["u"], does: "uploadFiles" },
  view: { keys: ["v"], does: "switchView" },
} as const;
