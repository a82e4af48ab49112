import {
  assetKindOf,
  type BenchmarkColumn,
  type InputValues,
  type PerformerInput,
  type PerformerItem,
} from "@dailies/contract";

const PROMPT_MAX = 20_000;

/** A benchmark without columns can still take prompts. */
const promptInput = (label: string): PerformerInput => ({
  key: "prompt",
  label,
  spec: { type: "text", max_length: PROMPT_MAX, is_multiline: true },
  is_required: true,
  role: "prompt",
});

/** The inputs a row may set: everything any column takes, except the seed, which has its own rule. */
export const rowInputs = (
  columns: readonly BenchmarkColumn[],
  performers: readonly PerformerItem[],
  promptLabel: string,
): PerformerInput[] => {
  const used = new Set(columns.map(({ performer_id }) => performer_id));
  const union = new Map<string, PerformerInput>();
  for (const { id, input_schema } of performers) {
    if (!used.has(id)) continue;
    for (const input of input_schema) if (input.role !== "seed" && !union.has(input.key)) union.set(input.key, input);
  }
  if (![...union.values()].some(({ role, key }) => role === "prompt" || key === "prompt")) {
    const prompt = promptInput(promptLabel);
    return [prompt, ...union.values()];
  }
  return [...union.values()].sort((a, b) => Number(b.role === "prompt") - Number(a.role === "prompt"));
};

/** Adds the row's inputs that no column takes, so that they are neither lost nor hidden. */
export const withStrangers = (
  inputs: readonly PerformerInput[],
  values: InputValues,
  label: (key: string) => string,
): PerformerInput[] => {
  const known = new Set(inputs.map(({ key }) => key));
  const strangers = Object.entries(values)
    .filter(([key, value]) => !known.has(key) && typeof value === "string")
    .map(
      ([key]): PerformerInput => ({
        key,
        label: label(key),
        spec: { type: "text", is_multiline: true },
        is_required: false,
      }),
    );
  return [...inputs, ...strangers];
};

const LEADING = new Set<PerformerInput["role"]>(["prompt", "negative_prompt", "image", "video", "audio"]);

/** Inputs that columns usually set. A row can set them in its JSON, and then they are shown. */
export const givenByColumns = (
  inputs: readonly PerformerInput[],
  rowKeys: readonly string[],
  values: InputValues,
): string[] =>
  inputs
    .filter(({ key, role }) => !LEADING.has(role) && !rowKeys.includes(key) && values[key] === undefined)
    .filter(({ key }) => key !== "prompt")
    .map(({ key }) => key);

/** The keys of inputs that take an asset in any of the columns. */
export const assetKeys = (
  columns: readonly BenchmarkColumn[],
  performers: readonly PerformerItem[],
): ReadonlySet<string> =>
  new Set(
    rowInputs(columns, performers, "")
      .filter((input) => assetKindOf(input) !== undefined)
      .map(({ key }) => key),
  );
