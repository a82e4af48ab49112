import { type LabelField, type LabelSegment, type LabelValue, MAX_LABEL_OVERLAP } from "@dailies/contract";
import type { AnsweredItem } from "./answer-readers.ts";
import type { ExportedLabelRow } from "./labels-at.store.ts";

export interface LabelStudioSource {
  readonly taskId: string;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly fields: readonly LabelField[];
}

/** What Label Studio assumes of a video whose frame rate it is not told. */
const ASSUMED_FPS = 24;
/** The name of the video tag that the results refer to. */
const TO_NAME = "video";
const US_PER_S = 1_000_000;

interface ResultValue {
  readonly type: "choices" | "number" | "pairwise" | "rating" | "textarea" | "timelinelabels";
  readonly value: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Label Studio counts frames from 1, and both ends of a range belong to it. */
const frameRange = ({ start_us, end_us }: LabelSegment, fps: number): { start: number; end: number } => {
  const start = Math.round((start_us / US_PER_S) * fps) + 1;
  return { start, end: Math.max(start, Math.round((end_us / US_PER_S) * fps)) };
};

/** Times are kept beside the frames, which depend on the frame rate. */
const segmentResult = (segment: LabelSegment, fps: number): ResultValue => ({
  type: "timelinelabels",
  value: { ranges: [frameRange(segment, fps)], timelinelabels: [segment.class] },
  meta: { start_us: segment.start_us, end_us: segment.end_us },
});

const choices = (values: readonly unknown[]): ResultValue => ({
  type: "choices",
  value: { choices: values.map(String) },
});
const textarea = (texts: readonly string[]): ResultValue => ({ type: "textarea", value: { text: texts } });

const listResult = (value: readonly unknown[], hasOptions: boolean): ResultValue =>
  hasOptions ? choices(value) : textarea(value.map(String));

const fieldResult = (
  field: Extract<LabelField["input"], { kind: "field" }>["field"],
  value: LabelValue,
): ResultValue => {
  switch (field.type) {
    case "boolean":
      return choices([value]);
    case "number": {
      const isRating = field.is_integer === true && (field.display === "likert" || field.display === "stars");
      return isRating ? { type: "rating", value: { rating: value } } : { type: "number", value: { number: value } };
    }
    case "list":
      return listResult(value as readonly unknown[], field.options !== undefined);
    case "key_value":
      return textarea([JSON.stringify(value)]);
    default:
      return field.options ? choices([value]) : textarea([String(value)]);
  }
};

const SIDES: Readonly<Record<string, "left" | "right">> = { A: "left", B: "right" };

/** Label Studio knows no tie: what is no side is a choice. The first clip is on its left, wherever the person saw it. */
const pairwiseResult = (choice: string): ResultValue => {
  const selected = SIDES[choice];
  return selected ? { type: "pairwise", value: { selected } } : choices([choice]);
};

const resultsOf = ({ input }: LabelField, value: LabelValue, fps: number): ResultValue[] => {
  if (input.kind === "pairwise") return [pairwiseResult(String(value))];
  if (input.kind === "segments") return (value as LabelSegment[]).map((segment) => segmentResult(segment, fps));
  return input.kind === "caption" ? [textarea([String(value)])] : [fieldResult(input.field, value)];
};

/** Whether the value was entered, kept from a prefilled one, or changed from it. */
const originOf = (edited: boolean | undefined): string => {
  if (edited === undefined) return "manual";
  return edited ? "prediction-changed" : "prediction";
};

const metaOf = ({ other_key, is_swapped, item_key, prefill_model }: ExportedLabelRow) => {
  const meta = {
    ...(other_key !== null && { left_key: is_swapped ? other_key : item_key }),
    ...(prefill_model && { prefill_model: prefill_model.name, prefill_model_version: prefill_model.version }),
  };
  return Object.keys(meta).length > 0 ? { meta } : {};
};

const annotationOf = (fields: readonly LabelField[], label: ExportedLabelRow, number: number, fps: number) => ({
  id: number,
  completed_by: { email: label.person },
  result: fields.flatMap((field) => {
    const value = Object.hasOwn(label.label_values, field.key) ? label.label_values[field.key] : null;
    if (value === null || value === undefined) return [];
    const origin = originOf(Object.hasOwn(label.edited, field.key) ? label.edited[field.key] : undefined);
    return resultsOf(field, value, fps).map((result, at) => ({
      id: `${number}-${field.key}-${at}`,
      from_name: field.key,
      // The tag for pairs names the two videos itself.
      to_name: field.input.kind === "pairwise" ? field.key : TO_NAME,
      ...result,
      origin,
    }));
  }),
  was_cancelled: false,
  ground_truth: false,
  lead_time: label.duration_ms / 1000,
  created_at: label.created_at.toISOString(),
  updated_at: label.created_at.toISOString(),
  ...metaOf(label),
});

/**
 * An item with its labels as a task with annotations. Skipped items have no label and are left out. The video is addressed
 * as the console serves it, below its own origin.
 */
export const labelStudioTask = (source: LabelStudioSource, item: AnsweredItem) => {
  const { taskId, datasetId, datasetVersion, fields } = source;
  const { seq, itemKey, ordinal, other, fps, durationUs, mediaType, labels } = item;
  const blobUrl = (row: number): string => `/api_v1/dataset/${datasetId}/blob/${row}?version=${datasetVersion}`;
  const usedFps = fps ?? ASSUMED_FPS;
  return {
    id: seq,
    data: {
      video: blobUrl(ordinal),
      fps: usedFps,
      item_key: itemKey,
      ...(other && { other_video: blobUrl(other.ordinal), other_key: other.key }),
    },
    meta: {
      task_id: taskId,
      dataset_id: datasetId,
      dataset_version: datasetVersion,
      ordinal,
      media_type: mediaType,
      duration_us: durationUs,
      is_fps_assumed: fps === null,
    },
    annotations: labels.map((label, at) =>
      annotationOf(fields, label, (seq - 1) * MAX_LABEL_OVERLAP + at + 1, usedFps),
    ),
    predictions: [],
  };
};
