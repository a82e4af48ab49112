import { z } from "zod";
import { nonNegativeInt } from "./kit.ts";

export const MAX_PAGE_SIZE = 200;
/** Deeper pages cost more than they tell anybody; a list this long is searched, not paged. */
export const MAX_OFFSET = 100_000;

const wholeNumber = (fallback: number, min: number, max: number) =>
  z.preprocess((value) => value ?? fallback, z.coerce.number<string | number | undefined>().int().min(min).max(max));

/** What every list takes; spread it into the list's query. */
export const pageQuery = {
  limit: wholeNumber(50, 1, MAX_PAGE_SIZE),
  offset: wholeNumber(0, 0, MAX_OFFSET),
};

/** Work in the background that is read while it goes on: an export, an indexing, a verification. */
export const RUN_STATUSES = ["Waiting", "Running", "Finished", "Failed", "Cancelled"] as const;

/** What became, or would become, of one line of an import. */
export const IMPORT_ACTIONS = ["create", "update", "unchanged", "refused"] as const;

export const sortOrder = z.enum(["asc", "desc"]).default("asc");

/** `total` is exact for every list that does not say otherwise. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: nonNegativeInt });
