import type { PermissionItem } from "@dailies/contract";
import { z } from "zod";
import type { Sort } from "../../../ui/data-table/types.ts";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";

const SORTS = ["key", "name", "group", "holders"] as const;

const schema = z.object({
  q: z.string().max(200).default(""),
  group: z.string().max(60).optional(),
  sort: z.enum(SORTS).optional(),
  order: z.enum(["asc", "desc"]).default("asc"),
});

export type CodeFilterValues = z.output<typeof schema>;
export type CodeFilters = UrlFilters<CodeFilterValues>;

export const useCodeFilters = (): CodeFilters => useUrlFilters(schema);

export const codeSort = (sort: Sort | undefined): Partial<CodeFilterValues> => ({
  sort: SORTS.find((key) => key === sort?.key),
  order: sort?.direction ?? "asc",
});

const isAbout = ({ key, name, description }: PermissionItem, words: string): boolean =>
  [key, name, description].some((text) => text.toLowerCase().includes(words));

const compare = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));

/** The filtered codes in the selected order, or else in the server's order. */
export const shownCodes = (codes: readonly PermissionItem[], values: CodeFilterValues): readonly PermissionItem[] => {
  const words = values.q.trim().toLowerCase();
  const found = codes.filter(
    (code) => isAbout(code, words) && (values.group === undefined || code.group === values.group),
  );
  const { sort } = values;
  if (!sort) return found;
  const sign = values.order === "asc" ? 1 : -1;
  return found.toSorted((one, other) => sign * compare(one[sort], other[sort]));
};
