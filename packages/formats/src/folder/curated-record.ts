import { objectEntries } from "./read-jsonl.ts";
import { flattenValues, type Scalar } from "./scalars.ts";

interface Curated {
  readonly path: string | undefined;
  readonly caption: string | null;
  readonly flat: ReadonlyMap<string, Scalar>;
}

const CAPTION = /_caption$/;
const ENHANCED = /_enhanced_caption$/;

/** Models write captions under their own names: `qwen_caption`, `qwen_enhanced_caption`. The first plain caption wins. */
const captionOf = (windows: unknown): string | null => {
  if (!Array.isArray(windows)) return null;
  for (const window of windows) {
    const captions = [...(objectEntries(window) ?? [])].filter(
      ([name, value]) => CAPTION.test(name) && typeof value === "string",
    );
    const [, text] = captions.find(([name]) => !ENHANCED.test(name)) ?? captions[0] ?? [];
    if (typeof text === "string" && text !== "") return text;
  }
  return null;
};

const spanOf = (span: unknown): ReadonlyMap<string, number> => {
  if (!Array.isArray(span)) return new Map();
  const [begin, end] = span as readonly unknown[];
  if (typeof begin !== "number" || typeof end !== "number") return new Map();
  return new Map([
    ["span_begin_s", begin],
    ["span_end_s", end],
  ]);
};

/** One record of NeMo Curator, with its span as two numbers and the rest flattened. */
export const readCurated = (values: ReadonlyMap<string, unknown>): Curated => {
  const { duration_span: span, windows, clip_location: path } = Object.fromEntries(values) as Record<string, unknown>;
  const rest = new Map([...values].filter(([name]) => name !== "duration_span"));
  return {
    path: typeof path === "string" && path !== "" ? path : undefined,
    caption: captionOf(windows),
    flat: new Map([...flattenValues(rest), ...spanOf(span)]),
  };
};
