/** Strings of tasks that are made of the disagreements of an earlier one. */
export const labelDisagreementsWords = {
  disagreements: {
    task: "Earlier task",
    taskHint: "Search label tasks",
    taskHelp: "Tasks with more than one label for each item. The items keep their order and their prefilled values.",
    which: "Which items",
    pending: "Items that wait for an adjudicator",
    below: "Items whose labels agree less than",
    value: "Agreement below (%)",
    valueHelp: "100: every item whose labels are not the same.",
    open: "New task from disagreements",
    of: "disagreements of {{name}}",
  },
  disagreed: { filter: "Agreement", only: "Only items on which people disagree" },
} as const;
