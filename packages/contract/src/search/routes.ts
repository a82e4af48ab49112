import { z } from "zod";
import { defineRoutes, text } from "../kit.ts";

export const SEARCH_KINDS = ["task", "dataset", "package", "asset", "console_user", "end_user", "setting"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** How well a name matches: the whole name, its beginning, the beginning of a word in it, or any part of it. */
export const MATCH_RANKS = { exact: 0, prefix: 1, wordPrefix: 2, substring: 3 } as const;

/** At most this many results of each kind. */
export const MAX_HITS_PER_KIND = 6;

export const searchHit = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** Identifies the object within its kind: an id, the e-mail address of an end user, or the key of a setting. */
  id: z.string(),
  title: z.string(),
  /** The kind of a task, dataset or asset; the format of a package; the address of a console user; the name of an end user; what a setting does. */
  note: z.string(),
  rank: z.int().min(MATCH_RANKS.exact).max(MATCH_RANKS.substring),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchRoutes = defineRoutes({
  search: {
    method: "GET",
    path: "/api_v1/search",
    access: "signed-in",
    atOnce: 1,
    summary: "Search by name in everything whose list the caller may read; the best matches of each kind first",
    query: z.object({ q: text({ min: 1, max: 100 }) }),
    reply: z.object({ items: z.array(searchHit) }),
  },
});
