export const judgingsWords = {
  title: "Blind judging",
  about: "How often people who did not know the models preferred an arm to the first one. Ties count half.",
  none: "No judging is attached. Have clips of models trained with the arms judged blind, then attach it here.",
  attach: "Attach a judging",
  again: "Count again",
  detach: "Detach {{name}}",
  counted: "Counted by {{by}}, ",
  tally: "{{wins}} won, {{ties}} tied, {{losses}} lost on {{prompts}} prompts",
  verdict: {
    preferred: "Preferred",
    not_preferred: "Not preferred",
    no_preference: "No clear preference",
    too_few: "Too few judgements to say",
  },
  method:
    "Share of judgements with an interval of 95 % that takes prompts as drawn: many judgements of few prompts say little.",
  frozen: "{{arm}} preferred in {{rate}} ({{judging}})",
  dialog: {
    title: "Attach a blind judging",
    about:
      "Choose a finished judging and say which column of it is which arm. Everybody who sees this question sees the rates.",
    task: "Judging",
    taskHint: "Part of the name of a finished task",
    column: "Column of {{arm}}",
    columnHint: "not judged",
    needsTask: "please choose a judging",
    needsColumns: "please choose the column of the first arm and of one more",
    onceEach: "a column belongs to one arm",
    notPairs: "People rated these clips one by one. Only judgements of pairs have a win rate.",
    action: "Attach",
  },
};
