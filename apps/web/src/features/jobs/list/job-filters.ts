import { JOB_KINDS, RUN_STATUSES } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { FilterField } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { SearchedJobs } from "../jobs.queries.ts";

const asList = (value: unknown): unknown => (value === undefined || Array.isArray(value) ? value : [value]);
const listOf = <T extends z.ZodType>(item: T) => z.preprocess(asList, z.array(item).default([]));

const schema = z.object({
  q: z.string().max(100).optional(),
  status: listOf(z.enum(RUN_STATUSES)),
  kind: listOf(z.enum(JOB_KINDS)),
  owner: z.string().max(64).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
});

type JobFilterValues = z.output<typeof schema>;
export type JobFilters = UrlFilters<JobFilterValues>;

export const useJobFilters = (): JobFilters => useUrlFilters(schema);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MIN_TEXT = 3;

/** One box searches ids and words: an id is recognised by its form, and one or two letters would find too much. */
const wordsOf = (q: string): Pick<SearchedJobs, "id" | "text"> => {
  const words = q.trim();
  if (UUID.test(words)) return { id: words.toLowerCase() };
  return words.length < MIN_TEXT ? {} : { text: words };
};

export const toFilter = ({ q = "", status, kind, owner, from, to }: JobFilterValues): SearchedJobs => ({
  ...wordsOf(q),
  ...(status.length > 0 && { statuses: status }),
  ...(kind.length > 0 && { kinds: kind }),
  ...(owner && { owner }),
  ...(from && { start_time: from }),
  ...(to && { end_time: to }),
});

export const useJobFilterFields = (): FilterField<keyof JobFilterValues & string>[] => {
  const { t } = useTranslation();
  return [
    {
      key: "kind",
      label: t("jobs.columns.kind"),
      isMany: true,
      options: JOB_KINDS.map((value) => ({ value, label: t(`jobs.kinds.${value}`) })),
    },
    {
      key: "status",
      label: t("jobs.columns.status"),
      isMany: true,
      options: RUN_STATUSES.map((value) => ({ value, label: t(`jobs.statuses.${value}`) })),
    },
    { kind: "time-range", fromKey: "from", toKey: "to", label: t("jobs.columns.created") },
  ];
};
