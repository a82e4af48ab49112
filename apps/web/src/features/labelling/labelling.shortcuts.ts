/** Used by both the help and the screens, so the help never lists a shortcut that does nothing. */
export const LABEL_LIST_KEYS = {
  create: { keys: ["n"], does: "labelCreate" },
  resume: { keys: ["c"], does: "labelContinue" },
} as const;

export const LABEL_WORK_KEYS = {
  choose: { keys: ["1", "…", "9"], does: "labelChoose" },
  nextField: { keys: ["Tab"], does: "labelNextField" },
  submit: { keys: ["Enter"], does: "labelSubmit" },
  submitToo: { keys: ["mod", "Enter"], does: "labelSubmitToo" },
  skip: { keys: ["x"], does: "judgeSkip" },
  undo: { keys: ["u"], does: "labelUndo" },
  guidelines: { keys: ["g"], does: "labelGuidelines" },
  begin: { keys: ["i"], does: "labelBegin" },
  end: { keys: ["o"], does: "labelEnd" },
  play: { keys: [" "], does: "labelPlay" },
  playToo: { keys: ["k"], does: "labelPlayToo" },
  back: { keys: ["ArrowLeft"], does: "judgeBack" },
  on: { keys: ["ArrowRight"], does: "judgeOn" },
  backToo: { keys: [","], does: "labelBackToo" },
  onToo: { keys: ["."], does: "labelOnToo" },
  slower: { keys: ["["], does: "labelSlower" },
  faster: { keys: ["]"], does: "labelFaster" },
  loop: { keys: ["l"], does: "labelLoop" },
  view: { keys: ["v"], does: "judgeView" },
  form: { keys: ["ArrowDown"], does: "labelForm" },
  leave: { keys: ["Escape"], does: "labelLeave" },
} as const;

/** In the modes that review and adjudicate. */
export const LABEL_CHECK_KEYS = {
  accept: { keys: ["a"], does: "labelAccept" },
  fix: { keys: ["f"], does: "labelFix" },
  reject: { keys: ["r"], does: "labelReject" },
  take: { keys: ["1", "…", "9"], does: "labelTake" },
} as const;

export type LabelWorkAct = Exclude<keyof typeof LABEL_WORK_KEYS, "choose" | "nextField">;
