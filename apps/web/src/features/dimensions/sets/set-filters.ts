import { EVALUATION_MODES } from "@dailies/contract";
import { z } from "zod";
import type { UrlFilters } from "../../../ui/filters/use-url-filters.ts";

export const setFilters = z.object({
  q: z.string().max(200).default(""),
  mode: z.enum(EVALUATION_MODES).optional(),
  is_archived: z.literal("true").optional(),
  page: z.coerce.number().int().positive().max(10_000).default(1),
  page_size: z.coerce.number().int().positive().max(200).default(25),
});

export type SetFilters = UrlFilters<z.output<typeof setFilters>>;
