import type { DatasetRow } from "@dailies/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ItemClip } from "../../../../shared/dataset-pictures/item-clip.tsx";
import { FramePlayer } from "../../../../shared/frame-player/frame-player.tsx";
import { useShardMedia } from "../../../../shared/shard-media/use-shard-media.ts";
import { StatusTag } from "../../../../ui/feedback/status-tag.tsx";
import { Mono } from "../../../../ui/mono.tsx";
import { canPlay, isPicture, posterAddress, shardClipOf } from "../media-addresses.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./drawer.module.css";

interface ItemMediaProps {
  item: DatasetRow;
  seek: { timeS: number } | undefined;
}

/** Plays the clip from its storage location, or says why it cannot. */
export const ItemMedia = ({ item, seek }: ItemMediaProps) => {
  const { t } = useTranslation();
  const { dataset } = useBrowser();
  const [hasFailed, setHasFailed] = useState(false);
  const { media, fault } = item;
  if (!media) return <p className={styles.noMedia}>{fault ?? t("datasetItems.tile.noMedia")}</p>;
  const uri = `${dataset.uri.split("/").slice(0, 3).join("/")}/${media.object}`;
  return (
    <div className={styles.media}>
      {fault === null ? null : <StatusTag tone="error">{fault}</StatusTag>}
      {canPlay(item) === false ? (
        <Unplayable item={item} />
      ) : (
        <Playing item={item} seek={seek} onFault={() => setHasFailed(true)} />
      )}
      {hasFailed ? <p className={styles.fault}>{t("datasetItems.drawer.mediaFailed", { uri })}</p> : null}
      <p className={styles.place}>
        <Mono value={uri} copyAs={t("datasetItems.drawer.address")} />
        {t("datasetItems.drawer.bytes", { from: media.offset, to: media.offset + media.bytes })}
      </p>
    </div>
  );
};

const Unplayable = ({ item }: { item: DatasetRow }) => {
  const { t } = useTranslation();
  const { dataset, version } = useBrowser();
  const set = { id: dataset.id, version };
  return (
    <>
      <ItemClip set={set} ordinal={item.ordinal} name={item.key} durationS={item.duration_s} hasPictures />
      <StatusTag tone="warning">{t("datasetItems.tile.unplayable", { codec: item.codec ?? "" })}</StatusTag>
    </>
  );
};

const Playing = ({ item, seek, onFault }: ItemMediaProps & { onFault: () => void }) => {
  const { t } = useTranslation();
  const { dataset, version } = useBrowser();
  const set = { id: dataset.id, version };
  const clip = shardClipOf(set, item.ordinal);
  const { src, way, reason } = useShardMedia(clip);
  if (src === undefined) return <div className={styles.stagePlace} role="status" aria-label={t("ui.loading")} />;
  if (isPicture(item))
    return <img className={styles.picture} src={src} alt={item.caption ?? item.key} onError={onFault} />;
  return (
    <>
      <FramePlayer
        clipKey={clip.key}
        title={item.key}
        address={src}
        sizeBytes={item.media?.bytes ?? 0}
        poster={posterAddress(set, item.ordinal)}
        fps={item.fps ?? undefined}
        seek={seek}
        onFault={onFault}
      />
      <span className={styles.way} data-way={way}>
        {t(way === "storage" ? "datasetItems.drawer.fromStorage" : "datasetItems.drawer.fromServer")}
        {reason ? ` (${t(`datasetItems.drawer.reason.${reason}`)})` : ""}
      </span>
    </>
  );
};
