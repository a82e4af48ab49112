import { z } from "zod";
import { useUrlFilters } from "../../../ui/filters/use-url-filters.ts";

export const MAX_ROWS_PER_PAGE = 200;

const schema = z.object({
  page: z.coerce.number().int().positive().max(100_000).default(1),
  page_size: z.coerce.number().int().positive().max(MAX_ROWS_PER_PAGE).default(50),
  reason: z.string().max(40).optional(),
});

/** The page of a tab's table and its filter, kept in the URL. */
export const useTabPages = () => {
  const { values, set } = useUrlFilters(schema);
  const { page, page_size: pageSize, reason } = values;
  return {
    reason,
    setReason: (next: string | undefined): void => set({ reason: next }),
    query: { limit: pageSize, offset: (page - 1) * pageSize },
    paging: {
      page,
      pageSize,
      maxPageSize: MAX_ROWS_PER_PAGE,
      canJump: true,
      onChange: (to: number, size: number): void => set({ page: to, page_size: size }),
    },
  };
};
