import { CONFIG_STATUSES } from "@dailies/contract";
import { z } from "zod";
import { type UrlFilters, useUrlFilters } from "../../ui/filters/use-url-filters.ts";

const schema = z.object({
  ns: z.string().max(64).optional(),
  q: z.string().max(200).default(""),
  status: z.enum(CONFIG_STATUSES).optional(),
  page: z.coerce.number().int().positive().default(1),
  size: z.coerce.number().int().positive().max(200).default(50),
});

export type ConfigFilters = UrlFilters<z.output<typeof schema>>;

export const useConfigFilters = (): ConfigFilters => useUrlFilters(schema);

export const listBodyOf = ({ ns, q, status, page, size }: ConfigFilters["values"]) => ({
  namespace: ns,
  q: q || undefined,
  status,
  limit: size,
  offset: (page - 1) * size,
});
