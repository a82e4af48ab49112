import type { CellValue, DatasetRow } from "@dailies/contract";
import type { TFunction } from "i18next";
import { formatBytes, formatNumber } from "../../../ui/format.ts";

const COMMON_FIELDS = ["key", "caption", "duration_s", "width", "height", "fps", "frames", "codec", "fault"] as const;
type CommonField = (typeof COMMON_FIELDS)[number];

const isCommon = (name: string): name is CommonField => COMMON_FIELDS.some((field) => field === name);

/** The value of a column, wherever the item stores it. */
export const cellOf = (item: DatasetRow, name: string): CellValue | undefined => {
  if (Object.hasOwn(item.values, name)) return item.values[name];
  if (isCommon(name)) return item[name];
  if (name === "short_side") return item.width && item.height ? Math.min(item.width, item.height) : null;
  if (name === "aspect") return item.width && item.height ? item.width / item.height : null;
  if (name === "media_bytes") return item.media?.bytes ?? null;
  if (name === "media_type") return item.media?.content_type ?? null;
  return undefined;
};

const MAX_DIGITS = 4;

/** A value on one line. Binary values and vectors show their type and size. */
export const valueWords = (value: CellValue | undefined, t: TFunction, locale: string): string => {
  if (value === undefined || value === null) return "–";
  if (typeof value === "number")
    return Number.isInteger(value) ? formatNumber(value, locale) : String(Number(value.toFixed(MAX_DIGITS)));
  if (typeof value === "object")
    return `${t(`datasetItems.cell.kinds.${value.kind}`)} · ${formatBytes(value.bytes, locale)}`;
  return String(value);
};
