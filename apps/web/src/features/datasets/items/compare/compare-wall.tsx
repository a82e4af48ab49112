import type { DatasetRow } from "@dailies/contract";
import { useQueries } from "@tanstack/react-query";
import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import { LazySyncedPlayer } from "../../../../shared/synced-player/lazy-synced-player.tsx";
import type { PlayerClip } from "../../../../shared/synced-player/types.ts";
import { ErrorPanel } from "../../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../../ui/feedback/skeleton.tsx";
import { itemQuery, type SetVersion } from "../items.queries.ts";
import { canPlay, posterAddress } from "../media-addresses.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./compare.module.css";
import { useShardAddresses } from "./use-shard-addresses.ts";

interface CompareWallProps {
  ordinals: readonly number[];
  onClose: () => void;
}

/** Plays two to nine clips in sync, full screen. */
export const CompareWall = ({ ordinals, onClose }: CompareWallProps) => {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={t("datasetItems.compare.title", { count: ordinals.length })}
      width="100vw"
      footer={null}
      classNames={{ container: styles.wall ?? "" }}
      styles={{ root: { padding: 0 } }}
      style={{ top: 0, maxWidth: "100vw", padding: 0 }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={onClose}
    >
      <WallBody ordinals={ordinals} />
    </Modal>
  );
};

const clipOf = (set: SetVersion, item: DatasetRow, address: string, warning: string): PlayerClip => ({
  id: String(item.ordinal),
  title: item.key,
  subtitle: [item.width && `${item.width}×${item.height}`, item.caption].filter(Boolean).join(" · "),
  media_url: address,
  poster: posterAddress(set, item.ordinal),
  warnings: canPlay(item) === false ? [warning] : [],
  ...(item.fps && { fps: item.fps }),
  ...(item.duration_s && { duration: item.duration_s }),
});

const WallBody = ({ ordinals }: Pick<CompareWallProps, "ordinals">) => {
  const { t } = useTranslation();
  const { dataset, version } = useBrowser();
  const set = { id: dataset.id, version };
  const found = useQueries({ queries: ordinals.map((ordinal) => itemQuery(set, ordinal)) });
  const addresses = useShardAddresses(set, ordinals);
  const failed = found.find(({ error, data }) => error && !data);
  if (failed)
    return (
      <ErrorPanel title={t("datasetItems.compare.failed")} error={failed.error} onRetry={() => void failed.refetch()} />
    );
  if (found.some(({ data }) => !data) || ordinals.some((ordinal) => !addresses.has(ordinal)))
    return <Skeleton rows={8} />;
  const items = found.flatMap(({ data }) => (data ? [data.item] : []));
  const clips = items.flatMap((item) => {
    const address = addresses.get(item.ordinal);
    return item.media && address
      ? [clipOf(set, item, address, t("datasetItems.tile.unplayable", { codec: item.codec ?? "" }))]
      : [];
  });
  const missing = items.filter(({ media }) => media === null);
  return (
    <>
      {missing.map(({ key, ordinal }) => (
        <p key={ordinal} className={styles.missing}>
          {t("datasetItems.compare.missing", { key })}
        </p>
      ))}
      <LazySyncedPlayer clips={clips} startsAs="side" />
    </>
  );
};
