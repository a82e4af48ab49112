import { z } from "zod";
import { parseFieldValue } from "../fields/field-codec.ts";
import { FIELD_KEY, FIELD_KEY_FAULT, FIELD_TEXT_MAX, fieldScalar, fieldSpec } from "../fields/field-types.ts";
import { moment, nonNegativeInt, positiveInt, text, uuid, versionNumber } from "../kit.ts";

export const LABEL_INPUT_KINDS = ["field", "caption", "segments", "pairwise"] as const;
export const MAX_LABEL_FIELDS = 40;
export const MAX_SEGMENT_CLASSES = 50;
export const MAX_SEGMENTS = 1_000;

/** One of the five field types, with its limits. */
export const fieldInput = z.strictObject({ kind: z.literal("field"), field: fieldSpec });
/** A text that is usually edited from a prefilled one. */
export const captionInput = z.strictObject({
  kind: z.literal("caption"),
  max_length: positiveInt.max(FIELD_TEXT_MAX).default(4_000),
});
/** Time ranges of the clip, each with a class. */
export const segmentsInput = z
  .strictObject({
    kind: z.literal("segments"),
    classes: z
      .array(text({ min: 1, max: 60 }))
      .min(1, "please add at least one class")
      .max(MAX_SEGMENT_CLASSES),
    /** Whether two segments may cover the same moment. */
    allows_overlap: z.boolean().default(false),
    max_segments: positiveInt.max(MAX_SEGMENTS).default(100),
  })
  .superRefine(({ classes }, context) => {
    for (const [index, name] of classes.entries())
      if (classes.indexOf(name) !== index)
        context.addIssue({ code: "custom", path: ["classes", index], message: "this class is listed twice" });
  });
/** Which of two clips is better, a tie, or both bad: the choices of judging. Every item of such a form has two clips. */
export const pairwiseInput = z.strictObject({ kind: z.literal("pairwise") });
export const labelInput = z.discriminatedUnion("kind", [fieldInput, captionInput, segmentsInput, pairwiseInput]);
export type LabelInput = z.output<typeof labelInput>;

/** Shows a field only while an earlier field has this value: the reason, when a clip is dropped. */
export const shownWhen = z.strictObject({ key: z.string().regex(FIELD_KEY, FIELD_KEY_FAULT), value: fieldScalar });

export const labelField = z.strictObject({
  key: z.string().regex(FIELD_KEY, FIELD_KEY_FAULT),
  name: text({ min: 1, max: 120, required: "please enter a name" }),
  help: text({ max: 1_000 }).default(""),
  /** A required field must be filled in whenever it is shown. */
  is_required: z.boolean().default(true),
  shown_when: shownWhen.nullable().default(null),
  input: labelInput,
});
export type LabelField = z.output<typeof labelField>;

/** Whether the items of a form have two clips. */
export const comparesClips = (fields: readonly Pick<LabelField, "input">[]): boolean =>
  fields.some(({ input }) => input.kind === "pairwise");

const conditionFault = (condition: z.output<typeof shownWhen>, earlier: readonly LabelField[]): string | undefined => {
  const { input } = earlier.find(({ key }) => key === condition.key) ?? {};
  if (input === undefined) return "choose a field that comes before this one";
  if (input.kind !== "field" || input.field.type === "list" || input.field.type === "key_value")
    return "choose a text, a number, or a yes-or-no field";
  return parseFieldValue(input.field, condition.value).isValid ? undefined : "this is not a value of that field";
};

export const labelFields = z
  .array(labelField)
  .min(1, "please add at least one field")
  .max(MAX_LABEL_FIELDS)
  .superRefine((fields, context) => {
    const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    const isPairwise = comparesClips(fields);
    for (const [index, { key, shown_when: condition, input }] of fields.entries()) {
      const earlier = fields.slice(0, index);
      if (isPairwise && input.kind === "segments")
        fault([index, "input"], "segments belong to one clip: a form that compares two clips has none");
      if (earlier.some((field) => field.key === key)) fault([index, "key"], "this key is used twice");
      const wrong = condition && conditionFault(condition, earlier);
      if (wrong) fault([index, "shown_when"], wrong);
    }
  });

const templateContent = {
  name: text({ min: 1, max: 120, required: "please enter a name" }),
  description: text({ max: 2_000 }).default(""),
  fields: labelFields,
};
export const labelTemplateContent = z.strictObject(templateContent);
export type LabelTemplateContent = z.output<typeof labelTemplateContent>;

export const createLabelTemplateBody = z.strictObject({ ...templateContent, request_key: uuid });
export const updateLabelTemplateBody = z.strictObject({ ...templateContent, expect_version: versionNumber });

export const labelTemplateItem = z.object({
  id: uuid,
  version: versionNumber,
  ...templateContent,
  owner: z.string(),
  /** Tasks that use any version of it. */
  used_by_count: nonNegativeInt,
  /** Once a task uses this version, an edit creates the next one. */
  is_frozen: z.boolean(),
  archived_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
});
export type LabelTemplateItem = z.output<typeof labelTemplateItem>;

export const labelTemplateVersion = z.object({
  version: versionNumber,
  created_by: z.string(),
  created_at: moment,
  used_by_count: nonNegativeInt,
});
/** `version` and the content are those that were asked for; `versions` lists all, newest first. */
export const labelTemplateDetail = labelTemplateItem.extend({ versions: z.array(labelTemplateVersion) });
export type LabelTemplateDetail = z.output<typeof labelTemplateDetail>;
