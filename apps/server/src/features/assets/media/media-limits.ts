/** Limits of a file and of the cost of inspecting it. A file beyond them is rejected with a verdict that names the limit. */
export const MAX_SIDE_PX = 8_192;
export const MAX_PIXELS = MAX_SIDE_PX * MAX_SIDE_PX;
export const MAX_DURATION_S = 4 * 60 * 60;
export const MAX_STREAMS = 32;

export const POSTER_MAX_WIDTH_PX = 640;
export const POSTER_MAX_HEIGHT_PX = 1_280;
/** Most fade-ins from black are over by then. */
export const POSTER_AT_S = 1;

export const TILE_MAX_WIDTH_PX = 160;
export const TILE_MAX_HEIGHT_PX = 320;
export const TILE_COLUMNS = 10;
export const MAX_TILES = 100;
export const MIN_SECONDS_PER_TILE = 0.5;
/** One minute of 1080p at 30 fps. Above it only key frames are decoded, so that four hours cost no more than a minute. */
export const FULL_DECODE_PIXELS = 1_920 * 1_080 * 30 * 60;

export const MAX_DERIVATIVE_BYTES = 8 * 1024 ** 2;

const MEMORY_BYTES = 2 * 1024 ** 3;
export const PROBE_LIMITS = { cpuS: 20, wallMs: 60_000, memoryBytes: MEMORY_BYTES, outputFileBytes: 0 } as const;
export const DERIVE_LIMITS = {
  cpuS: 120,
  wallMs: 300_000,
  memoryBytes: MEMORY_BYTES,
  outputFileBytes: MAX_DERIVATIVE_BYTES,
} as const;
/** Decoder threads; each holds its own frames, so more would exceed the memory limit. */
export const DECODER_THREADS = 2;
