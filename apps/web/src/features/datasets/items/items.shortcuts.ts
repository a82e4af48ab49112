/** Used by both the help and the browser, so the help never lists a shortcut that does nothing. */
export const ITEMS_KEYS = {
  itemView: { keys: ["v"], does: "switchView" },
  mode: { keys: ["m"], does: "itemsMode" },
  dice: { keys: ["d"], does: "itemsDice" },
  where: { keys: ["f"], does: "itemsWhere" },
  rail: { keys: ["h"], does: "itemsRail" },
  funnel: { keys: ["u"], does: "itemsFunnel" },
  buckets: { keys: ["b"], does: "itemsBuckets" },
  save: { keys: ["s"], does: "itemsSave" },
  compare: { keys: ["c"], does: "itemsCompare" },
} as const;

/** Shortcuts of the focused list and the open item; handled by those components and listed in the help. */
export const ITEMS_TOLD_KEYS = {
  pick: { keys: [" "], does: "itemsPick" },
  open: { keys: ["Enter"], does: "itemsOpen" },
  frameBack: { keys: [","], does: "itemsFrameBack" },
  frameOn: { keys: ["."], does: "itemsFrameOn" },
  loopIn: { keys: ["i"], does: "itemsLoopIn" },
  loopOut: { keys: ["o"], does: "itemsLoopOut" },
  slower: { keys: ["["], does: "itemsSlower" },
  faster: { keys: ["]"], does: "itemsFaster" },
} as const;
