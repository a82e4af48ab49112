import { listTasksQuery, TASK_KINDS, TASK_SORTS, TASK_STATUSES } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { Sort } from "../../../ui/data-table/types.ts";
import type { FilterField } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { TasksQuery } from "../tasks.queries.ts";

export const MAX_TASKS_PER_PAGE = 100;
const { q, kind, status, tag } = listTasksQuery.shape;

const schema = z.object({
  q: q.default(""),
  kind,
  status,
  tag: tag.default([]),
  is_mine: z.literal("true").optional(),
  is_archived: z.literal("true").optional(),
  sort: z.enum(TASK_SORTS).default("updated_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
  page: z.coerce.number().int().positive().max(10_000).default(1),
  page_size: z.coerce.number().int().positive().max(MAX_TASKS_PER_PAGE).default(10),
});

export type TaskFilterValues = z.output<typeof schema>;
export type TaskFilters = UrlFilters<TaskFilterValues>;

export const useTaskFilters = (): TaskFilters => useUrlFilters(schema);

export const toQuery = (values: TaskFilterValues): TasksQuery => ({
  ...(values.q && { q: values.q }),
  kind: values.kind,
  status: values.status,
  ...(values.tag.length > 0 && { tag: values.tag }),
  is_mine: values.is_mine,
  is_archived: values.is_archived ?? "false",
  sort: values.sort,
  order: values.order,
  page: values.page,
  page_size: values.page_size,
});

export const sortOf = ({ sort, order }: TaskFilterValues): Sort => ({ key: sort, direction: order });

/** Without a sort, the list shows the newest first. */
export const sortPatch = (sort: Sort | undefined): Partial<TaskFilterValues> => ({
  sort: TASK_SORTS.find((key) => key === sort?.key) ?? "updated_at",
  order: sort?.direction ?? "desc",
});

const NARROWING = ["q", "kind", "status", "tag", "is_mine"];
export const isNarrowed = ({ changed }: TaskFilters): boolean => changed.some((key) => NARROWING.includes(key));

type Field = FilterField<keyof TaskFilterValues & string>;

/** Offers the tags of the visible rows and the selected ones. */
export const useTaskFilterFields = (chosenTags: readonly string[], seenTags: readonly string[]): Field[] => {
  const { t } = useTranslation();
  const tags = [...new Set([...chosenTags, ...seenTags])].sort((one, other) => one.localeCompare(other));
  return [
    {
      key: "kind",
      label: t("tasks.kind"),
      options: TASK_KINDS.map((value) => ({ value, label: t(`tasks.kinds.${value}.name`) })),
    },
    {
      key: "status",
      label: t("tasks.status"),
      options: TASK_STATUSES.map((value) => ({ value, label: t(`shared.taskStatus.${value}`) })),
    },
    ...(tags.length === 0
      ? []
      : [
          {
            key: "tag" as const,
            label: t("tasks.tags"),
            isMany: true,
            options: tags.map((value) => ({ value, label: value })),
          },
        ]),
    {
      key: "is_mine",
      label: t("tasks.filters.mine"),
      options: [{ value: "true", label: t("tasks.filters.mineOnly") }],
    },
    {
      key: "is_archived",
      label: t("tasks.filters.archived"),
      options: [{ value: "true", label: t("tasks.filters.archivedOnly") }],
    },
  ];
};
