/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
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
