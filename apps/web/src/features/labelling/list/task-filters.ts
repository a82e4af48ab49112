import { LABEL_TASK_STATUSES, LABEL_TASK_TABS, listLabelTasksQuery } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { FilterField } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { LabelTasksQuery } from "../labelling.queries.ts";

export const MAX_TASKS_PER_PAGE = 100;

const schema = z.object({
  tab: z.enum(LABEL_TASK_TABS).default("mine"),
  q: listLabelTasksQuery.shape.q.default(""),
  status: z.enum(LABEL_TASK_STATUSES).optional(),
  page: z.coerce.number().int().positive().max(1_000).default(1),
  page_size: z.coerce.number().int().positive().max(MAX_TASKS_PER_PAGE).default(20),
});

type TaskFilterValues = z.output<typeof schema>;
export type TaskFilters = UrlFilters<TaskFilterValues>;

export const useTaskFilters = (): TaskFilters => useUrlFilters(schema);

export const toQuery = ({ tab, q, status, page, page_size }: TaskFilterValues): LabelTasksQuery => ({
  tab,
  ...(q && { q }),
  status,
  limit: page_size,
  offset: (page - 1) * page_size,
});

export const isNarrowed = ({ changed }: TaskFilters): boolean => changed.some((key) => key === "q" || key === "status");

export const useTaskFilterFields = (): FilterField<keyof TaskFilterValues & string>[] => {
  const { t } = useTranslation();
  return [
    {
      key: "status",
      label: t("labelling.list.status"),
      options: LABEL_TASK_STATUSES.map((value) => ({ value, label: t(`labelling.status.${value}`) })),
    },
  ];
};
