/** Strings that judging and labelling share, loaded with them. */
export const leasedWorkWords = {
  dismiss: "Got it",
  keysHelp: "keys",
  lease: {
    left: "time left {{time}}",
    ends: "Lease expires in {{time}}",
    about:
      "The item is assigned to you for this time. The page renews the lease while you are active; otherwise the item goes to somebody else.",
  },
  undo: { left_one: "{{count}} second left", left_other: "{{count}} seconds left" },
  more_one: "{{count}} more question below",
  more_other: "{{count}} more questions below",
  choice: { A: "A is better", B: "B is better", tie: "About the same", both_bad: "Both are bad" },
  skip: {
    button: "Skip item",
    title: "Skip this item?",
    action: "Skip item",
    reason: "Reason",
    note: "Note (optional)",
  },
} as const;
