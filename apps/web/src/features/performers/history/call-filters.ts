import {
  PERFORMER_TASK_SORTS,
  PERFORMER_TASK_SOURCES,
  PERFORMER_TASK_STATUSES,
  type PerformerItem,
  type PerformerTaskItem,
  queryArray,
} from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useCurrentUser } from "../../../lib/session.ts";
import { formatMicros } from "../../../shared/money.ts";
import type { Sort } from "../../../ui/data-table/types.ts";
import type { FilterField } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { CallFilter, CallPage } from "../performers.queries.ts";

const schema = z.object({
  q: z.string().max(200).default(""),
  of: queryArray(z.uuid()).default([]),
  status: queryArray(z.enum(PERFORMER_TASK_STATUSES)).default([]),
  source: queryArray(z.enum(PERFORMER_TASK_SOURCES)).default([]),
  by: z.string().max(254).optional(),
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
  min_cost: z.coerce.number().int().nonnegative().optional(),
  error: z.string().max(64).optional(),
  sort: z.enum(PERFORMER_TASK_SORTS).default("queued_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
  page: z.coerce.number().int().positive().default(1),
  size: z.coerce.number().int().positive().max(100).default(30),
});

export type CallFilterValues = z.output<typeof schema>;
export type CallFilters = UrlFilters<CallFilterValues>;

export const useCallFilters = (): CallFilters => useUrlFilters(schema);

export const pageOf = ({ page, size, sort, order }: CallFilterValues): CallPage => ({
  page,
  page_size: size,
  sort,
  order,
});

export const filterOf = (values: CallFilterValues): CallFilter => ({
  ...(values.q && { text: values.q }),
  ...(values.of.length > 0 && { performer_ids: values.of }),
  ...(values.status.length > 0 && { statuses: values.status }),
  ...(values.source.length > 0 && { sources: values.source }),
  ...(values.by && { created_by: values.by }),
  ...(values.since && { from: values.since }),
  ...(values.until && { to: values.until }),
  ...(values.min_cost !== undefined && { min_cost_micros: values.min_cost }),
  ...(values.error && { error_code: values.error }),
});

export const sortOf = ({ sort, order }: CallFilterValues): Sort => ({ key: sort, direction: order });
export const sortPatch = (sort: Sort | undefined): Partial<CallFilterValues> => ({
  sort: PERFORMER_TASK_SORTS.find((key) => key === sort?.key) ?? "queued_at",
  order: sort?.direction ?? "desc",
});

const SHAPING = ["sort", "order", "page", "size"];
export const isFiltered = ({ changed }: CallFilters): boolean => changed.some((key) => !SHAPING.includes(key));

/** One cent, ten cents, one unit and ten units. */
const COST_STEPS_MICROS = [10_000, 100_000, 1_000_000, 10_000_000];
/** The most common error codes; the URL accepts any other. */
const ERROR_CODES = ["refused", "invalid", "timeout", "throttled", "unavailable", "unauthorised", "bad_output"];

type Field = FilterField<keyof CallFilterValues & string>;
const plain = (value: string) => ({ value, label: value });

/** The filters of the list; users and codes found on the page are added to the defaults. */
export const useCallFields = (
  performers: readonly PerformerItem[],
  shown: readonly PerformerTaskItem[],
): readonly Field[] => {
  const { t, i18n } = useTranslation();
  const { username } = useCurrentUser();
  const people = [...new Set([username, ...shown.map(({ requested_by }) => requested_by)])];
  const codes = [...new Set([...ERROR_CODES, ...shown.flatMap(({ error }) => error?.code ?? [])])];
  const currency = performers.find(({ pricing }) => pricing)?.pricing?.currency ?? "USD";
  return [
    {
      key: "of",
      label: t("performers.performer"),
      isMany: true,
      options: performers.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      key: "status",
      label: t("performers.status"),
      isMany: true,
      options: PERFORMER_TASK_STATUSES.map((value) => ({ value, label: t(`shared.call.status.${value}`) })),
    },
    {
      key: "source",
      label: t("performers.source"),
      isMany: true,
      options: PERFORMER_TASK_SOURCES.map((value) => ({ value, label: t(`performers.sources.${value}`) })),
    },
    { key: "by", label: t("performers.requestedBy"), options: people.map(plain) },
    { kind: "time-range", fromKey: "since", toKey: "until", label: t("performers.queuedAtTime") },
    {
      key: "min_cost",
      label: t("performers.minCost"),
      options: COST_STEPS_MICROS.map((micros) => ({
        value: String(micros),
        label: t("performers.atLeast", { amount: formatMicros(micros, currency, i18n.language) }),
      })),
    },
    { key: "error", label: t("performers.error"), options: codes.map(plain) },
  ];
};
