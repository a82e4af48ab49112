import type { MapColour } from "../use-viewer-url-state.ts";
import { brushesOf, gradeCells, STATE_MARKS, stateOf } from "./cell-colours.ts";
import type { ShardColumns } from "./find-shard.ts";
import type { MapLayout } from "./map-layout.ts";

export interface MapPicture {
  readonly layout: MapLayout;
  readonly columns: ShardColumns;
  readonly colour: MapColour;
  /** Resolves a theme colour. */
  readonly themed: (name: string) => string;
}

/** Below this size a mark is illegible. */
const MARK_FROM_PX = 8;

const placeOf = ({ columns, stepPx }: MapLayout, cell: number): [number, number] => [
  (cell % columns) * stepPx,
  Math.floor(cell / columns) * stepPx,
];

/** Batches cells by colour: changing the fill style is expensive, filling is not. */
const paintCells = (pen: CanvasRenderingContext2D, { layout, columns, colour, themed }: MapPicture): void => {
  const { grades } = gradeCells(columns, colour);
  const sizePx = layout.stepPx - layout.gapPx;
  const byGrade = Map.groupBy(grades.keys(), (cell) => grades[cell] ?? 0);
  const brushes = brushesOf(colour, themed);
  for (const [grade, cells] of byGrade) {
    pen.fillStyle = brushes[grade] ?? "";
    for (const cell of cells) {
      const [x, y] = placeOf(layout, cell);
      pen.fillRect(x, y, sizePx, sizePx);
    }
  }
};

const strokeMark = (pen: CanvasRenderingContext2D, mark: string, x: number, y: number, sizePx: number): void => {
  const [near, far] = [2.5, sizePx - 2.5];
  pen.beginPath();
  if (mark === "hollow") pen.rect(x + near, y + near, far - near, far - near);
  else {
    pen.moveTo(x + near, y + far);
    pen.lineTo(x + far, y + near);
    if (mark === "cross") {
      pen.moveTo(x + near, y + near);
      pen.lineTo(x + far, y + far);
    }
  }
  pen.stroke();
};

const paintMarks = (pen: CanvasRenderingContext2D, { layout, columns, themed }: MapPicture): void => {
  const sizePx = layout.stepPx - layout.gapPx;
  if (sizePx < MARK_FROM_PX) return;
  pen.strokeStyle = themed("surface");
  pen.lineWidth = 1.5;
  for (const [cell, place] of columns.states.entries()) {
    const mark = STATE_MARKS[stateOf(place)];
    if (mark !== "none") strokeMark(pen, mark, ...placeOf(layout, cell), sizePx);
  }
};

/** Paints all shards of the page. The current cell is a separate element above it, so that moving needs no repaint. */
export const paintMap = (canvas: HTMLCanvasElement, picture: MapPicture): void => {
  const scale = window.devicePixelRatio || 1;
  const { widthPx, heightPx } = picture.layout;
  canvas.width = Math.ceil(widthPx * scale);
  canvas.height = Math.ceil(heightPx * scale);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.scale(scale, scale);
  pen.clearRect(0, 0, widthPx, heightPx);
  paintCells(pen, picture);
  if (picture.colour === "state") paintMarks(pen, picture);
};
