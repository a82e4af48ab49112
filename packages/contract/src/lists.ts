import { z } from "zod";
import { nonNegativeInt } from "./kit.ts";

export const MAX_PAGE_SIZE = 200;
/** Deeper offsets are too expensive to be useful; long lists are searched instead. */
export const MAX_OFFSET = 100_000;

export const wholeNumber = (fallback: number, min: number, max: number) =>
  z.preprocess((value) => value ?? fallback, z.coerce.number<string | number | undefined>().int().min(min).max(max));

/** Pagination parameters of every list; spread them into the query. */
export const pageQuery = {
  limit: wholeNumber(50, 1, MAX_PAGE_SIZE),
  offset: wholeNumber(0, 0, MAX_OFFSET),
};

/** Deep pages are found by row number, so they cost as much as the first page. */
const MAX_DEEP_OFFSET = 10_000_000_000;
export const deepPageQuery = { limit: wholeNumber(50, 1, MAX_PAGE_SIZE), offset: wholeNumber(0, 0, MAX_DEEP_OFFSET) };

/** Status of a background run whose progress can be read: an export, an indexing, a verification. */
export const RUN_STATUSES = ["Waiting", "Running", "Finished", "Failed", "Cancelled"] as const;

/** Here because the event stream, which every page loads, names them too. */
export const PACKAGE_STATUSES = ["Queued", "Running", "Verifying", "Ready", "Failed", "Cancelled", "Deleted"] as const;

/** Result of one line of an import, real or dry run. */
export const IMPORT_ACTIONS = ["create", "update", "unchanged", "refused"] as const;

export const sortOrder = z.enum(["asc", "desc"]).default("asc");

/** `total` is exact unless the list says otherwise. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), total: nonNegativeInt });
