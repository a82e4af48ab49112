import { LABEL_EVENT_KINDS, type LabelTaskDetail, MAX_LABEL_ITEMS } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { FilterField } from "../../../ui/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { LabelEventsQuery } from "../labelling.queries.ts";

const EVENTS_AT_ONCE = 100;

const schema = z.object({
  item: z.coerce.number().int().min(1).max(MAX_LABEL_ITEMS).optional(),
  person: z.string().max(254).optional(),
  event: z.enum(LABEL_EVENT_KINDS).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  disagreement: z.enum(["only"]).optional(),
});

type HistoryFilterValues = z.output<typeof schema>;
export type HistoryFilters = UrlFilters<HistoryFilterValues>;

export const useHistoryFilters = (): HistoryFilters => useUrlFilters(schema);

/** Disagreements are one row for each item, which no other filter narrows. */
export const toEventsQuery = (values: HistoryFilterValues): LabelEventsQuery => {
  const { item, person, event, from, to, disagreement } = values;
  return disagreement
    ? { item, disagreement, limit: EVENTS_AT_ONCE }
    : { item, person, event, from, to, limit: EVENTS_AT_ONCE };
};

type HistoryField = FilterField<keyof HistoryFilterValues & string>;

export const useHistoryFields = (task: LabelTaskDetail, values: HistoryFilterValues): HistoryField[] => {
  const { t } = useTranslation();
  const disagreement = {
    key: "disagreement" as const,
    label: t("labelling.disagreed.filter"),
    options: [{ value: "only", label: t("labelling.disagreed.only") }],
  };
  if (values.disagreement) return [disagreement];
  const names = task.people.map(({ username }) => username).toSorted((one, other) => one.localeCompare(other));
  return [
    // External users see only their own events.
    ...(names.length > 0
      ? [
          {
            key: "person" as const,
            label: t("labelling.history.person"),
            options: names.map((value) => ({ value, label: value })),
          },
        ]
      : []),
    {
      key: "event",
      label: t("labelling.history.event"),
      options: LABEL_EVENT_KINDS.map((value) => ({ value, label: t(`labelling.history.events.${value}`) })),
    },
    { kind: "time-range", fromKey: "from", toKey: "to", label: t("labelling.history.time") },
    // External users do not learn how others labelled.
    ...(task.source !== null && task.overlap > 1 ? [disagreement] : []),
  ];
};
