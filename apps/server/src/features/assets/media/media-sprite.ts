import {
  MAX_TILES,
  MIN_SECONDS_PER_TILE,
  TILE_COLUMNS,
  TILE_MAX_HEIGHT_PX,
  TILE_MAX_WIDTH_PX,
} from "./media-limits.ts";
import type { ProbedMedia } from "./media-probe.ts";

export interface SpritePlan {
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly columns: number;
  readonly rows: number;
  readonly tiles: number;
  readonly secondsPerTile: number;
}

/** A remainder shorter than a tenth of a tile gets no tile: audio often ends slightly after the video. */
const WORTH_A_TILE = 0.1;

interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

/** Scales a size to fit a box, keeping the aspect ratio and never enlarging. */
export const fitInto = ({ width, height }: Size, box: { width: number; height: number }) => {
  const [w, h] = [width ?? 1, height ?? 1];
  const scale = Math.min(1, box.width / w, box.height / h);
  return { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
};

/** Undefined for images and for clips of unknown duration. */
export const planSprite = ({ type, probe }: Pick<ProbedMedia, "type" | "probe">): SpritePlan | undefined => {
  if (type.kind !== "video" || probe.duration === null) return undefined;
  const secondsPerTile = Math.max(MIN_SECONDS_PER_TILE, Math.ceil((probe.duration / MAX_TILES) * 100) / 100);
  const tiles = Math.min(MAX_TILES, Math.max(1, Math.ceil(probe.duration / secondsPerTile - WORTH_A_TILE)));
  const columns = Math.min(TILE_COLUMNS, tiles);
  const tile = fitInto(probe, { width: TILE_MAX_WIDTH_PX, height: TILE_MAX_HEIGHT_PX });
  const rows = Math.ceil(tiles / columns);
  return { tileWidth: tile.width, tileHeight: tile.height, columns, rows, tiles, secondsPerTile };
};

const clock = (seconds: number): string => {
  const ms = Math.round(seconds * 1_000);
  const two = (value: number): string => `${Math.floor(value)}`.padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${`${ms % 1_000}`.padStart(3, "0")}`;
};

/** For players that read sprite sheets as WebVTT; the image is in the same folder. */
export const spriteVtt = (plan: SpritePlan, pictureName: string): string => {
  const cues = Array.from({ length: plan.tiles }, (_, tile) => {
    const x = (tile % plan.columns) * plan.tileWidth;
    const y = Math.floor(tile / plan.columns) * plan.tileHeight;
    const [from, to] = [tile * plan.secondsPerTile, (tile + 1) * plan.secondsPerTile];
    return `${clock(from)} --> ${clock(to)}\n${pictureName}#xywh=${x},${y},${plan.tileWidth},${plan.tileHeight}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
};
