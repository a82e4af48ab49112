import { DATASET_KINDS, type DatasetSummary } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { Sort } from "../../../ui/data-table/types.ts";
import type { FilterField } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { formatCount } from "../../../ui/format.ts";
import { countValues, DATASET_SORTS } from "./arrange-datasets.ts";

const many = z
  .union([z.string().transform((value) => [value]), z.array(z.string())])
  .pipe(z.array(z.string().min(1).max(200)).max(50))
  .default([]);

const schema = z.object({ q: z.string().max(200).default(""), kind: many, tag: many, owner: many });
const listUrlSchema = z.object({
  sort: z.enum(DATASET_SORTS).default("updated"),
  order: z.enum(["asc", "desc"]).default("desc"),
  view: z.enum(["table", "cards"]).default("table"),
});

type DatasetFilterValues = z.output<typeof schema>;
export type DatasetFilters = UrlFilters<DatasetFilterValues>;
export type DatasetUrlState = UrlFilters<z.output<typeof listUrlSchema>>;

export const useDatasetFilters = (): DatasetFilters => useUrlFilters(schema);

/** Sort order and display mode of the list: "clear filters" does not reset them. */
export const useDatasetUrlState = (): DatasetUrlState => useUrlFilters(listUrlSchema);

export const sortOf = ({ values }: DatasetUrlState): Sort => ({ key: values.sort, direction: values.order });

/** Without a sort, the list shows the newest first. */
export const sortPatch = (sort: Sort | undefined): Partial<z.output<typeof listUrlSchema>> => ({
  sort: DATASET_SORTS.find((key) => key === sort?.key) ?? "updated",
  order: sort?.direction ?? "desc",
});

export const useDatasetFields = (
  datasets: readonly DatasetSummary[],
  chosen: DatasetFilterValues,
): FilterField<keyof DatasetFilterValues & string>[] => {
  const { t, i18n } = useTranslation();
  const nameOf = (key: string, value: string): string => {
    const kind = key === "kind" && DATASET_KINDS.find((each) => each === value);
    return kind ? t(`datasets.kinds.${kind}`) : value;
  };
  const fieldOf = (key: "kind" | "tag" | "owner", valuesOf: (dataset: DatasetSummary) => readonly string[]) => ({
    key,
    label: t(`datasets.facets.${key}`),
    isMany: true,
    options: countValues(datasets, valuesOf, chosen[key]).map(({ value, count }) => ({
      value,
      label: `${nameOf(key, value)} (${formatCount(count, i18n.language)})`,
    })),
  });
  return [
    fieldOf("kind", ({ kind }) => [kind]),
    fieldOf("tag", ({ tags }) => tags),
    fieldOf("owner", ({ owner }) => [owner]),
  ];
};
