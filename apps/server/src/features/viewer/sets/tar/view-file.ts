import type { ColumnView } from "@dailies/contract";
import { mediaTypeOfName } from "@dailies/formats/media/media-names";
import { sniffMedia } from "@dailies/formats/sniff-media";
import { sayBytes } from "../../say-bytes.ts";
import type { PieceOf } from "../read-pieces.ts";
import {
  PICKLE,
  type ValueView,
  viewBytes,
  viewFault,
  viewJson,
  viewMedia,
  viewNumber,
  viewText,
} from "../view-value.ts";
import type { TarFileAt } from "./tar-pass.ts";

const TEXTS = new Set([
  "txt",
  "text",
  "caption",
  "transcript",
  "md",
  "srt",
  "vtt",
  "csv",
  "tsv",
  "html",
  "xml",
  "yaml",
  "yml",
]);
const NUMBERS = new Set(["cls", "cls2", "class", "count", "index", "inx", "id"]);
const PICKLES = new Set(["pkl", "pickle", "pyd", "pth", "pt", "ten"]);

export const encodingOf = (suffix: string): string => suffix.slice(suffix.lastIndexOf(".") + 1);

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Why a text does not match its file extension; undefined when it does. */
export const textFault = (suffix: string, bytes: Uint8Array): string | undefined => {
  const encoding = encodingOf(suffix);
  if (encoding !== "json" && !TEXTS.has(encoding) && !NUMBERS.has(encoding)) return undefined;
  const text = decode(bytes);
  if (text === undefined) return `.${suffix} is not UTF-8`;
  if (encoding !== "json") return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return `.${suffix} is not JSON`;
  }
};

const viewWhole = (suffix: string, bytes: Uint8Array): ValueView => {
  const fault = textFault(suffix, bytes);
  if (fault !== undefined) return viewFault(fault);
  const encoding = encodingOf(suffix);
  const text = decode(bytes) ?? "";
  if (encoding === "json") return viewJson(text);
  if (TEXTS.has(encoding)) return viewText(text);
  if (NUMBERS.has(encoding)) return /^-?\d+(\.\d+)?$/.test(text.trim()) ? viewNumber(text.trim()) : viewText(text);
  return viewBytes();
};

/** Media by file name only; the page that displays it finds out whether that is true. */
export const isNamedMedia = (suffix: string): boolean => mediaTypeOfName(`.${suffix}`) !== undefined;

/** Detects the type by the first bytes, else by the name. Pickles are never loaded. */
export const viewFile = ({ suffix, begin, end }: TarFileAt, { bytes, head }: PieceOf): ColumnView => {
  const encoding = encodingOf(suffix);
  const named = { name: suffix, encoding, begin, end };
  if (PICKLES.has(encoding)) return { ...named, value: viewBytes(PICKLE) };
  const media = sniffMedia(head) ?? (bytes ? undefined : mediaTypeOfName(`.${suffix}`));
  if (media) return { ...named, value: viewMedia(media) };
  if (bytes) return { ...named, value: viewWhole(suffix, bytes) };
  return { ...named, value: viewBytes(`${sayBytes(end - begin)} are not read along: download them`) };
};
