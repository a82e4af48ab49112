import { objectEntries, parseJson } from "../folder/read-jsonl.ts";
import { flattenValues, type Scalar } from "../folder/scalars.ts";
import { mediaTypeOfName } from "../media/media-names.ts";
import type { TarFile, TarSample } from "./group-samples.ts";

/** A tar sample as a dataset row. */
export interface TarRow {
  /** The member to show: a video, else an image, else audio. */
  readonly media: TarFile | null;
  readonly caption: string | null;
  /** Texts, numbers and flattened JSON; members that are not read are described by their length. */
  readonly values: ReadonlyMap<string, Scalar>;
  readonly fault: string | null;
}

const CAPTION_SUFFIXES = ["txt", "caption", "text"];
const CAPTION_KEYS = ["caption", "text", "prompt", "description"];
const TEXT_SUFFIXES = new Set(["txt", "text", "caption", "transcript", "cls", "cls2", "id", "index", "inx"]);
const NUMBER_SUFFIXES = new Set(["cls", "cls2", "index", "inx"]);
const MEDIA_ORDER = ["video/", "image/", "audio/"];
const text = new TextDecoder("utf-8");

const lastOf = (suffix: string): string => suffix.slice(suffix.lastIndexOf(".") + 1);

const findMedia = (files: readonly TarFile[]): TarFile | null => {
  for (const family of MEDIA_ORDER) {
    const file = files.find(({ suffix }) => mediaTypeOfName(suffix)?.startsWith(family));
    if (file !== undefined) return file;
  }
  return null;
};

const readNumber = (word: string): Scalar => (/^-?\d{1,15}$/.test(word) ? Number(word) : word);

interface Draft {
  readonly values: Map<string, Scalar>;
  caption: string | null;
  fault: string | null;
}

const takeJson = (file: TarFile, data: Uint8Array, draft: Draft): void => {
  const entries = objectEntries(parseJson(text.decode(data)));
  if (entries === undefined) {
    draft.fault ??= `.${file.suffix} is no JSON object`;
    return;
  }
  const prefix = file.suffix === "json" ? "" : `${file.suffix.replace(/\.json$/, "")}.`;
  for (const [name, value] of flattenValues(entries)) draft.values.set(`${prefix}${name}`, value);
};

const takeText = (file: TarFile, data: Uint8Array, draft: Draft): void => {
  const word = text.decode(data);
  if (CAPTION_SUFFIXES.includes(file.suffix)) draft.caption ??= word;
  draft.values.set(file.suffix, NUMBER_SUFFIXES.has(lastOf(file.suffix)) ? readNumber(word.trim()) : word);
};

const takeFile = (file: TarFile, draft: Draft): void => {
  const kind = lastOf(file.suffix);
  if (mediaTypeOfName(kind) !== undefined) return;
  if (file.data !== undefined && kind === "json") takeJson(file, file.data, draft);
  else if (file.data !== undefined && TEXT_SUFFIXES.has(kind)) takeText(file, file.data, draft);
};

/** Converts a sample to a row, from the members whose bytes were read. Pickles, arrays and tensors are never decoded. */
export const tarRow = (sample: TarSample): TarRow => {
  const draft: Draft = { values: new Map(), caption: null, fault: null };
  for (const file of sample.files) takeFile(file, draft);
  for (const key of CAPTION_KEYS) {
    const told = draft.values.get(key);
    if (draft.caption === null && typeof told === "string") draft.caption = told;
  }
  return { media: findMedia(sample.files), ...draft };
};
