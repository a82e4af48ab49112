/** The position of one sample of one cell. */
export interface CellAddress {
  row: number;
  col: number;
  sample: number;
}

const INDEX = "(0|[1-9]\\d{0,6})";
const ADDRESS = new RegExp(`^${INDEX}\\.${INDEX}(?:\\.${INDEX})?$`);

/** "3.1", or "3.1.2" for a sample other than the first. */
export const writeAddress = ({ row, col, sample }: CellAddress): string =>
  sample === 0 ? `${row}.${col}` : `${row}.${col}.${sample}`;

export const readAddress = (text: string): CellAddress | undefined => {
  const found = ADDRESS.exec(text);
  if (!found) return undefined;
  return { row: Number(found[1]), col: Number(found[2]), sample: Number(found[3] ?? 0) };
};

export const MAX_COMPARED = 4;

export const readAddresses = (text: string): CellAddress[] =>
  text
    .split(",")
    .flatMap((part) => readAddress(part) ?? [])
    .slice(0, MAX_COMPARED);

export interface GridSize {
  rows: number;
  columns: number;
  samples: number;
}

export const isInside = ({ row, col, sample }: CellAddress, { rows, columns, samples }: GridSize): boolean =>
  row < rows && col < columns && sample < samples;

const within = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));

/** The neighbour of a cell; horizontally, the samples of a cell come before the next column. */
export const stepFrom = (
  from: CellAddress,
  { rows: down = 0, places = 0 }: { rows?: number; places?: number },
  size: GridSize,
): CellAddress => {
  const place = within(from.col * size.samples + from.sample + places, size.columns * size.samples);
  return {
    row: within(from.row + down, size.rows),
    col: Math.floor(place / size.samples),
    sample: place % size.samples,
  };
};
