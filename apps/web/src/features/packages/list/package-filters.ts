import { listPackagesQuery, PACKAGE_FORMATS, PACKAGE_STATUSES } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { datasetChoicesQuery } from "../../../shared/dataset-choice/dataset-choice.queries.ts";
import type { FilterField } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { PackagesQuery } from "../packages.queries.ts";

export const MAX_PACKAGES_PER_PAGE = 100;

const schema = z.object({
  q: listPackagesQuery.shape.q,
  status: z.enum(PACKAGE_STATUSES).optional(),
  format: z.enum(PACKAGE_FORMATS).optional(),
  dataset_id: z.uuid().optional(),
  page: z.coerce.number().int().positive().max(1_000).default(1),
  page_size: z.coerce.number().int().positive().max(MAX_PACKAGES_PER_PAGE).default(20),
});

type PackageFilterValues = z.output<typeof schema>;
export type PackageFilters = UrlFilters<PackageFilterValues>;

export const usePackageFilters = (): PackageFilters => useUrlFilters(schema);

export const toQuery = ({ page, page_size, ...rest }: PackageFilterValues): PackagesQuery => ({
  ...rest,
  limit: page_size,
  offset: (page - 1) * page_size,
});

const NARROWING = ["q", "status", "format", "dataset_id"];
export const isNarrowed = ({ changed }: PackageFilters): boolean => changed.some((key) => NARROWING.includes(key));

export const usePackageFilterFields = (): FilterField<keyof PackageFilterValues & string>[] => {
  const { t } = useTranslation();
  const { data } = useQuery(datasetChoicesQuery);
  return [
    {
      key: "status",
      label: t("packages.list.status"),
      options: PACKAGE_STATUSES.map((value) => ({ value, label: t(`packages.status.${value}`) })),
    },
    {
      key: "format",
      label: t("packages.list.format"),
      options: PACKAGE_FORMATS.map((value) => ({ value, label: value })),
    },
    {
      key: "dataset_id",
      label: t("packages.list.dataset"),
      options: (data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
};
