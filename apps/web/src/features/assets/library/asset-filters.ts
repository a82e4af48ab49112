import { ASSET_KINDS, ASSET_SORTS, ASSET_STATUSES } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { Sort } from "../../../ui/data-table/types.ts";
import type { FilterField } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import { type AssetList, tagsQuery } from "../assets.queries.ts";

const SHOWN_STATUSES = ASSET_STATUSES.filter((status) => status !== "Deleted");

const asList = (value: unknown): unknown => (value === undefined || Array.isArray(value) ? value : [value]);

const filterSchema = z.object({
  q: z.string().max(200).default(""),
  kind: z.enum(ASSET_KINDS).optional(),
  status: z.enum(SHOWN_STATUSES).optional(),
  tag: z.preprocess((value) => asList(value) ?? [], z.array(z.string().min(1).max(60)).max(20)),
  is_orphan: z.literal("true").optional(),
});

/** The current folder and view; "clear filters" does not reset them. */
const libraryUrlSchema = z.object({
  folder: z.union([z.literal("root"), z.uuid()]).optional(),
  sort: z.enum(ASSET_SORTS).default("created_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
  view: z.enum(["grid", "table"]).default("grid"),
});

export type Filters = UrlFilters<z.output<typeof filterSchema>>;
export type LibraryUrlState = UrlFilters<z.output<typeof libraryUrlSchema>>;

export const useFilters = (): Filters => useUrlFilters(filterSchema);
export const useLibraryUrlState = (): LibraryUrlState => useUrlFilters(libraryUrlSchema);

export const useAssetList = (filters: Filters, urlState: LibraryUrlState): AssetList => {
  const { q, kind, status, tag, is_orphan } = filters.values;
  const { folder, sort, order } = urlState.values;
  const tags = tag.join("\n");
  return useMemo(
    () => ({
      folder,
      q: q === "" ? undefined : q,
      kind,
      status,
      tag: tags === "" ? undefined : tags.split("\n"),
      is_orphan,
      sort,
      order,
    }),
    [folder, q, kind, status, tags, is_orphan, sort, order],
  );
};

export const useFilterFields = (): FilterField<keyof Filters["values"] & string>[] => {
  const { t } = useTranslation();
  const { data } = useQuery(tagsQuery);
  return [
    {
      key: "kind",
      label: t("assets.kind.label"),
      options: ASSET_KINDS.map((kind) => ({ value: kind, label: t(`assets.kind.${kind}`) })),
    },
    {
      key: "status",
      label: t("assets.status.label"),
      options: SHOWN_STATUSES.map((status) => ({ value: status, label: t(`assets.status.${status}`) })),
    },
    {
      key: "tag",
      label: t("assets.tags"),
      isMany: true,
      options: (data?.items ?? []).map(({ tag }) => ({ value: tag, label: tag })),
    },
    {
      key: "is_orphan",
      label: t("assets.use.label"),
      options: [{ value: "true", label: t("assets.use.unused") }],
    },
  ];
};

export const sortOf = ({ values: { sort, order } }: LibraryUrlState): Sort => ({ key: sort, direction: order });

/** The third click on a column restores the default order, newest first. */
export const sortPatch = (sort: Sort | undefined): Partial<LibraryUrlState["values"]> => ({
  sort: ASSET_SORTS.find((key) => key === sort?.key) ?? "created_at",
  order: sort?.direction ?? "desc",
});
