import { z } from "zod";
import { type UrlFilters, useUrlFilters } from "../../ui/filters/use-url-filters.ts";

export const MAP_COLOURS = ["bytes", "samples", "state", "mean"] as const;
export type MapColour = (typeof MAP_COLOURS)[number];
export const PANELS = ["verify", "compare", "code"] as const;

const MAX_SEED = 2_147_483_647;
const whole = (fallback: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(0).max(max).default(fallback);

const urlState = z.object({
  /** The open dataset: a URI, or a registered dataset. */
  uri: z.string().min(1).max(2_000).optional(),
  dataset: z.uuid().optional(),
  /** The sample, by its index in the whole dataset. */
  i: whole(0),
  colour: z.enum(MAP_COLOURS).default("bytes"),
  /** The column whose means colour the map. */
  mean: z.string().min(1).max(200).optional(),
  mode: z.enum(["inspect", "stream"]).default("inspect"),
  /** The stream's order, and the position in it. */
  order: z.enum(["storage", "training", "file"]).default("storage"),
  /** The URI of the order file. */
  orderFile: z.string().max(2_000).optional(),
  seed: whole(9_176, MAX_SEED),
  epoch: whole(0, 1_000_000),
  rank: whole(0, 100_000),
  ranks: whole(1, 100_000),
  at: whole(0),
  /** The seed of the random samples, and the number drawn. */
  luck: whole(1, MAX_SEED),
  draw: whole(0),
  /** The selected column, also highlighted in the bytes. */
  column: z.string().max(200).optional(),
  hex: z.enum(["shown", "hidden"]).default("shown"),
  panel: z.enum(PANELS).optional(),
  run: z.uuid().optional(),
  against: z.string().max(2_000).optional(),
});

export type ViewerUrlState = z.output<typeof urlState>;

/** The complete view state, kept in the URL so that it can be shared. */
export const useViewerUrlState = (): UrlFilters<ViewerUrlState> => useUrlFilters(urlState);
