import { MAX_PAGE_SIZE } from "@dailies/contract";
import { z } from "zod";
import { type UrlFilters, useUrlFilters } from "../../../ui/filters/use-url-filters.ts";
import type { MatrixQuery } from "../permissions.queries.ts";

const schema = z.object({
  q: z.string().max(200).default(""),
  page: z.coerce.number().int().positive().default(1),
  page_size: z.coerce.number().int().positive().max(MAX_PAGE_SIZE).default(50),
});

export type MatrixFilters = UrlFilters<z.output<typeof schema>>;

export const useMatrixFilters = (): MatrixFilters => useUrlFilters(schema);

export const toMatrixQuery = ({ q, page, page_size: size }: MatrixFilters["values"]): MatrixQuery => ({
  ...(q && { q }),
  limit: size,
  offset: (page - 1) * size,
});
