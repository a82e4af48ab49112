import { z } from "zod";
import { FIELD_KEY, FIELD_KEY_FAULT, type FieldSpec, fieldSpec } from "../fields/field-types.ts";
import { moment, nonNegativeInt, text, uuid, versionNumber } from "../kit.ts";
import { DIRECTIONS, findMetric } from "../metrics/metric-specs.ts";

/** Who answers: a human, an automatic metric of the clip, or a performer of kind judge. */
export const DIMENSION_SOURCES = ["human", "auto", "judge"] as const;
export const MODALITIES = ["t2v", "i2v", "v2v", "audio"] as const;
export const EVALUATION_MODES = ["rating", "pairwise", "auto"] as const;
export const STARTERS = ["default", "vbench16", "acr", "ccr"] as const;

export const MAX_TEMPLATE_DIMENSIONS = 40;

/** Meaning of a level, so that raters apply it alike. */
export const rubricLevel = z.strictObject({ value: text({ min: 1, max: 40 }), words: text({ max: 300 }) });
export const rubric = z.strictObject({
  levels: z.array(rubricLevel).max(21).default([]),
  good_asset_ids: z.array(uuid).max(4).default([]),
  bad_asset_ids: z.array(uuid).max(4).default([]),
});
export type Rubric = z.output<typeof rubric>;

const weight = z.number().min(0).max(1_000);

const dimensionFields = {
  name: text({ min: 1, max: 120, required: "please enter a name" }),
  description: text({ max: 2_000 }).default(""),
  rubric: rubric.default({ levels: [], good_asset_ids: [], bad_asset_ids: [] }),
  field: fieldSpec,
  is_required: z.boolean().default(true),
  direction: z.enum(DIRECTIONS).default("higher"),
  weight: weight.default(1),
  source: z.enum(DIMENSION_SOURCES).default("human"),
  /** The metric key for `auto`, the performer's id for `judge`, null for `human`. */
  metric_key: text({ min: 1, max: 80 }).nullable().default(null),
  applies_to: z.array(z.enum(MODALITIES)).max(MODALITIES.length).default([]),
  tags: z
    .array(text({ min: 1, max: 60 }))
    .max(20)
    .default([]),
};
const dimensionContent = z.object(dimensionFields);
/** Content of one version of a dimension. */
export type DimensionContent = z.output<typeof dimensionContent>;

const dimensionKey = z.string().regex(FIELD_KEY, FIELD_KEY_FAULT);
interface Sourced {
  source: (typeof DIMENSION_SOURCES)[number];
  metric_key: string | null;
  field: FieldSpec;
}
const sourceFault = ({ source, metric_key, field }: Sourced): [path: string, message: string] | undefined => {
  if (source === "human")
    return metric_key === null ? undefined : ["metric_key", "omit metric_key for human dimensions"];
  if (metric_key === null) return ["metric_key", "please choose a metric"];
  if (field.type !== "number") return ["field", "a measured dimension must be a number"];
  if (source === "auto" && !findMetric(metric_key)) return ["metric_key", "there is no such measurement"];
  if (source === "judge" && !uuid.safeParse(metric_key).success)
    return ["metric_key", "please choose the judge performer"];
  return undefined;
};
const sourceNamesMetric = (sourced: Sourced, context: z.core.$RefinementCtx): void => {
  const [path, message] = sourceFault(sourced) ?? [];
  if (path !== undefined) context.issues.push({ code: "custom", path: [path], input: sourced, message });
};

export const createDimensionBody = z
  .strictObject({ key: dimensionKey, ...dimensionFields, request_key: uuid })
  .superRefine(sourceNamesMetric);
export const updateDimensionBody = z
  .strictObject({ ...dimensionFields, expect_version: versionNumber })
  .superRefine(sourceNamesMetric);

export const dimensionItem = z.object({
  id: uuid,
  key: z.string(),
  version: versionNumber,
  ...dimensionFields,
  owner: z.string(),
  owner_id: uuid,
  may_change: z.boolean(),
  /** Number of templates that contain any version of it. */
  used_by: nonNegativeInt,
  /** Once a template contains this version, an edit creates the next one. */
  is_frozen: z.boolean(),
  archived_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
});
export type DimensionItem = z.output<typeof dimensionItem>;

