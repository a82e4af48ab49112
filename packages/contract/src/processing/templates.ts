import type { FieldSpec } from "../fields/field-types.ts";

/** The entry points in `ray/dailies_processing/templates`, by their names there. */
export const PROCESSING_TEMPLATES = ["probe", "filter", "features", "caption"] as const;
export type ProcessingTemplate = (typeof PROCESSING_TEMPLATES)[number];

export interface ProcessingParameter {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly initial: string | number | boolean | readonly string[];
  /** Names of columns of the dataset version, whose values the job gets. */
  readonly isColumns?: true;
  /** The name of an inference service, whose address the job gets. */
  readonly isService?: true;
}

export interface ProcessingTemplateSpec {
  /** Whether the job reads the clips, or only the values of columns. */
  readonly readsClips: boolean;
  readonly parameters: readonly ProcessingParameter[];
}

const MAX_COLUMNS = 60;
const kept: ProcessingParameter = {
  name: "columns",
  spec: { type: "list", item_type: "text", max_items: MAX_COLUMNS, is_unique: true },
  initial: [],
  isColumns: true,
};

/** What each template asks for. Their order is the order of the form. */
export const PROCESSING_TEMPLATE_SPECS: Readonly<Record<ProcessingTemplate, ProcessingTemplateSpec>> = {
  probe: {
    readsClips: true,
    parameters: [
      {
        name: "header_bytes",
        spec: { type: "number", min: 4_096, max: 4_194_304, is_integer: true },
        initial: 65_536,
      },
      { name: "has_sha256", spec: { type: "boolean" }, initial: false },
      kept,
    ],
  },
  filter: {
    readsClips: false,
    parameters: [
      {
        name: "expression",
        spec: { type: "text", min_length: 1, max_length: 2_000, is_multiline: true },
        initial: "",
      },
      kept,
    ],
  },
  features: {
    readsClips: false,
    parameters: [
      {
        name: "text_column",
        spec: { type: "text", min_length: 1, max_length: 200 },
        initial: "caption",
        isColumns: true,
      },
      { name: "dimensions", spec: { type: "number", min: 8, max: 1_024, is_integer: true }, initial: 64 },
      kept,
    ],
  },
  caption: {
    readsClips: true,
    parameters: [
      { name: "service", spec: { type: "text", min_length: 1, max_length: 60 }, initial: "", isService: true },
      { name: "prompt", spec: { type: "text", max_length: 2_000, is_multiline: true }, initial: "" },
      { name: "timeout_s", spec: { type: "number", min: 1, max: 600, is_integer: true }, initial: 60 },
      kept,
    ],
  },
};
