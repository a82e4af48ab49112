import type { PickableKind } from "@dailies/contract";
import type { UploadItem } from "@dailies/uploader/upload-item";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ProgressTrack } from "../../ui/feedback/progress-track.tsx";
import styles from "./asset-picker.module.css";
import type { AssetUpload } from "./use-asset-upload.ts";

const shareOf = ({ phase, sizeBytes, hashedBytes, storedBytes }: UploadItem): number => {
  if (phase === "checking") return 1;
  if (sizeBytes === 0) return 0;
  return (phase === "hashing" ? hashedBytes : storedBytes) / sizeBytes;
};

/** The running upload, or why it failed. */
export const UploadState = ({ upload, kind }: { upload: AssetUpload; kind: PickableKind }) => {
  const { t } = useTranslation();
  const { item, wrongName } = upload;
  if (wrongName !== undefined) {
    return (
      <div className={styles.upload} role="alert">
        <span className={styles.fault}>{t(`assetPicker.failure.${kind}`, { name: wrongName })}</span>
        <Button size="small" onClick={upload.stop}>
          {t("assetPicker.sending.dismiss")}
        </Button>
      </div>
    );
  }
  if (!item || item.phase === "ready" || item.phase === "cancelled") return null;
  return item.phase === "failed" ? (
    <div className={styles.upload} role="alert">
      <FailureWords item={item} />
      <Button size="small" onClick={upload.retry}>
        {t("assetPicker.sending.retry")}
      </Button>
      <Button size="small" onClick={upload.stop}>
        {t("assetPicker.sending.dismiss")}
      </Button>
    </div>
  ) : (
    <RunningUpload item={item} phase={item.phase} onCancel={upload.stop} />
  );
};

const FailureWords = ({ item: { name, failure } }: { item: UploadItem }) => {
  const { t } = useTranslation();
  const { reason = "refused", message = "" } = failure ?? {};
  const words = reason === "refused" || reason === "rejected" ? message : t(`assetPicker.failure.${reason}`);
  return <span className={styles.fault}>{`${name}: ${words}`}</span>;
};

interface RunningUploadProps {
  item: UploadItem;
  phase: "waiting" | "hashing" | "sending" | "checking";
  onCancel: () => void;
}

const RunningUpload = ({ item, phase, onCancel }: RunningUploadProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.upload}>
      <span className={styles.words}>
        <span className={styles.name} title={item.name}>
          {item.name}
        </span>
        <ProgressTrack
          isThin
          label={t("assetPicker.sending.progress", { name: item.name })}
          done={shareOf(item) * 100}
          total={100}
        />
        <span className={styles.facts} role="status">
          {item.isTroubled ? t("assetPicker.sending.troubled") : t(`assetPicker.sending.${phase}`)}
        </span>
      </span>
      {phase === "checking" ? null : (
        <Button size="small" onClick={onCancel}>
          {t("assetPicker.sending.cancel")}
        </Button>
      )}
    </div>
  );
};
