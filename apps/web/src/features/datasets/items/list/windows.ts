/**
 * Browsers cannot scroll a page of a billion rows: coordinates end at some thirty million pixels. So a list is shown in
 * windows of this many items, each scrolled separately, and any item is reachable by number.
 */
export const WINDOW_ITEMS = 12_000;

export const windowStart = (at: number): number => Math.floor(at / WINDOW_ITEMS) * WINDOW_ITEMS;

export const lastWindowStart = (total: number): number => windowStart(Math.max(0, total - 1));
