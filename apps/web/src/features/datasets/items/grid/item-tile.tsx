import type { DatasetRow } from "@dailies/contract";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ItemClip } from "../../../../shared/dataset-pictures/item-clip.tsx";
import { SkeletonLine } from "../../../../ui/feedback/skeleton.tsx";
import { formatNumber } from "../../../../ui/format.ts";
import { Tile, TileCheck } from "../../../../ui/tile-grid/tile.tsx";
import type { TilePosition } from "../../../../ui/tile-grid/tile-grid.tsx";
import type { SetVersion } from "../items.queries.ts";
import { useHold, useItemAt } from "../list/item-source.ts";
import { canPlay } from "../media-addresses.ts";
import { cellOf, valueWords } from "../value-words.ts";
import styles from "./grid.module.css";

export interface TileLook {
  readonly set: SetVersion;
  /** The root of the media files, for clips that cannot be displayed. */
  readonly root: string;
  /** The sort column, whose value each tile shows. */
  readonly sortedBy: string;
}

interface ItemTileProps extends TilePosition {
  picked: ReadonlySet<number>;
  openOrdinal: number | undefined;
  look: TileLook;
}

export const ItemTile = memo(({ picked, openOrdinal, look, ...position }: ItemTileProps) => {
  const item = useItemAt(position.index);
  useHold(position.index);
  const isPicked = item !== undefined && picked.has(item.ordinal);
  return (
    <Tile
      {...position}
      isSelected={isPicked}
      isOpen={item !== undefined && item.ordinal === openOrdinal}
      data-ordinal={item?.ordinal}
      className={styles.tile}
    >
      {item ? <TileBody item={item} isPicked={isPicked} look={look} /> : <LoadingTile />}
    </Tile>
  );
});

interface TileBodyProps {
  item: DatasetRow;
  isPicked: boolean;
  look: TileLook;
}

const TileBody = ({ item, isPicked, look }: TileBodyProps) => {
  const { t } = useTranslation();
  return (
    <>
      <TilePicture item={item} look={look} />
      <TileCheck isChecked={isPicked} label={t("datasetItems.compare.pick", { key: item.key })} />
      <span className={styles.words} title={item.caption ?? item.key}>
        {item.caption ?? item.key}
      </span>
      <TileFacts item={item} sortedBy={look.sortedBy} />
    </>
  );
};

const TilePicture = ({ item, look: { set, root } }: Omit<TileBodyProps, "isPicked">) => {
  const { t } = useTranslation();
  const { media, ordinal, fault, duration_s: durationS, key } = item;
  const missing = media ? `${root}${media.object}` : t("datasetItems.tile.noMedia");
  return (
    <ItemClip
      set={set}
      ordinal={ordinal}
      name={key}
      durationS={durationS}
      hasPictures={media !== null && fault === null}
      notice={fault ?? missing}
    />
  );
};

const TileFacts = ({ item, sortedBy }: { item: DatasetRow; sortedBy: string }) => {
  const { t, i18n } = useTranslation();
  const { width, height, fps } = item;
  return (
    <span className={`${styles.facts} ds-number`}>
      {sortedBy === "" ? null : (
        <strong className={styles.score} title={sortedBy}>
          {valueWords(cellOf(item, sortedBy), t, i18n.language)}
        </strong>
      )}
      {width !== null && height !== null ? <span>{`${width}×${height}`}</span> : null}
      {fps === null ? null : (
        <span>{t("datasetItems.tile.fps", { fps: formatNumber(Number(fps.toFixed(2)), i18n.language) })}</span>
      )}
      {canPlay(item) === false ? (
        <span className={styles.unplayable} title={t("datasetItems.tile.unplayable", { codec: item.codec ?? "" })}>
          {item.codec?.split(".")[0]} ✕
        </span>
      ) : null}
    </span>
  );
};

const LoadingTile = () => (
  <>
    <div className="ds-clip" />
    <span className={styles.words}>
      <SkeletonLine width="70%" />
    </span>
    <span className={styles.facts}>
      <SkeletonLine width="40%" />
    </span>
  </>
);
