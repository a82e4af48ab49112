import { type ValueView, viewJson, viewNumber, viewText } from "./view-value.ts";

export type PlainCell =
  | string
  | number
  | bigint
  | boolean
  | null
  | Float32Array
  | { readonly kind: "json"; readonly text: string };

const MAX_SIDE = 32;

const viewVector = (values: Float32Array): ValueView => {
  const finite = values.filter((value) => Number.isFinite(value));
  const [min, max] =
    finite.length > 0
      ? [finite.reduce((a, b) => Math.min(a, b)), finite.reduce((a, b) => Math.max(a, b))]
      : [null, null];
  const across = Math.min(values.length, MAX_SIDE);
  const span = (max ?? 0) - (min ?? 0);
  const scaled = Array.from({ length: across }, (_, at) => {
    const value = values[Math.floor((at * values.length) / across)] ?? 0;
    return span > 0 && Number.isFinite(value) ? (value - (min ?? 0)) / span : 0;
  });
  return { kind: "array", dtype: "float32", shape: [values.length], min, max, preview: across > 0 ? [scaled] : [] };
};

/** The display form of a table value, by its type. */
export const viewPlain = (cell: PlainCell): ValueView => {
  if (typeof cell === "string") return viewText(cell);
  if (typeof cell === "number" || typeof cell === "bigint") return viewNumber(cell);
  if (cell === null || typeof cell === "boolean") return viewJson(String(cell));
  return cell instanceof Float32Array ? viewVector(cell) : viewJson(cell.text);
};
