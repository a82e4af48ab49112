import { labelPrefillModelWords } from "../prefill/locales/model-en.ts";
import { labelPrefillWords } from "../prefill/locales/prefill-en.ts";
import { labelCreateWords } from "./create-en.ts";
import { labelDisagreementsWords } from "./disagreements-en.ts";
import { labelExportWords } from "./exports-en.ts";
import { labelGoldWords } from "./gold-en.ts";
import { labelGroupWords } from "./groups/en.ts";
import { labelHistoryWords } from "./history-en.ts";
import { labelManageWords } from "./manage-en.ts";
import { labelPairWords } from "./pairs/en.ts";
import { labelReportWords } from "./report-en.ts";
import { labelReviewWords } from "./review-en.ts";
import { labelWorkWords } from "./work-en.ts";

/** Strings of labelling. */
export const labellingWords = {
  toList: "Go to label tasks",
  toHome: "Go to Home",
  taskFailed: "The label task could not be loaded",
  claimFailed: "The next items could not be loaded",
  tabs: { mine: "Mine", all: "All", review: "Review" },
  status: {
    Draft: "Draft",
    Filling: "Reading items",
    Failed: "Failed",
    Open: "Open",
    Paused: "Paused",
    Closed: "Closed",
  },
  list: {
    search: "Name or template",
    name: "Name",
    template: "Template",
    source: "Dataset",
    progress: "Labels",
    progressOf: "Labels of {{name}}",
    done: "{{done}} of {{total}}",
    overlap: "Overlap",
    mine: "Mine",
    due: "Due",
    status: "Status",
    owner: "Owner",
    priority: "Priority",
    updated: "Updated",
    acts: "Actions",
  },
  next: {
    title: "Continue labelling",
    resume: "Continue",
    start: "Start labelling",
    left_one: "{{shown}} label left",
    left_other: "{{shown}} labels left",
    leased_one: "{{shown}} item reserved for you",
    leased_other: "{{shown}} items reserved for you",
    until: "until",
  },
  empty: {
    title: "No label tasks yet",
    hint: "A label task gives the items of a dataset view to people, one at a time, and keeps every answer. Start with a form:",
    found: "No task matches",
    foundHint: "Change the search or the filters.",
    external: "No label tasks",
    externalHint: "Tasks that you are asked to label appear here.",
  },
  acts: {
    menu: "Actions on {{name}}",
    open: "Label",
    history: "History",
    people: "People",
    guidelines: "Guidelines",
    export: "Export labels",
    start: "Start",
    pause: "Pause",
    resume: "Resume",
    reopen: "Open again",
    close: "Close",
  },
  change: {
    start: {
      title: "Start {{name}}?",
      effect: "The items are read from the dataset. Labelling begins as soon as they are ready.",
      action: "Start task",
      done: "{{name}} was started.",
    },
    pause: {
      title: "Pause {{name}}?",
      effect: "Nobody gets new items. People can submit the items that they hold.",
      action: "Pause task",
      done: "{{name}} was paused.",
    },
    resume: {
      title: "Resume {{name}}?",
      effect: "People get items again.",
      action: "Resume task",
      done: "{{name}} was resumed.",
    },
    reopen: {
      title: "Open {{name}} again?",
      effect: "People get items again. All labels are kept.",
      action: "Open task again",
      done: "{{name}} is open again.",
    },
    close: {
      title: "Close {{name}}?",
      effect: "Nobody can label any more. All labels are kept and can be exported. You can open the task again.",
      action: "Close task",
      done: "{{name}} was closed.",
    },
  },
  people: {
    title: "People of {{name}}",
    asked: "Asked to label",
    hint: "Internal users may label every open task. External users see only the tasks they are asked for. Labels of removed people are kept.",
    save: "Save people",
    saved: "The people were saved.",
    done: "Labels by person",
    name: "Person",
    submitted: "Labels",
    skipped: "Skipped",
    leased: "In hand",
    kept: "Prefill kept",
    keptHint: "Share of prefilled fields that were submitted unchanged.",
    notAsked: "not asked",
  },
  guidelines: {
    title: "Guidelines",
    of: "Guidelines of {{name}}",
    about:
      "Saving writes a new version after version {{version}}. Each label keeps the version that it was made under.",
    text: "Text (Markdown)",
    preview: "Preview",
    placeholder: "# What to look for\n\n- Describe what is visible\n- Do not guess intentions",
    syntax: "# heading, **bold**, *italic*, - list, 1. list, > quote, `code`, [link](https://…)",
    none: "There are no guidelines.",
    version: "Version {{version}} by {{by}},",
    changed: "The guidelines changed: version {{version}} is new.",
    read: "Read guidelines",
    save: "Save new version",
    saved: "Version {{version}} of the guidelines was saved.",
  },
  gone: {
    title: "No such label task",
    hint: "It does not exist, or it is not shared with you.",
  },
  ...labelCreateWords,
  ...labelDisagreementsWords,
  ...labelExportWords,
  ...labelGoldWords,
  ...labelPrefillWords,
  ...labelPrefillModelWords,
  ...labelGroupWords,
  ...labelHistoryWords,
  ...labelManageWords,
  ...labelPairWords,
  ...labelReportWords,
  ...labelReviewWords,
  ...labelWorkWords,
} as const;
