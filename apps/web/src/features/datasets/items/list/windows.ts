/**
 * A browser cannot scroll through a page of a billion rows: its coordinates end at some thirty million pixels. So a list
 * is shown in stretches of this many, each scrolled as a whole, and any place of it is reached by its number.
 */
export const WINDOW_ITEMS = 12_000;

export const windowStart = (at: number): number => Math.floor(at / WINDOW_ITEMS) * WINDOW_ITEMS;

export const lastWindowStart = (total: number): number => windowStart(Math.max(0, total - 1));
