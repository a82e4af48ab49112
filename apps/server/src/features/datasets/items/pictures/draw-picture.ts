import { readFile, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { PictureKind } from "@dailies/contract";
import type { MediaJail } from "../../../../platform/sandbox/media-jail.ts";
import { openingForPictures, type Refusal, receiveFile, refusalOf, withScratch } from "../../../assets/index.ts";

export interface PictureQuery {
  readonly kind: PictureKind;
  readonly sizeBytes: number;
  readonly durationS: number | null;
  readonly open: () => Promise<Readable>;
}

const MAX_SOURCE_BYTES = 512 * 1024 ** 2;
const MAX_PICTURE_BYTES = 4 * 1024 ** 2;
const POSTER_WIDTH_PX = 640;
/** Most fade-ins from black are over by then. */
const POSTER_AT_S = 1;
/** The web client hard-codes this grid, which saves a request for the layout. */
const SPRITE_SIDE = 5;
const SPRITE_TILES = SPRITE_SIDE * SPRITE_SIDE;
const TILE = { width: 160, height: 90 };
const LIMITS = { cpuS: 40, wallMs: 60_000, memoryBytes: 2 * 1024 ** 3, outputFileBytes: MAX_PICTURE_BYTES } as const;

/** Renders one picture of a clip inside the sandbox. A fault of the clip is a result, not an error. */
export const drawPicture = async (
  { jail, scratchRoot }: { readonly jail: MediaJail; readonly scratchRoot: string },
  query: PictureQuery,
  signal: AbortSignal,
): Promise<Buffer | Refusal> => {
  if (query.sizeBytes > MAX_SOURCE_BYTES) return { verdict: "this clip is too large to make a picture of" };
  await jail.check();
  return withScratch(scratchRoot, query.sizeBytes, async ({ inputPath, outputs }) => {
    const file = await receiveFile(await query.open(), { path: inputPath, maxBytes: query.sizeBytes, signal });
    if (!file.type || file.type.kind === "audio") return { verdict: "there are no pictures in this" };
    const opening = [
      ...openingForPictures(file.type),
      "-nostdin",
      "-y",
      "-filter_complex_threads",
      "1",
      "-threads",
      "2",
    ];
    const drawing = [
      "-i",
      "/in/file",
      "-filter_complex",
      graphOf(query),
      "-map",
      "[out]",
      "-frames:v",
      "1",
      "-map_metadata",
      "-1",
    ];
    const writing = ["-c:v", "libwebp", "-quality", "78", "-f", "webp", "/out/poster"];
    const command = { program: "ffmpeg", args: [...opening, ...drawing, ...writing], limits: LIMITS } as const;
    const outcome = await jail.run({ ...command, inputPath, outputs: { poster: outputs.poster }, signal });
    const refusal = refusalOf(outcome);
    if (refusal) return refusal;
    const { size } = await stat(outputs.poster);
    return size > 0 && size <= MAX_PICTURE_BYTES ? readFile(outputs.poster) : { verdict: "no frame could be decoded" };
  });
};

const graphOf = ({ kind, durationS }: PictureQuery): string => {
  if (kind === "poster") {
    const atS = Math.min(POSTER_AT_S, (durationS ?? 0) / 2);
    return `[0:v:0]setpts=PTS-STARTPTS,select='gte(t,${atS})*isnan(prev_selected_t)',scale='min(${POSTER_WIDTH_PX},iw)':-2[out]`;
  }
  const { width, height } = TILE;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:black`;
  const rate = SPRITE_TILES / Math.max(durationS ?? 1, 0.04);
  const sheet = `tpad=stop=${SPRITE_TILES}:stop_mode=clone,tile=${SPRITE_SIDE}x${SPRITE_SIDE}`;
  return `[0:v:0]setpts=PTS-STARTPTS,fps=${rate.toFixed(6)},${fit},${sheet}[out]`;
};
