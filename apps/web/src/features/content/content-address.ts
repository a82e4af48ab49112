import { AUDIT_STATUSES, FAVORITE_TYPES, MAX_OFFSET, moment, QUICK_RANGES_DAYS } from "@dailies/contract";
import { useSearchParams } from "react-router";
import { z } from "zod";
import { PATHS } from "../../lib/paths.ts";
import type { ChosenRange } from "../../shared/time-span/range.rules.ts";
import { type UrlFilters, useUrlFilters } from "../../ui/filters/use-url-filters.ts";

/** A multiple of two, three, four and six, so that pages fill whole rows at each column count. */
export const WALL_PAGE = 48;
const MAX_PAGE = Math.floor(MAX_OFFSET / WALL_PAGE) + 1;

const schema = z.object({
  source: z.string().min(1).max(32).optional(),
  assets_type: z.enum(FAVORITE_TYPES).optional(),
  audit_status: z.enum(AUDIT_STATUSES).optional(),
  user: z.string().min(1).max(254).optional(),
  days: z.enum(QUICK_RANGES_DAYS.map(String)).optional(),
  start: moment.optional(),
  end: moment.optional(),
  page: z.coerce.number().int().positive().max(MAX_PAGE).default(1),
});

export type WallFilters = UrlFilters<z.output<typeof schema>>;

export const useWallFilters = (): WallFilters => useUrlFilters(schema);

export const rangeOf = ({ values }: WallFilters): ChosenRange => ({
  days: QUICK_RANGES_DAYS.find((days) => String(days) === values.days),
  start: values.start,
  end: values.end,
});

/** True if anything other than the page is set. */
export const isFiltered = ({ changed }: WallFilters): boolean => changed.some((key) => key !== "page");

const PLACE_KEYS = ["project", "task", "tasks_page", "tasks_size"] as const;

/** Links within this screen. A project keeps the wall's filters in its URL, so that the back link restores them. */
export const useContentLinks = () => {
  const [params] = useSearchParams();
  const withPlace = (place: Partial<Record<(typeof PLACE_KEYS)[number], string>>): string => {
    const next = new URLSearchParams(params);
    for (const key of PLACE_KEYS) next.delete(key);
    for (const [key, value] of Object.entries(place)) next.set(key, value);
    return `?${next}`;
  };
  return {
    toWall: withPlace({}),
    toProject: (project: string): string => withPlace({ project }),
    toTask: (project: string, task: string): string => withPlace({ project, task }),
    toFavorite: (id: string): string => {
      const next = new URLSearchParams(params);
      next.set("favorite", id);
      return `?${next}`;
    },
  };
};

export const endUserAddress = (email: string): string =>
  `${PATHS.platformUser}?${new URLSearchParams({ user: email })}`;

export const benchmarkAddress = (taskId: string): string =>
  `${PATHS.taskGenerate}?${new URLSearchParams({ task: taskId })}`;
