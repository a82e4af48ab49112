import { type LabelTemplateContent, labelTemplateContent } from "./template-schemas.ts";

export const LABEL_STARTERS = [
  "caption_edit",
  "multi_attribute_rating",
  "keep_or_drop",
  "temporal_segments",
  "pairwise",
  "free_form",
] as const;
export type LabelStarter = (typeof LABEL_STARTERS)[number];

const likert = (key: string, name: string, help: string) => ({
  key,
  name,
  help,
  input: {
    kind: "field" as const,
    field: { type: "number" as const, min: 1, max: 5, is_integer: true, display: "likert" as const },
  },
});

const contents = {
  caption_edit: {
    name: "Caption edit",
    description: "Correct the caption of a clip.",
    fields: [
      {
        key: "caption",
        name: "Caption",
        help: "Describe what is visible, in the order in which it happens.",
        input: { kind: "caption" as const },
      },
    ],
  },
  multi_attribute_rating: {
    name: "Multi-attribute rating",
    description: "Rate several attributes of a clip from 1 to 5.",
    fields: [
      likert("visual_quality", "Visual quality", "Sharpness, noise and compression artefacts."),
      likert("motion", "Motion", "Whether objects and the camera move smoothly and plausibly."),
      likert("aesthetics", "Aesthetics", "Composition, light and colour."),
      likert("caption_match", "Caption match", "Whether the clip shows what its caption says."),
    ],
  },
  keep_or_drop: {
    name: "Keep or drop",
    description: "Decide whether a clip stays in the training set.",
    fields: [
      {
        key: "decision",
        name: "Decision",
        input: { kind: "field" as const, field: { type: "text" as const, options: ["keep", "drop"] } },
      },
      {
        key: "reason",
        name: "Reason",
        help: "Why the clip is dropped.",
        shown_when: { key: "decision", value: "drop" },
        input: {
          kind: "field" as const,
          field: {
            type: "text" as const,
            options: [
              "watermark",
              "text overlay",
              "low quality",
              "no motion",
              "several scenes",
              "not allowed",
              "other",
            ],
          },
        },
      },
    ],
  },
  temporal_segments: {
    name: "Temporal segments",
    description: "Mark what happens when.",
    fields: [
      {
        key: "segments",
        name: "Segments",
        help: "Set the start and the end of each segment, then its class.",
        input: { kind: "segments" as const, classes: ["action", "camera move", "scene change", "artefact"] },
      },
    ],
  },
  pairwise: {
    name: "Pairwise comparison",
    description: "Compare two clips that play side by side.",
    fields: [
      {
        key: "preference",
        name: "Which clip is better?",
        input: { kind: "pairwise" as const },
      },
    ],
  },
  free_form: {
    name: "Free form",
    description: "Write notes and tags.",
    fields: [
      {
        key: "notes",
        name: "Notes",
        input: { kind: "field" as const, field: { type: "text" as const, max_length: 4_000, is_multiline: true } },
      },
      {
        key: "tags",
        name: "Tags",
        is_required: false,
        input: { kind: "field" as const, field: { type: "list" as const, max_items: 20, is_unique: true } },
      },
    ],
  },
} satisfies Record<LabelStarter, unknown>;

/** The content of a built-in template, to be changed before it is created. */
export const labelStarter = (starter: LabelStarter): LabelTemplateContent =>
  labelTemplateContent.parse(contents[starter]);