export const dimensionVersion = z.object({
  version: versionNumber,
  ...dimensionFields,
  created_by: z.string(),
  created_at: moment,
});
export const dimensionDetail = dimensionItem.extend({ versions: z.array(dimensionVersion) });

const templateFields = {
  name: text({ min: 1, max: 120, required: "please enter a name" }),
  mode: z.enum(EVALUATION_MODES).default("pairwise"),
  instructions: text({ max: 4_000 }).default(""),
  judges_per_item: z.int().min(1).max(50).default(3),
};
export const templateEntry = z.strictObject({
  dimension_id: uuid,
  dimension_version: versionNumber,
  weight,
  is_required: z.boolean(),
  section: text({ max: 80 }).default(""),
});
const templateEntries = z
  .array(templateEntry)
  .min(1, "please add at least one dimension")
  .max(MAX_TEMPLATE_DIMENSIONS)
  .superRefine((entries, context) => {
    const seen = new Set<string>();
    for (const [index, { dimension_id }] of entries.entries()) {
      if (seen.has(dimension_id))
        context.addIssue({ code: "custom", path: [index], message: "this dimension is listed twice" });
      seen.add(dimension_id);
    }
  });

export const createTemplateBody = z.strictObject({ ...templateFields, items: templateEntries, request_key: uuid });
export const updateTemplateBody = z.strictObject({
  ...templateFields,
  items: templateEntries,
  expect_version: versionNumber,
});

export const templateItem = z.object({
  id: uuid,
  version: versionNumber,
  ...templateFields,
  dimensions: nonNegativeInt,
  owner: z.string(),
  owner_id: uuid,
  may_change: z.boolean(),
  /** Number of evaluations that used any version of it. */
  used_by_count: nonNegativeInt,
  is_frozen: z.boolean(),
  archived_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
});
export type TemplateItem = z.output<typeof templateItem>;

/** A question as the rater or judge sees it. */
export const templateQuestion = z.object({
  ...templateEntry.shape,
  key: z.string(),
  name: z.string(),
  description: z.string(),
  rubric,
  field: fieldSpec,
  direction: z.enum(DIRECTIONS),
  source: z.enum(DIMENSION_SOURCES),
  metric_key: z.string().nullable(),
});
export type TemplateQuestion = z.output<typeof templateQuestion>;

export const templateVersion = z.object({
  version: versionNumber,
  created_by: z.string(),
  created_at: moment,
  used_by_count: z.int(),
});
export const templateDetail = templateItem.extend({
  items: z.array(templateQuestion),
  versions: z.array(templateVersion),
});
export type TemplateDetail = z.output<typeof templateDetail>;

export const templateSettings = z.strictObject({ ...templateFields });
export const templateFileDimension = z
  .strictObject({ key: dimensionKey, ...dimensionFields, section: text({ max: 80 }).default("") })
  .superRefine(sourceNamesMetric);

/** A template as a file; dimensions are referenced by key, so it can be imported into another console. */
export const templateFile = z.strictObject({
  format: z.literal("dailies-dimension-set"),
  format_version: z.literal(1),
  template: templateSettings,
  items: z
    .array(templateFileDimension)
    .min(1)
    .max(MAX_TEMPLATE_DIMENSIONS)
    .superRefine((items, context) => {
      const keys = items.map(({ key }) => key);
      for (const [index, key] of keys.entries())
        if (keys.indexOf(key) !== index)
          context.addIssue({ code: "custom", path: [index, "key"], message: "this key is listed twice" });
    }),
});
export type TemplateFile = z.output<typeof templateFile>;

export const importedTemplate = z.object({
  /** Null in a dry run. */
  template: templateDetail.nullable(),
  dimensions: z.array(
    z.object({ key: z.string(), name: z.string(), outcome: z.enum(["new", "same", "next_version", "taken"]) }),
  ),
});
