import {
  comparesClips,
  type createLabelTaskBody,
  type LABEL_ORDERS,
  type LabelStarter,
  type LabelTemplateContent,
  type LabelTemplateItem,
  LEASE_S,
  labelStarter,
  MAX_LABEL_KEYS,
} from "@dailies/contract";
import type { z } from "zod";
import { pairsOf } from "../pairs/parse-pairs.ts";
import { templateFaults } from "../templates/template-draft.ts";

export const STEPS = ["source", "template", "settings", "guidelines"] as const;
export type Step = (typeof STEPS)[number];

export const SOURCE_KINDS = ["view", "keys", "disagreements"] as const;
type SourceKind = (typeof SOURCE_KINDS)[number];

/** A starter, or a saved template at its newest version. */
type TemplateOrigin =
  | { readonly kind: "starter"; readonly starter: LabelStarter }
  | { readonly kind: "saved"; readonly template: LabelTemplateItem };

export interface TaskDraft {
  readonly name: string;
  readonly sourceKind: SourceKind;
  readonly datasetId: string | undefined;
  readonly viewId: string | undefined;
  /** Draws this many items; null takes all of them. */
  readonly count: number | null;
  readonly keysText: string;
  /** The column of the view with the key of the second clip, for forms that compare two. */
  readonly pairColumn: string | undefined;
  /** The earlier task whose disagreements are taken, and below which agreement; null takes what is to be adjudicated. */
  readonly fromTaskId: string | undefined;
  readonly below: number | null;
  readonly origin: TemplateOrigin;
  readonly content: LabelTemplateContent;
  readonly prefill: Readonly<Record<string, string>>;
  /** The column with the score of these values. */
  readonly scoreColumn: string | undefined;
  readonly overlap: number;
  /** Percent. */
  readonly reviewShare: number;
  /** Percent; null follows the form. */
  readonly adjudicateBelow: number | null;
  readonly leaseMinutes: number;
  readonly order: (typeof LABEL_ORDERS)[number];
  readonly people: readonly string[];
  /** Codes. */
  readonly groups: readonly string[];
  readonly dueAt: string | undefined;
  readonly priority: number;
  readonly guidelines: string;
}

interface DraftStart {
  readonly starter?: LabelStarter;
  readonly datasetId?: string;
  readonly viewId?: string;
  readonly fromTaskId?: string;
}

export const firstDraft = ({ starter = "caption_edit", datasetId, viewId, fromTaskId }: DraftStart): TaskDraft => ({
  name: "",
  sourceKind: fromTaskId === undefined ? "view" : "disagreements",
  datasetId,
  viewId,
  count: null,
  keysText: "",
  pairColumn: undefined,
  fromTaskId,
  below: null,
  origin: { kind: "starter", starter },
  content: labelStarter(starter),
  prefill: {},
  scoreColumn: undefined,
  overlap: 1,
  reviewShare: 0,
  adjudicateBelow: null,
  leaseMinutes: LEASE_S / 60,
  order: "sequence",
  people: [],
  groups: [],
  dueAt: undefined,
  priority: 0,
  guidelines: "",
});

/** One key for each line, as pasted from a spreadsheet or a text file. */
export const keysOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

const originalOf = (origin: TemplateOrigin): LabelTemplateContent =>
  origin.kind === "starter" ? labelStarter(origin.starter) : origin.template;

const contentOf = ({ name, description, fields }: LabelTemplateContent): LabelTemplateContent => ({
  name,
  description,
  fields,
});

/** Whether a saved template was changed, so that it gets a new version. */
export const isTemplateChanged = ({ origin, content }: TaskDraft): boolean =>
  JSON.stringify(contentOf(originalOf(origin))) !== JSON.stringify(contentOf(content));

const missingItems = ({ sourceKind, datasetId, viewId, keysText, fromTaskId }: TaskDraft): string[] => {
  if (sourceKind === "disagreements") return fromTaskId === undefined ? ["task"] : [];
  if (datasetId === undefined) return ["dataset"];
  if (sourceKind === "view") return viewId === undefined ? ["view"] : [];
  const keys = keysOf(keysText).length;
  return keys === 0 || keys > MAX_LABEL_KEYS ? ["keys"] : [];
};

const missingPairs = ({ content, sourceKind, pairColumn, keysText }: TaskDraft): string[] => {
  if (!comparesClips(content.fields) || sourceKind === "disagreements") return [];
  const { keys, badLine } = pairsOf(keysText);
  const isComplete = sourceKind === "view" ? pairColumn !== undefined : keys.length > 0 && badLine === undefined;
  return isComplete ? [] : ["pairs"];
};

/** What each step still lacks, as translation keys. */
export const missingIn = (draft: TaskDraft, step: Step): readonly string[] => {
  if (step === "template")
    return [...(templateFaults(draft.content).length > 0 ? ["template"] : []), ...missingPairs(draft)];
  if (step !== "source") return [];
  return [...(draft.name.trim() === "" ? ["name"] : []), ...missingItems(draft)];
};

type CreateBody = z.input<typeof createLabelTaskBody>;

/** Single keys, or two on each line. */
export const namedBy = (keysText: string, isPairwise: boolean): { keys: string[]; other_keys?: string[] } => {
  if (!isPairwise) return { keys: keysOf(keysText) };
  const { keys, otherKeys } = pairsOf(keysText);
  return { keys, other_keys: otherKeys };
};

const sourceOf = (draft: TaskDraft): CreateBody["source"] => {
  const { sourceKind, datasetId, viewId, count, keysText, pairColumn, fromTaskId, below } = draft;
  const isPairwise = comparesClips(draft.content.fields);
  if (sourceKind === "view")
    return { kind: sourceKind, view_id: viewId ?? "", count, pair_column: isPairwise ? (pairColumn ?? null) : null };
  if (sourceKind === "keys") return { kind: sourceKind, dataset_id: datasetId ?? "", ...namedBy(keysText, isPairwise) };
  return { kind: sourceKind, task_id: fromTaskId ?? "", below };
};

/** The body of the call, once the template has an id. */
export const bodyOf = (
  draft: TaskDraft,
  template: { readonly id: string; readonly version: number },
  requestKey: string,
): CreateBody => {
  const isCopied = draft.sourceKind === "disagreements";
  const known = new Set(draft.content.fields.map(({ key }) => key));
  const prefill = Object.entries(draft.prefill)
    .filter(([field]) => !isCopied && known.has(field))
    .map(([field, column]) => ({ field, column }));
  return {
    name: draft.name.trim(),
    template_id: template.id,
    template_version: template.version,
    source: sourceOf(draft),
    overlap: draft.overlap,
    review_share: draft.reviewShare,
    adjudicate_below: draft.adjudicateBelow ?? undefined,
    order: isCopied ? "sequence" : draft.order,
    prefill,
    prefill_score_column: prefill.length > 0 ? (draft.scoreColumn ?? null) : null,
    guidelines: draft.guidelines,
    people: [...draft.people],
    groups: [...draft.groups],
    lease_minutes: draft.leaseMinutes,
    priority: draft.priority,
    due_at: draft.dueAt ?? null,
    request_key: requestKey,
  };
};
