import { MAX_PAGE_SIZE, moment, QUICK_RANGES_DAYS } from "@dailies/contract";
import { useSearchParams } from "react-router";
import { z } from "zod";
import type { ChosenRange } from "../../shared/time-span/range.rules.ts";
import { useUrlFilters } from "../../ui/filters/use-url-filters.ts";

export const USER_TABS = ["credits", "payments", "subscriptions", "consumption", "projects"] as const;
export type UserTab = (typeof USER_TABS)[number];

const MAX_ADDRESS = 254;
const DEFAULT_PAGE_SIZE = 50;

const schema = z.object({
  user: z.string().max(MAX_ADDRESS).default(""),
  tab: z.enum(USER_TABS).default("credits"),
  days: z.enum(QUICK_RANGES_DAYS.map(String)).optional(),
  start: moment.optional(),
  end: moment.optional(),
  page: z.coerce.number().int().positive().default(1),
  page_size: z.coerce.number().int().positive().max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
});

export interface UserAddress {
  email: string;
  tab: UserTab;
  range: ChosenRange;
  page: number;
  pageSize: number;
  openUser: (email: string) => void;
  setRange: (range: ChosenRange) => void;
  setPage: (page: number, pageSize: number) => void;
  /** The URL of another tab for the same user and range, on its first page. */
  addressOfTab: (tab: UserTab) => string;
}

/** The user and the view state, kept in the URL fragment, which is never sent to a server. */
export const useUserAddress = (): UserAddress => {
  const { values, set } = useUrlFilters(schema);
  const [params] = useSearchParams();
  return {
    email: values.user.trim(),
    tab: values.tab,
    range: {
      days: QUICK_RANGES_DAYS.find((days) => String(days) === values.days),
      start: values.start,
      end: values.end,
    },
    page: values.page,
    pageSize: values.page_size,
    openUser: (email) => set({ user: email }),
    setRange: ({ days, start, end }) => set({ days: days && String(days), start, end }),
    setPage: (page, pageSize) => set({ page, page_size: pageSize }),
    addressOfTab: (tab) => {
      const next = new URLSearchParams(params);
      next.delete("page");
      next.delete("tab");
      if (tab !== "credits") next.set("tab", tab);
      return `?${next}`;
    },
  };
};
