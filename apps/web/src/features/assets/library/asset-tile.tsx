import type { AssetItem } from "@dailies/contract";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { Tile, TileCheck } from "../../../ui/tile-grid/tile.tsx";
import type { TilePosition } from "../../../ui/tile-grid/tile-grid.tsx";
import { AssetClip } from "../asset-clip.tsx";
import { AssetStatus } from "../asset-status.tsx";
import styles from "./grid.module.css";
import { useAssetAt, useHold } from "./use-asset-pages.ts";

interface AssetTileProps extends TilePosition {
  /** By id, because only the tile knows which asset is at its index. */
  selectedIds: ReadonlySet<string>;
  openId: string | undefined;
}

export const AssetTile = memo(({ selectedIds, openId, ...position }: AssetTileProps) => {
  const item = useAssetAt(position.index);
  useHold(position.index);
  const isSelected = item !== undefined && selectedIds.has(item.id);
  return (
    <Tile
      {...position}
      isSelected={isSelected}
      isOpen={item !== undefined && item.id === openId}
      isDraggable={item !== undefined}
      className={styles.tile}
    >
      {item ? <TileBody item={item} isSelected={isSelected} /> : <LoadingTile />}
    </Tile>
  );
});

const TileBody = ({ item, isSelected }: { item: AssetItem; isSelected: boolean }) => {
  const { t, i18n } = useTranslation();
  return (
    <>
      <AssetClip item={item} isInList />
      <TileCheck isChecked={isSelected} label={t("assets.select", { name: item.name })} />
      <span className={styles.name} title={item.name}>
        {item.name}
      </span>
      <span className={styles.facts}>
        <span className="ds-number">{formatBytes(item.size, i18n.language)}</span>
        {item.probe?.width ? <span className="ds-number">{`${item.probe.width}×${item.probe.height}`}</span> : null}
        {item.status === "Ready" ? null : <AssetStatus status={item.status} />}
        {item.tags.length > 0 ? <span className={styles.tags}>{item.tags.join(", ")}</span> : null}
      </span>
    </>
  );
};

const LoadingTile = () => (
  <>
    <div className="ds-clip" />
    <span className={styles.name}>
      <SkeletonLine width="70%" />
    </span>
    <span className={styles.facts}>
      <SkeletonLine width="40%" />
    </span>
  </>
);
