import type { ViewerSample } from "@dailies/contract";

/** Of the chart colours, in an order that puts no two similar ones beside each other in either theme. */
const COLOURS = [1, 7, 3, 6, 5, 4, 8, 2].map((chart) => `var(--ds-chart-${chart})`);
/** For the columns after the eighth. */
const PALE_COLOURS = COLOURS.map((colour) => `color-mix(in srgb, ${colour} 50%, var(--ds-surface))`);
const ALL_COLOURS = [...COLOURS, ...PALE_COLOURS];

const SIZE_WORD = /^size of /;

/** One colour per column in the list, in the bytes and for its size; undefined for bytes outside any column. */
export const spanColour = ({ columns }: Pick<ViewerSample, "columns">, label: string): string | undefined => {
  const place = columns.findIndex(({ name }) => name === label || name === label.replace(SIZE_WORD, ""));
  return place < 0 ? undefined : ALL_COLOURS[place % ALL_COLOURS.length];
};
