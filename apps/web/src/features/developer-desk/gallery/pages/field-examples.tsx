import { type FieldSpec, type FieldValue, fieldJsonSchema } from "@dailies/contract";
import { useState } from "react";
import { FieldControl } from "../../../../ui/field/field-control.tsx";
import { isSpecValid } from "../../../../ui/field/field-draft.ts";
import { SpecEditor } from "../../../../ui/field/spec-editor.tsx";
import { Example } from "../example.tsx";

interface Sample {
  state: string;
  spec: FieldSpec;
  label: string;
  value?: FieldValue;
  isDisabled?: boolean;
}

const SAMPLES: readonly Sample[] = [
  { state: "Text", label: "Prompt", spec: { type: "text", max_length: 80 }, value: "A fox crosses fresh snow" },
  {
    state: "Text of several lines, too short",
    label: "Negative prompt",
    spec: { type: "text", min_length: 20, is_multiline: true },
    value: "blurry\nflicker",
  },
  {
    state: "One of the allowed texts",
    label: "Aspect ratio",
    spec: { type: "text", options: ["16:9", "9:16", "1:1"] },
    value: "16:9",
  },
  {
    state: "Number with unit and limits",
    label: "Duration",
    spec: { type: "number", min: 1, max: 20, unit: "s" },
    value: 5,
  },
  { state: "Yes or no, not answered yet", label: "Is the motion smooth?", spec: { type: "boolean" } },
  {
    state: "Keys and values",
    label: "Parameters",
    spec: { type: "key_value", value_type: "number" },
    value: { guidance: 7.5, seed: 42 },
  },
  {
    state: "List: Alt ↑ and Alt ↓ move an item",
    label: "Resolutions",
    spec: { type: "list", item_type: "text", is_unique: true, max_items: 6 },
    value: ["480p", "720p", "1080p"],
  },
  {
    state: "Disabled",
    label: "Seeds",
    spec: { type: "list", item_type: "number" },
    value: [1, 2],
    isDisabled: true,
  },
];

const LiveField = ({ spec, label, value: first, isDisabled }: Sample) => {
  const [value, setValue] = useState(first);
  return (
    <div className="gallery-card gallery-narrow">
      <FieldControl spec={spec} label={label} value={value} isDisabled={isDisabled} onChange={setValue} />
      <p className="gallery-note">
        <code className="ds-mono">{value === undefined ? "no value yet" : JSON.stringify(value)}</code>
      </p>
    </div>
  );
};

const LiveSpec = () => {
  const [spec, setSpec] = useState<FieldSpec>({ type: "number", min: 0, max: 100, unit: "%" });
  return (
    <div className="gallery-card gallery-narrow">
      <SpecEditor spec={spec} canChangeType onChange={setSpec} />
      <pre className="ds-mono">
        {isSpecValid(spec) ? JSON.stringify(fieldJsonSchema(spec), null, 2) : "These limits contradict each other."}
      </pre>
    </div>
  );
};

export const FieldExamples = () => (
  <>
    {SAMPLES.map((sample) => (
      <Example key={sample.state} state={sample.state}>
        <LiveField {...sample} />
      </Example>
    ))}
    <Example state="The type and limits themselves, with their JSON Schema">
      <LiveSpec />
    </Example>
  </>
);
