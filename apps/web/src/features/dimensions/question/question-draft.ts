import {
  createDimensionBody,
  type DimensionContent,
  type DimensionItem,
  type FieldSpec,
  findMetric,
  scalePoints,
  updateDimensionBody,
} from "@dailies/contract";
import { canonical } from "../canonical.ts";

/** A dimension being edited in the panel. */
export interface QuestionDraft extends DimensionContent {
  key: string;
}

export const BLANK_QUESTION: QuestionDraft = {
  key: "",
  name: "",
  description: "",
  rubric: { levels: [], good_asset_ids: [], bad_asset_ids: [] },
  field: { type: "number", min: 1, max: 5, is_integer: true, display: "likert" },
  is_required: true,
  direction: "higher",
  weight: 1,
  source: "human",
  metric_key: null,
  applies_to: [],
  tags: [],
};

const CONTENT = [
  "name",
  "description",
  "rubric",
  "field",
  "is_required",
  "direction",
  "weight",
  "source",
  "metric_key",
  "applies_to",
  "tags",
] as const satisfies readonly (keyof DimensionContent)[];

export const contentOf = (from: DimensionContent): DimensionContent =>
  Object.fromEntries(CONTENT.map((name) => [name, from[name]])) as unknown as DimensionContent;

export const questionDraftOf = (item: DimensionItem): QuestionDraft => ({ key: item.key, ...contentOf(item) });

export const isSameQuestion = (one: QuestionDraft, other: QuestionDraft): boolean =>
  canonical([one.key, contentOf(one)]) === canonical([other.key, contentOf(other)]);

const MAX_KEY = 64;

/** Derives a key from the name, as far as its characters allow. */
export const keyFrom = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, MAX_KEY);

const SOME_KEY = "019a0000-0000-7000-8000-000000000000";

/** Validation errors by field; the first of each. */
export const questionFaults = (draft: QuestionDraft, isNew: boolean): Record<string, string> => {
  const { key, ...content } = draft;
  const parsed = isNew
    ? createDimensionBody.safeParse({ key, ...content, request_key: SOME_KEY })
    : updateDimensionBody.safeParse({ ...content, expect_version: 1 });
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) faults[String(path[0] ?? "")] ??= message;
  return faults;
};

/** Changing the source resets the metric; every source other than people answers with a number. */
export const withSource = (draft: QuestionDraft, source: QuestionDraft["source"]): QuestionDraft => ({
  ...draft,
  source,
  metric_key: null,
  ...(source !== "human" && draft.field.type !== "number" && { field: { type: "number" } }),
});

export const withMetric = (draft: QuestionDraft, key: string): QuestionDraft => {
  const metric = findMetric(key);
  if (!metric) return { ...draft, metric_key: key };
  const field: FieldSpec = { type: "number", ...(metric.unit !== "" && { unit: metric.unit }) };
  return { ...draft, metric_key: key, direction: metric.direction, field };
};

/** The values that can have rubric anchors. */
export const levelsOf = (field: FieldSpec): string[] => {
  if (field.type === "number") return (scalePoints(field) ?? []).map(String);
  if (field.type === "text" || field.type === "list") return (field.options ?? []).map(String);
  return [];
};
