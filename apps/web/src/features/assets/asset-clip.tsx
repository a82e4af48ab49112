import { type AssetItem, assetsRoutes } from "@dailies/contract";
import { addressOf } from "@dailies/contract/route-address";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { KindIcon } from "../../shared/asset-picker/kind-icon.tsx";
import { Clip } from "../../ui/clip/clip.tsx";
import type { ClipSprite } from "../../ui/clip/sprite.ts";

const spriteOf = ({ sprite }: AssetItem): ClipSprite | null =>
  sprite && {
    url: sprite.url,
    columns: sprite.columns,
    tiles: sprite.tiles,
    tileWidthPx: sprite.tile_width,
    tileHeightPx: sprite.tile_height,
  };

/** Redirects to storage, so that a list does not need a signed URL per file. */
export const downloadAddress = (id: string, version?: number): string =>
  addressOf(assetsRoutes.downloadAsset, { query: { id, version } });

interface AssetClipProps {
  item: AssetItem;
  /** The URL to play from; a list omits it and uses the redirect. */
  media?: string | null;
  isInList?: boolean;
}

export const AssetClip = memo(({ item, media, isInList }: AssetClipProps) => {
  const { t } = useTranslation();
  const canPlay = item.status === "Ready" && item.kind === "video";
  return (
    <Clip
      name={item.name}
      poster={item.poster}
      sprite={spriteOf(item)}
      media={canPlay ? (media ?? downloadAddress(item.id)) : null}
      durationS={item.probe?.duration}
      notice={item.poster === null ? t(`assets.kind.${item.kind}`) : undefined}
      icon={<KindIcon kind={item.kind} />}
      isOutOfTabOrder={isInList}
    />
  );
});
