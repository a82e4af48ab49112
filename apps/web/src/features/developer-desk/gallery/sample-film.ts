/** A two-second video of a moving square, small enough to inline. */
const FILM_BASE64 =
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAREEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHYTbuMU6uEElTDZ1OsggEeTbuMU6uEHFO7a1OsggQu7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmsirXsYMPQkBNgI1MYXZmNTkuMjcuMTAwV0GNTGF2ZjU5LjI3LjEwMESJiECfQAAAAAAAFlSua8GuAQAAAAAAADjXgQFzxYh3++0fxpab7pyBACK1nIN1bmSIgQCGhVZfVlA5g4EBI+ODhAT3kNXgibCBoLqBWpqBAhJUw2dAgXNzoGPAgGfImkWjh0VOQ09ERVJEh41MYXZmNTkuMjcuMTAwc3PbY8CLY8WId/vtH8aWm+5nyKVFo4dFTkNPREVSRIeYTGF2YzU5LjM3LjEwMCBsaWJ2cHgtdnA5Z8iiRaOIRFVSQVRJT05Eh5QwMDowMDowMi4wMDAwMDAwMDAAAB9DtnVCg+eBAKPIgQAAgIJJg0IACfAFlgA4JBwY9gAAMGAAAGc///o9b//+sH//j7xYX/yIh//7lX/9gHGeFUFFmT//XMf+JPgL2TiVuVcPYe+Ao6aBAFMAhgBAkhwQWQAAAyAAAHpMsmBc/4aPU0DLoP0BQS+NdVeU8KOXgQCnAIYAQJKcEFgAAAMgAABgdkaZsuCjlYEA+gCGAECSHBBZAAADIAAAWfmG4KOcgQFNAIYAQJKcEFagAANgAAB6SF5JrRzkXUmRAKOVgQGhAIYAQJIcEFkAAAMgAABZ+Ybgo5iBAfQAhgBAkpwQWAAAA2AAAHo09UxFRgCjl4ECRwCGAECSHBBZAAADIAAAX/zj674Ao5eBApsAhgBAkpwQVGAAAyAAAGBqNbshAKOVgQLuAIYAQJIcEFkAAAMgAABZ+Ybgo5WBA0EAhgDAkpwQVGAAAyAAAFn5huCjlYEDlQCGAECSHBBZAAADIAAAWfmG4KOVgQPoAIYAQJKcEFagAAMgAABZ+Ybgo5eBBDsAhgBAkhwQWQAAAyAAAFudTzZfAKOVgQSPAIYAQJKcEFgAAAMgAABZ+Ybgo5WBBOIAhgBAkhwQWQAAAyAAAFn5huCjlYEFNQCGAECSnBBUYAADIAAAWfmG4KOVgQWJAIYAQJIcEFkAAAMgAABZ+Ybgo5WBBdwAhgBAkpwQWAAAAyAAAFn5huCjl4EGLwCGAECSHBBZAAADIAAAW51PNl8Ao5WBBoMAhgDAkpwQVGAAAyAAAFn5huCjlYEG1gCGAECSHBBZAAADIAAAWfmG4KOVgQcpAIYAQJKcEFgAAAMgAABZ+Ybgo5WBB30AhgBAkhwQWQAAAyAAAFn5huAcU7trkbuPs4EAt4r3gQHxggGl8IED";

const TILES = 10;
const COLUMNS = 5;
const WIDTH_PX = 160;
const HEIGHT_PX = 90;
const SQUARE_PX = 24;

const frame = (tile: number, left: number, top: number): string => {
  const x = left + ((WIDTH_PX - SQUARE_PX) * tile) / (TILES - 1);
  const y = top + (HEIGHT_PX - SQUARE_PX) / 2;
  return `<rect x="${left}" y="${top}" width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="#223355"/><rect x="${x}" y="${y}" width="${SQUARE_PX}" height="${SQUARE_PX}" fill="#e0a040"/>`;
};

const drawing = (width: number, height: number, shapes: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${shapes}</svg>`)}`;

const sheet = Array.from({ length: TILES }, (_, tile) =>
  frame(tile, (tile % COLUMNS) * WIDTH_PX, Math.floor(tile / COLUMNS) * HEIGHT_PX),
).join("");

export const SAMPLE_POSTER = drawing(WIDTH_PX, HEIGHT_PX, frame(TILES / 2, 0, 0));

export const SAMPLE_SPRITE = {
  url: drawing(WIDTH_PX * COLUMNS, HEIGHT_PX * (TILES / COLUMNS), sheet),
  columns: COLUMNS,
  tiles: TILES,
  tileWidthPx: WIDTH_PX,
  tileHeightPx: HEIGHT_PX,
};

/** A blob URL that lives as long as the page. */
export const sampleFilmAddress = (): string => {
  const bytes = Uint8Array.from(atob(FILM_BASE64), (character) => character.codePointAt(0) ?? 0);
  return URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
};
