/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const VIEWER_KEYS = {
  before: { keys: ["ArrowLeft"], does: "sampleBefore" },
  next: { keys: ["ArrowRight"], does: "sampleNext" },
  shardBefore: { keys: ["PageUp"], does: "shardBefore" },
  shardNext: { keys: ["PageDown"], does: "shardNext" },
  random: { keys: ["r"], does: "sampleRandom" },
  hex: { keys: ["h"], does: "hexPane" },
  play: { keys: [" "], does: "streamPlay" },
} as const;
