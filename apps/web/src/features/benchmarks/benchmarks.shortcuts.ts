/** Shown in the help and used by the screen, so that the help cannot tell of keys that do nothing. */
export const BENCHMARKS_KEYS = {
  down: { keys: ["j"], does: "cellDown" },
  up: { keys: ["k"], does: "cellUp" },
  left: { keys: ["h"], does: "cellLeft" },
  right: { keys: ["l"], does: "cellRight" },
  play: { keys: [" "], does: "cellPlay" },
  panel: { keys: ["Enter"], does: "cellPanel" },
  regenerate: { keys: ["r"], does: "cellRegenerate" },
  compare: { keys: ["c"], does: "cellCompare" },
  exclude: { keys: ["x"], does: "cellExclude" },
} as const;
