import { readFileSync } from "node:fs";
import { type LabelValues, labelFields } from "@dailies/contract";
import { expect, it } from "vitest";
import { rawAnswers } from "./answer-readers.ts";
import { labelStudioTask } from "./label-studio.rules.ts";
import { openLabelWriter } from "./label-writers.ts";

const FIELDS = labelFields.parse([
  { key: "decision", name: "D", input: { kind: "field", field: { type: "text", options: ["keep", "drop"] } } },
  {
    key: "quality",
    name: "Q",
    input: { kind: "field", field: { type: "number", min: 1, max: 5, is_integer: true, display: "stars" } },
  },
  { key: "speed", name: "S", input: { kind: "field", field: { type: "number" } } },
  { key: "sharp", name: "H", input: { kind: "field", field: { type: "boolean" } } },
  { key: "faults", name: "F", input: { kind: "field", field: { type: "list", options: ["blur", "text"] } } },
  { key: "notes", name: "N", input: { kind: "field", field: { type: "list" } } },
  { key: "camera", name: "K", input: { kind: "field", field: { type: "key_value" } } },
  { key: "caption", name: "C", input: { kind: "caption" } },
  { key: "acts", name: "A", input: { kind: "segments", classes: ["run", "jump"] } },
]);
const segment = (start_us: number, end_us: number, name: string) => ({
  start_us,
  end_us,
  class: name,
  start_frame: null,
  end_frame: null,
});
const VALUES: LabelValues = {
  decision: "keep",
  quality: 4,
  speed: 1.5,
  sharp: false,
  faults: ["blur", "text"],
  notes: ["at night"],
  camera: { move: "pan" },
  caption: "A car passes.",
  acts: [segment(0, 1_000_000, "run"), segment(1_000_000, 1_010_000, "jump")],
};

const label = (person: string, values: LabelValues) => ({
  seq: 2,
  user_id: person,
  item_key: "clip/0002",
  ordinal: 41,
  other_key: null,
  other_ordinal: null,
  is_swapped: false,
  media_type: "video/mp4",
  duration_us: 2_000_000,
  fps: 24,
  person,
  revision: 1,
  label_values: values,
  edited: { caption: true, decision: false },
  prefill_model: null,
  template_version: 1,
  guidelines_version: 1,
  duration_ms: 6_500,
  created_at: new Date("2026-01-02T03:04:05Z"),
  is_undone: false,
});
const itemOf = (fps: number | null) =>
  rawAnswers({
    seq: 2,
    itemKey: "clip/0002",
    ordinal: 41,
    other: null,
    mediaType: "video/mp4",
    fps,
    durationUs: 2_000_000,
    labels: [label("ada", VALUES), label("ben", { decision: "drop" })],
  });

const SOURCE = {
  taskId: "019a0000-0000-7000-8000-000000000001",
  datasetId: "019a0000-0000-7000-8000-000000000002",
  datasetVersion: 3,
  fields: FIELDS,
};
const write = (fps: number | null): string => {
  const writer = openLabelWriter({ ...SOURCE, answers: "raw", shape: "long", format: "label_studio" });
  return Buffer.concat([writer.begin(), writer.write([itemOf(fps)]).bytes, writer.end().bytes]).toString();
};

it("the labels are written as the file that Label Studio's own SDK was shown to read", () => {
  // proofs/formats/read_label_studio.py reads this file.
  const golden = readFileSync(new URL("../../../../../../proofs/formats/label-studio.json", import.meta.url), "utf8");
  expect(JSON.parse(write(24))).toEqual(JSON.parse(golden));
});

it("the segments are whole frames from 1, both ends included, and at least one frame long", () => {
  const [task] = JSON.parse(write(24)) as [{ annotations: { result: { type: string; value: object }[] }[] }];
  const ranges = task.annotations[0]?.result.filter(({ type }) => type === "timelinelabels").map(({ value }) => value);
  expect(ranges).toEqual([
    { ranges: [{ start: 1, end: 24 }], timelinelabels: ["run"] },
    { ranges: [{ start: 25, end: 25 }], timelinelabels: ["jump"] },
  ]);
});

it("an unknown frame rate is the one that Label Studio assumes, and is marked", () => {
  const [task] = JSON.parse(write(null)) as [{ data: object; meta: object }];
  expect(task).toMatchObject({ data: { fps: 24 }, meta: { is_fps_assumed: true } });
});

it("the better one of two clips is a side of the pair, whichever side the person saw it on, and a tie is a choice", () => {
  const fields = labelFields.parse([{ key: "better", name: "B", input: { kind: "pairwise" } }]);
  const other = { key: "clip/0007", ordinal: 46 };
  const told = (person: string, better: string, is_swapped: boolean) => ({
    ...label(person, { better }),
    other_key: other.key,
    other_ordinal: other.ordinal,
    is_swapped,
  });
  const labels = [told("ada", "B", true), told("ben", "A", false), told("cem", "tie", true)];
  const task = labelStudioTask({ ...SOURCE, fields }, { ...itemOf(24), other, labels });
  expect(task.data).toMatchObject({
    video: "/api_v1/dataset/019a0000-0000-7000-8000-000000000002/blob/41?version=3",
    other_video: "/api_v1/dataset/019a0000-0000-7000-8000-000000000002/blob/46?version=3",
    item_key: "clip/0002",
    other_key: "clip/0007",
  });
  expect(task.annotations.map(({ result: [first], ...rest }) => [first, rest])).toMatchObject([
    [
      { from_name: "better", to_name: "better", type: "pairwise", value: { selected: "right" } },
      { meta: { left_key: "clip/0007" } },
    ],
    [{ type: "pairwise", value: { selected: "left" } }, { meta: { left_key: "clip/0002" } }],
    [{ type: "choices", value: { choices: ["tie"] } }, { meta: { left_key: "clip/0007" } }],
  ]);
});
