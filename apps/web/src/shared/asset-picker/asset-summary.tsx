import type { UsableAsset } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { clockOf } from "../../ui/clip/sprite.ts";
import { formatBytes, formatDecimal } from "../../ui/format.ts";
import styles from "./asset-picker.module.css";
import { KindIcon } from "./kind-icon.tsx";

const sizeOf = ({ probe }: UsableAsset): string[] =>
  probe?.width && probe.height ? [`${probe.width}×${probe.height}`] : [];

const timeOf = ({ probe, kind }: UsableAsset, language: string): string[] => [
  ...(probe?.duration && kind !== "image" ? [clockOf(probe.duration)] : []),
  ...(probe?.fps && kind === "video" ? [`${formatDecimal(probe.fps, probe.fps % 1 === 0 ? 0 : 2, language)} fps`] : []),
];

/** "1024×768 · 0:05 · 24 fps · h264 · 1.2 MB"; `isShort` leaves out the time, which the tile shows. */
export const useAssetFacts = (): ((asset: UsableAsset, options?: { isShort: boolean }) => string) => {
  const { i18n } = useTranslation();
  return (asset, { isShort } = { isShort: false }) =>
    [
      ...sizeOf(asset),
      ...(isShort ? [] : timeOf(asset, i18n.language)),
      ...(asset.probe?.codec ? [asset.probe.codec] : []),
      formatBytes(asset.size, i18n.language),
    ].join(" · ");
};

export const AssetThumb = ({ asset, hasDuration = false }: { asset: UsableAsset; hasDuration?: boolean }) => (
  <span className={styles.thumb}>
    {asset.poster === null ? (
      <KindIcon kind={asset.kind} />
    ) : (
      <img src={asset.poster} alt="" loading="lazy" decoding="async" />
    )}
    {hasDuration && asset.kind !== "image" && asset.probe?.duration ? (
      <span className={`${styles.duration} ds-number`}>{clockOf(asset.probe.duration)}</span>
    ) : null}
  </span>
);

/** Picture, name and probe of one asset on a line. */
export const AssetLine = ({ asset }: { asset: UsableAsset }) => {
  const { t } = useTranslation();
  const facts = useAssetFacts();
  return (
    <span className={styles.line}>
      <AssetThumb asset={asset} />
      <span className={styles.words}>
        <span className={styles.name} title={asset.name}>
          {asset.name}
        </span>
        <span className={`${styles.facts} ds-number`}>{facts(asset)}</span>
        {asset.is_mine ? null : <span className={styles.facts}>{t("assetPicker.owner", { name: asset.owner })}</span>}
      </span>
    </span>
  );
};
