import { type FavoriteItem, MAX_OFFSET } from "@dailies/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { sentRange } from "../../../shared/time-span/range.rules.ts";
import { useNow } from "../../../ui/use-now.ts";
import { type FavoriteList, favoritesQuery } from "../content.queries.ts";
import { rangeOf, WALL_PAGE, type WallFilters } from "../content-address.ts";
import type { Renewal } from "../media/renewal.ts";

export interface FavoriteWall {
  items: readonly FavoriteItem[];
  /** Undefined until loaded. */
  total: number | undefined;
  isTotalExact: boolean;
  sources: readonly string[];
  page: number;
  hasNext: boolean;
  /** No data has been loaded yet. */
  isLoading: boolean;
  /** The displayed data belongs to the previous query. */
  isTurning: boolean;
  error: unknown;
  renewal: Renewal;
  /** Prefetches a page before navigating to it. */
  readPage: (page: number) => Promise<readonly FavoriteItem[]>;
}

const listOf = (filters: WallFilters, nowMs: number, page: number): FavoriteList => {
  const { source, assets_type, audit_status, user } = filters.values;
  return {
    offset: (page - 1) * WALL_PAGE,
    limit: WALL_PAGE,
    ...sentRange(rangeOf(filters), nowMs),
    ...(source !== undefined && { source }),
    ...(assets_type !== undefined && { assets_type }),
    ...(audit_status !== undefined && { audit_status }),
    ...(user !== undefined && { user_email: user }),
  };
};

/** Beyond a capped count there may be more pages, and only a full page indicates that. */
const hasPageAfter = (page: number, shown: number, total: number, isExact: boolean): boolean => {
  const next = page * WALL_PAGE;
  return next < total || (!isExact && shown === WALL_PAGE && next <= MAX_OFFSET);
};

export const useFavoriteWall = (filters: WallFilters): FavoriteWall => {
  const nowMs = useNow();
  const cache = useQueryClient();
  const { page } = filters.values;
  const list = useQuery(favoritesQuery(listOf(filters, nowMs, page)));
  const { items = [], total, is_total_exact: isTotalExact = true, sources = [] } = list.data ?? {};
  return {
    items,
    total,
    isTotalExact,
    sources,
    page,
    hasNext: hasPageAfter(page, items.length, total ?? 0, isTotalExact),
    isLoading: list.isPending,
    isTurning: list.isPlaceholderData,
    error: list.error,
    renewal: { givenAtMs: list.dataUpdatedAt, renew: () => list.refetch({ cancelRefetch: false }) },
    readPage: async (wanted) => (await cache.fetchQuery(favoritesQuery(listOf(filters, nowMs, wanted)))).items,
  };
};
