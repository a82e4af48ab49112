import { MAX_PAGE_SIZE, moment, operationLogRoutes, QUICK_RANGES_DAYS } from "@dailies/contract";
import { z } from "zod";
import { type ChosenRange, type SentRange, sentRange } from "../../shared/time-span/range.rules.ts";
import { type UrlFilters, useUrlFilters } from "../../ui/filters/use-url-filters.ts";

const MAX_NAME = 254;
const DEFAULT_PAGE_SIZE = 50;

const schema = z.object({
  user: z.string().max(MAX_NAME).default(""),
  op: operationLogRoutes.listOperations.query.shape.op_type,
  days: z.enum(QUICK_RANGES_DAYS.map(String)).optional(),
  start: moment.optional(),
  end: moment.optional(),
  page: z.coerce.number().int().positive().default(1),
  page_size: z.coerce.number().int().positive().max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
});

export type HistoryFilters = UrlFilters<z.output<typeof schema>>;

export const useHistoryFilters = (): HistoryFilters => useUrlFilters(schema);

export const rangeOf = ({ days, start, end }: HistoryFilters["values"]): ChosenRange => ({
  days: QUICK_RANGES_DAYS.find((each) => String(each) === days),
  start,
  end,
});

export const rangePatch = ({ days, start, end }: ChosenRange) => ({ days: days && String(days), start, end });

/** The part of the URL state that is sent with the list query. */
export const listQueryOf = (
  values: HistoryFilters["values"],
  nowMs: number,
): SentRange & { op_type?: string; user_name?: string; limit: number; offset: number } => ({
  ...sentRange(rangeOf(values), nowMs),
  ...(values.op !== undefined && { op_type: values.op }),
  ...(values.user.trim() !== "" && { user_name: values.user.trim() }),
  limit: values.page_size,
  offset: (values.page - 1) * values.page_size,
});
