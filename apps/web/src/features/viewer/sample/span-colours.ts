import type { ViewerSample } from "@dailies/contract";

const COLOURS = 8;

const SIZE_WORD = /^size of /;

/** One colour per column in the list, in the bytes and for its size; undefined for bytes outside any column. */
export const spanColour = ({ columns }: Pick<ViewerSample, "columns">, label: string): string | undefined => {
  const place = columns.findIndex(({ name }) => name === label || name === label.replace(SIZE_WORD, ""));
  return place < 0 ? undefined : `var(--ds-chart-${(place % COLOURS) + 1})`;
};
