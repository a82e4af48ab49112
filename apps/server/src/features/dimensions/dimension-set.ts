import type { DimensionContent, TemplateFile } from "@dailies/contract";
import type { Asked } from "./dimension.store.ts";
import type { TemplateEntry, TemplateSheet } from "./templates/template.store.ts";

/** A template with its dimensions by key, the shape of import files and starter sets. */
export interface DimensionSet {
  readonly sheet: Omit<TemplateSheet, "entries">;
  readonly items: readonly SetItem[];
}

export interface SetItem extends Omit<TemplateEntry, "dimensionId" | "dimensionVersion"> {
  readonly key: string;
  readonly asked: Asked;
}

export const askedOf = (content: DimensionContent): Asked => ({
  name: content.name,
  description: content.description,
  rubric: content.rubric,
  field: content.field,
  isRequired: content.is_required,
  direction: content.direction,
  weight: content.weight,
  source: content.source,
  metricKey: content.metric_key,
  appliesTo: [...new Set(content.applies_to)],
  tags: [...new Set(content.tags)],
});

export const contentOf = (asked: Asked): DimensionContent => ({
  name: asked.name,
  description: asked.description,
  rubric: asked.rubric,
  field: asked.field,
  is_required: asked.isRequired,
  direction: asked.direction,
  weight: asked.weight,
  source: asked.source,
  metric_key: asked.metricKey,
  applies_to: [...asked.appliesTo],
  tags: [...asked.tags],
});

export const sheetOf = (template: TemplateFile["template"]): DimensionSet["sheet"] => ({
  name: template.name,
  mode: template.mode,
  instructions: template.instructions,
  judgesPerItem: template.judges_per_item,
});

export const setOf = ({ template, items }: TemplateFile): DimensionSet => ({
  sheet: sheetOf(template),
  items: items.map(({ key, section, ...content }) => ({
    key,
    section,
    asked: askedOf(content),
    weight: content.weight,
    isRequired: content.is_required,
  })),
});

/** The template entries of a set whose dimensions already exist in the database. */
export const entriesOf = (
  items: readonly SetItem[],
  places: ReadonlyMap<string, { readonly id: string; readonly version: number }>,
): TemplateEntry[] =>
  items.map(({ key, weight, isRequired, section }) => {
    const place = places.get(key);
    if (!place) throw new Error(`the dimension '${key}' was not made`);
    return { dimensionId: place.id, dimensionVersion: place.version, weight, isRequired, section };
  });
