/** Shown in the help and used by the screen, so that the help cannot tell of keys that do nothing. */
export const VIEWER_KEYS = {
  before: { keys: ["ArrowLeft"], does: "sampleBefore" },
  next: { keys: ["ArrowRight"], does: "sampleNext" },
  shardBefore: { keys: ["PageUp"], does: "shardBefore" },
  shardNext: { keys: ["PageDown"], does: "shardNext" },
  random: { keys: ["r"], does: "sampleRandom" },
  hex: { keys: ["h"], does: "hexPane" },
  play: { keys: [" "], does: "streamPlay" },
} as const;
