import { CaretRightOutlined, CloseOutlined, PauseOutlined, ReloadOutlined } from "@ant-design/icons";
import { isOnItsWay, type UploadItem } from "@dailies/uploader/upload-item";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../../lib/session.ts";
import { uploads } from "../../../shared/uploads/upload-store.ts";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { PATHS } from "../paths.ts";
import styles from "./uploads.module.css";

const TONES: Record<UploadItem["phase"], StatusTone> = {
  waiting: "neutral",
  hashing: "info",
  sending: "info",
  checking: "info",
  ready: "success",
  failed: "error",
  cancelled: "neutral",
};

const shareOf = ({ phase, sizeBytes, hashedBytes, storedBytes }: UploadItem): number => {
  if (phase === "ready" || phase === "checking") return 1;
  if (sizeBytes === 0) return 0;
  return phase === "hashing" ? hashedBytes / sizeBytes : storedBytes / sizeBytes;
};

const useStateWord = (): ((item: UploadItem) => string) => {
  const { t } = useTranslation();
  return (item) => {
    if (item.isPaused && isOnItsWay(item)) return t("assets.upload.phase.paused");
    if (item.isHit) return t("assets.upload.phase.hit");
    return t(`assets.upload.phase.${item.phase}`);
  };
};

const useFacts = (): ((item: UploadItem) => string) => {
  const { t, i18n } = useTranslation();
  const bytes = (value: number): string => formatBytes(value, i18n.language);
  return ({ phase, failure, isTroubled, sizeBytes, storedBytes }) => {
    if (failure) {
      const isSaid = failure.reason === "refused" || failure.reason === "rejected";
      return isSaid ? failure.message : t(`assets.upload.failure.${failure.reason}`);
    }
    if (isTroubled) return t("assets.upload.troubled");
    return phase === "sending"
      ? t("assets.upload.sent", { done: bytes(storedBytes), total: bytes(sizeBytes) })
      : bytes(sizeBytes);
  };
};

export const UploadRow = memo(({ item, topPx }: { item: UploadItem; topPx: number }) => {
  const { t } = useTranslation();
  const word = useStateWord();
  const canOpen = useCan()({ permission: "STATIC_RESOURCE_MANAGE" });
  const facts = useFacts()(item);
  const { name, phase, asset } = item;
  const tone = item.isPaused && isOnItsWay(item) ? "warning" : TONES[phase];
  return (
    <li className={styles.row} style={{ transform: `translateY(${topPx}px)` }}>
      <div className={styles.line}>
        <span className={styles.name} title={name}>
          {asset && phase === "ready" && canOpen ? <Link to={`${PATHS.assets}?asset=${asset.id}`}>{name}</Link> : name}
        </span>
        <StatusTag tone={tone}>{word(item)}</StatusTag>
        <RowActions item={item} />
      </div>
      <div className={styles.line}>
        <ProgressTrack
          isThin
          label={t("assets.upload.progress", { name })}
          done={shareOf(item) * 100}
          total={100}
          widthPx={120}
          tone={tone}
        />
        <span className={styles.rowFacts} title={facts}>
          {facts}
        </span>
      </div>
    </li>
  );
});

const RowActions = ({ item: { id, name, phase, isPaused } }: { item: UploadItem }): ReactNode => {
  const { t } = useTranslation();
  if (phase === "failed" || phase === "cancelled") {
    return (
      <IconButton
        size="small"
        name={t("assets.upload.retry", { name })}
        icon={<ReloadOutlined aria-hidden="true" />}
        onClick={() => uploads.retry(id)}
      />
    );
  }
  if (!isOnItsWay({ phase })) return null;
  return (
    <>
      <IconButton
        size="small"
        name={t(isPaused ? "assets.upload.resume" : "assets.upload.pause", { name })}
        icon={isPaused ? <CaretRightOutlined aria-hidden="true" /> : <PauseOutlined aria-hidden="true" />}
        onClick={() => (isPaused ? uploads.resume(id) : uploads.pause(id))}
      />
      <IconButton
        size="small"
        name={t("assets.upload.cancel", { name })}
        icon={<CloseOutlined aria-hidden="true" />}
        onClick={() => void uploads.cancel(id)}
      />
    </>
  );
};
