import { MAX_PAGE_SIZE, PAYMENT_EVENT_STATUSES } from "@dailies/contract";
import { z } from "zod";
import { type UrlFilters, useUrlFilters } from "../../ui/filters/use-url-filters.ts";

export const TOOL_TABS = ["checks", "holds", "bulk", "payments", "credentials"] as const;
export type ToolTab = (typeof TOOL_TABS)[number];

/** Minimum ages of a hold to list, in minutes. */
export const HOLD_AGES_MINUTES = [0, 10, 60, 360, 1_440, 10_080] as const;
const DEFAULT_AGE_MINUTES = 60;
/** One day, one week, one month. */
export const EXPIRY_DAYS = [1, 7, 30] as const;

const oneOf = (choices: readonly number[], usual: number) =>
  z.coerce
    .number()
    .refine((value) => choices.includes(value))
    .default(usual);

const schema = z.object({
  tab: z.enum(TOOL_TABS).default("checks"),
  age: oneOf(HOLD_AGES_MINUTES, DEFAULT_AGE_MINUTES),
  days: oneOf(EXPIRY_DAYS, EXPIRY_DAYS[0]),
  status: z.enum(PAYMENT_EVENT_STATUSES).optional(),
  page: z.coerce.number().int().positive().default(1),
  page_size: z.coerce.number().int().positive().max(MAX_PAGE_SIZE).default(50),
});

export type ToolsAddress = UrlFilters<z.output<typeof schema>>;

/** The open tool and its query; each tab has its own URL. */
export const useToolsAddress = (): ToolsAddress => useUrlFilters(schema);
