import type { AssetItem } from "@dailies/contract";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLine } from "../../../ui/feedback/skeleton.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { AssetClip } from "../asset-clip.tsx";
import { AssetStatus } from "../asset-status.tsx";
import styles from "./grid.module.css";
import { useAssetAt, useHold } from "./use-asset-pages.ts";

interface AssetTileProps {
  id: string;
  index: number;
  column: number;
  isActive: boolean;
  /** By id, because the tile learns only here which asset stands on its place. */
  selectedIds: ReadonlySet<string>;
  openId: string | undefined;
}

/** One place of the grid. Clicks and drags are handled by the grid, which reads the index from here. */
export const AssetTile = memo(({ id, index, column, isActive, selectedIds, openId }: AssetTileProps) => {
  const item = useAssetAt(index);
  useHold(index);
  const isSelected = item !== undefined && selectedIds.has(item.id);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and points at its active tile.
    // biome-ignore lint/a11y/useSemanticElements: the tiles are laid out freely; a table would not let them.
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={isSelected}
      data-index={index}
      data-open={item !== undefined && item.id === openId ? true : undefined}
      data-active={isActive || undefined}
      className={styles.tile}
      draggable={item !== undefined}
    >
      {item ? <TileBody item={item} isSelected={isSelected} /> : <TilePlace />}
    </div>
  );
});

const TileBody = ({ item, isSelected }: { item: AssetItem; isSelected: boolean }) => {
  const { t, i18n } = useTranslation();
  return (
    <>
      <AssetClip item={item} isInList />
      <label className={styles.check}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          readOnly
          aria-label={t("assets.select", { name: item.name })}
        />
      </label>
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

const TilePlace = () => (
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
