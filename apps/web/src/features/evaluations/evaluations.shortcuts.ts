/** Used by both the help and the screen, so the help never lists a shortcut that does nothing. */
export const EVALUATIONS_KEYS = {
  first: { keys: ["1"], does: "judgeA" },
  second: { keys: ["2"], does: "judgeB" },
  third: { keys: ["3"], does: "judgeTie" },
  fourth: { keys: ["4"], does: "judgeBothBad" },
  strength: { keys: ["1", "…", "7"], does: "judgeStrength" },
  submit: { keys: ["mod", "Enter"], does: "judgeSubmit" },
  undo: { keys: ["u"], does: "judgeUndo" },
  play: { keys: [" "], does: "judgePlay" },
  playToo: { keys: ["k"], does: "judgePlayToo" },
  back: { keys: ["ArrowLeft"], does: "judgeBack" },
  on: { keys: ["ArrowRight"], does: "judgeOn" },
  view: { keys: ["v"], does: "judgeView" },
  mark: { keys: ["m"], does: "judgeMark" },
  skip: { keys: ["s"], does: "judgeSkip" },
  form: { keys: ["ArrowDown"], does: "judgeForm" },
  leave: { keys: ["Escape"], does: "judgeLeave" },
} as const;

export type JudgingAct = Exclude<keyof typeof EVALUATIONS_KEYS, "first" | "second" | "third" | "fourth" | "strength">;
