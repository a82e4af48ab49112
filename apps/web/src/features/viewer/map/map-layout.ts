/** The layout of a map's cells: row by row, all of one size. */
export interface MapLayout {
  readonly cells: number;
  readonly columns: number;
  readonly rows: number;
  /** Distance between cells. */
  readonly stepPx: number;
  readonly gapPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

const MAX_STEP_PX = 18;
const MIN_STEP_PX = 2;
/** Beyond this height, smaller cells are used. */
const MAX_HEIGHT_PX = 152;

const gapOf = (stepPx: number): number => {
  if (stepPx >= 8) return 2;
  return stepPx >= 4 ? 1 : 0;
};

/** The largest cells with which all shards fit, or else the smallest that can still be clicked. */
export const layOutMap = (cells: number, widthPx: number): MapLayout => {
  const width = Math.max(MAX_STEP_PX, Math.floor(widthPx));
  let stepPx = MAX_STEP_PX;
  const rowsFor = (step: number): number => Math.ceil(cells / Math.max(1, Math.floor(width / step)));
  while (stepPx > MIN_STEP_PX && rowsFor(stepPx) * stepPx > MAX_HEIGHT_PX) stepPx -= 1;
  const columns = Math.max(1, Math.floor(width / stepPx));
  const rows = Math.max(1, Math.ceil(cells / columns));
  return { cells, columns, rows, stepPx, gapPx: gapOf(stepPx), widthPx: columns * stepPx, heightPx: rows * stepPx };
};

/** The cell at a point of the map. */
export const cellAt = ({ cells, columns, rows, stepPx }: MapLayout, xPx: number, yPx: number): number | undefined => {
  const [column, row] = [Math.floor(xPx / stepPx), Math.floor(yPx / stepPx)];
  if (column < 0 || row < 0 || column >= columns || row >= rows) return undefined;
  const cell = row * columns + column;
  return cell < cells ? cell : undefined;
};

const KEYS: Readonly<Record<string, (layout: MapLayout, cell: number) => number>> = {
  ArrowLeft: (_layout, cell) => cell - 1,
  ArrowRight: (_layout, cell) => cell + 1,
  ArrowUp: ({ columns }, cell) => (cell < columns ? cell : cell - columns),
  ArrowDown: ({ columns, cells }, cell) => (cell + columns < cells ? cell + columns : cell),
  Home: () => 0,
  End: ({ cells }) => cells - 1,
};

/** The cell a key moves to; undefined for other keys. */
export const moveCell = (layout: MapLayout, cell: number, key: string): number | undefined => {
  const move = KEYS[key];
  return move && Math.min(Math.max(move(layout, cell), 0), layout.cells - 1);
};
