/** Strings of items with two clips. */
export const labelPairWords = {
  pairs: {
    column: "Column with the key of the other clip",
    columnHelp:
      "Each item is compared with the clip that this column names. Items without one are left out and reported.",
    columnHint: "Choose a column",
    missing: "Choose the column with the key of the other clip.",
    keysHelp: "To compare two clips, enter two keys on each line, separated by a comma or a tab.",
    found_one: "{{shown}} pair of clips.",
    found_other: "{{shown}} pairs of clips.",
    badLine: "Line {{line}} does not name two different clips: enter two keys on each line.",
    playerKeys: "Space play · , . frame · [ ] speed · l loop · v view",
    better: "{{clip}} is better",
    versus: "{{first}} with {{second}}",
    preview: "Labellers see two clips side by side, on sides that are drawn at random.",
    noColumns:
      "Each label of this task belongs to two items, so that it cannot become a column. Export the labels to a file.",
  },
} as const;
