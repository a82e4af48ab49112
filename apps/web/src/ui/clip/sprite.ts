/** A sprite sheet of frames at even intervals through a clip, left to right and top to bottom. */
export interface ClipSprite {
  readonly url: string;
  readonly columns: number;
  readonly tiles: number;
  readonly tileWidthPx: number;
  readonly tileHeightPx: number;
}

/** The tile for a position in the clip, from 0 to 1. */
export const tileAt = ({ tiles }: Pick<ClipSprite, "tiles">, share: number): number =>
  Math.min(tiles - 1, Math.max(0, Math.floor(share * tiles)));

const along = (place: number, count: number): string => `${count > 1 ? (place / (count - 1)) * 100 : 0}%`;

/** Shows one tile over the whole element, whatever its size. */
export const tileStyle = ({ url, columns, tiles }: ClipSprite, tile: number) => {
  const rows = Math.ceil(tiles / columns);
  return {
    backgroundImage: `url(${JSON.stringify(url)})`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${along(tile % columns, columns)} ${along(Math.floor(tile / columns), rows)}`,
  };
};

/** 63.4 → "1:03" */
export const clockOf = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const pad = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
};
