import { SAMPLE_STRATEGIES } from "@dailies/contract";
import { z } from "zod";
import { type UrlFilters, useUrlFilters } from "../../../../ui/filters/use-url-filters.ts";

export const MODES = ["items", "sample"] as const;
export const PANELS = ["funnel", "buckets"] as const;
export const MAX_PICKED = 9;
export const MAX_SEED = 2_147_483_647;
/** From small tiles to large ones. */
export const DENSITIES = [1, 2, 3, 4, 5] as const;
const USUAL_DENSITY = 3;
const USUAL_SEED = 1;

const whole = (min: number, max = Number.MAX_SAFE_INTEGER) => z.coerce.number().int().min(min).max(max);
const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(item).max(most));

/** The view state of a dataset. All of it is in the URL, so that a view can be shared. */
export const itemUrlSchema = z.object({
  mode: z.enum(MODES).default("items"),
  /** The filter as text. The chips and the facets edit the same text. */
  where: z.string().max(4_000).default(""),
  q: z.string().max(200).default(""),
  order: z.string().max(220).default(""),
  seed: whole(0, MAX_SEED).default(USUAL_SEED),
  count: whole(1, 500).default(30),
  strategy: z.enum(SAMPLE_STRATEGIES).default("random"),
  by: z.string().max(200).default(""),
  view: z.enum(["grid", "table"]).default("grid"),
  density: whole(1, DENSITIES.length).default(USUAL_DENSITY),
  cols: list(z.string().min(1).max(200), 200),
  /** The first visible item. */
  at: whole(0).default(0),
  item: whole(0).optional(),
  pick: list(whole(0), MAX_PICKED),
  wall: z.literal("open").optional(),
  panel: z.enum(PANELS).optional(),
  /** While a sample shows the items a funnel step dropped: that step, and the filter to return to. */
  dropped: z.string().max(4_000).default(""),
  was: z.string().max(4_000).default(""),
});

export type ItemUrlValues = z.output<typeof itemUrlSchema>;
export type ItemUrlState = UrlFilters<ItemUrlValues>;

export const useItemUrlState = (): ItemUrlState => useUrlFilters(itemUrlSchema);

/** A new selection starts at its first item and leaves the view of dropped items. */
export const chosenAnew = (patch: Partial<ItemUrlValues>): Partial<ItemUrlValues> => ({
  at: 0,
  dropped: "",
  was: "",
  ...patch,
});

export const NO_FILTER = chosenAnew({ where: "", q: "" });

export const newSeed = (): number => Math.floor(Math.random() * MAX_SEED);
