import type { createTemplateBody, DimensionItem, TemplateDetail, TemplateQuestion } from "@dailies/contract";
import type { z } from "zod";
import { canonical } from "../canonical.ts";

type SetBody = Omit<z.input<typeof createTemplateBody>, "request_key">;

/** A set in the editor; its entries contain the full questions, for the preview. */
export interface SetDraft {
  name: string;
  mode: TemplateDetail["mode"];
  instructions: string;
  judges_per_item: number;
  items: readonly TemplateQuestion[];
}

export const BLANK_SET: SetDraft = {
  name: "",
  mode: "pairwise",
  instructions: "",
  judges_per_item: 3,
  items: [],
};

export const draftOf = ({ name, mode, instructions, judges_per_item, items }: TemplateDetail): SetDraft => ({
  name,
  mode,
  instructions,

  judges_per_item,
  items,
});

/** The request body: for each question only its id and its settings in this set. */
export const bodyOf = ({ items, ...fields }: SetDraft): SetBody => ({
  ...fields,
  items: items.map(({ dimension_id, dimension_version, weight, is_required, section }) => ({
    dimension_id,
    dimension_version,
    weight,
    is_required,
    section,
  })),
});

export const isSame = (one: SetDraft, other: SetDraft): boolean => canonical(bodyOf(one)) === canonical(bodyOf(other));

type Questionable = Pick<
  DimensionItem,
  | "id"
  | "key"
  | "version"
  | "name"
  | "description"
  | "rubric"
  | "field"
  | "direction"
  | "source"
  | "metric_key"
  | "weight"
  | "is_required"
>;

export const questionOf = (dimension: Questionable): TemplateQuestion => ({
  dimension_id: dimension.id,
  dimension_version: dimension.version,
  key: dimension.key,
  name: dimension.name,
  description: dimension.description,
  rubric: dimension.rubric,
  field: dimension.field,
  direction: dimension.direction,
  source: dimension.source,
  metric_key: dimension.metric_key,
  weight: dimension.weight,
  is_required: dimension.is_required,
  section: "",
});

export const indexOf = ({ items }: SetDraft, dimensionId: string): number =>
  items.findIndex(({ dimension_id }) => dimension_id === dimensionId);

/** Appends it, in the section of the last entry. */
export const withDimension = (draft: SetDraft, dimension: Questionable): SetDraft => {
  if (indexOf(draft, dimension.id) >= 0) return draft;
  const section = draft.items.at(-1)?.section ?? "";
  return { ...draft, items: [...draft.items, { ...questionOf(dimension), section }] };
};

export const without = (draft: SetDraft, dimensionId: string): SetDraft => ({
  ...draft,
  items: draft.items.filter(({ dimension_id }) => dimension_id !== dimensionId),
});

export const moved = (draft: SetDraft, from: number, to: number): SetDraft => {
  const item = draft.items[from];
  if (!item || to < 0 || to >= draft.items.length || from === to) return draft;
  return { ...draft, items: draft.items.toSpliced(from, 1).toSpliced(to, 0, item) };
};

export const withEntry = (
  draft: SetDraft,
  dimensionId: string,
  patch: Partial<Pick<TemplateQuestion, "weight" | "is_required" | "section">>,
): SetDraft => ({
  ...draft,
  items: draft.items.map((item) => (item.dimension_id === dimensionId ? { ...item, ...patch } : item)),
});

/** Upgrades to the current version of the dimension; its settings in this set stay. */
export const withVersion = (draft: SetDraft, dimension: Questionable): SetDraft => ({
  ...draft,
  items: draft.items.map((item) => {
    if (item.dimension_id !== dimension.id) return item;
    const { weight, is_required, section } = item;
    return { ...questionOf(dimension), weight, is_required, section };
  }),
});

/** Each weight as a share of the total; null if there are no weights. */
export const sharesOf = (items: readonly Pick<TemplateQuestion, "weight" | "direction">[]): (number | null)[] => {
  const counts = items.map(({ weight, direction }) => (direction === "none" ? 0 : weight));
  const whole = counts.reduce((sum, weight) => sum + weight, 0);
  return items.map(({ direction }, index) =>
    whole === 0 || direction === "none" ? null : (counts[index] ?? 0) / whole,
  );
};
