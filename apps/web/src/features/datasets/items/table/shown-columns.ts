import type { DatasetColumn } from "@dailies/contract";
import { useMemo } from "react";
import { useBrowser } from "../url-state/browser-context.ts";

const FIRST = ["caption", "duration_s", "width", "height", "fps", "codec"];
const OWN_AT_FIRST = 6;
const COMMON = [...FIRST, "key", "frames", "short_side", "aspect", "media_type", "media_bytes", "fault"];

/** The default columns: what the clip is, and the first columns specific to this dataset. */
export const usualColumns = (columns: readonly DatasetColumn[]): string[] => {
  const indexed = columns.filter(({ is_indexed }) => is_indexed).map(({ name }) => name);
  const own = indexed.filter((name) => !COMMON.includes(name)).slice(0, OWN_AT_FIRST);
  return [...FIRST.filter((name) => indexed.includes(name)), ...own];
};

export const useShownColumns = (): readonly DatasetColumn[] => {
  const { dataset, urlState } = useBrowser();
  const key = urlState.values.cols.join("\n");
  return useMemo(() => {
    const names = key === "" ? usualColumns(dataset.columns) : key.split("\n");
    return names.flatMap((name) => dataset.columns.find((column) => column.name === name) ?? []);
  }, [dataset.columns, key]);
};
