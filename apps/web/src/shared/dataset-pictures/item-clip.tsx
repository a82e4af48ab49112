import { Clip } from "../../ui/clip/clip.tsx";
import type { ClipSprite } from "../../ui/clip/sprite.ts";
import { usePicture } from "./use-picture.ts";

interface ItemClipProps {
  set: { readonly id: string; readonly version: number };
  ordinal: number;
  name: string;
  durationS: number | null;
  /** False for items without a readable clip: only the notice is shown. */
  hasPictures: boolean;
  /** Shown if there is no poster. */
  notice?: string;
}

/** All dataset sprites have this layout, so a tile needs no request to know it. */
const SHEET = { columns: 5, tiles: 25, tileWidthPx: 160, tileHeightPx: 90 } as const;

export const datasetSprite = (url: string): ClipSprite => ({ url, ...SHEET });

/** A clip of a dataset as a tile; its poster and sprite appear when the server has rendered them. */
export const ItemClip = ({ set, ordinal, name, durationS, hasPictures, notice }: ItemClipProps) => {
  const poster = usePicture(hasPictures ? { ...set, ordinal, what: "poster" } : undefined);
  const sheet = usePicture(hasPictures ? { ...set, ordinal, what: "sprite" } : undefined);
  return (
    <Clip
      name={name}
      poster={poster.url ?? null}
      sprite={sheet.url === undefined ? null : datasetSprite(sheet.url)}
      durationS={durationS}
      {...(notice !== undefined && { notice })}
      onShown={poster.onLoad}
      onFault={poster.onError}
      onSpriteShown={sheet.onLoad}
    />
  );
};
