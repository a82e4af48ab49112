import { FileUnknownOutlined } from "@ant-design/icons";
import type { ContentFile } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Clip } from "../../../ui/clip/clip.tsx";
import styles from "./media.module.css";
import { type Renewal, useRenewedFile } from "./renewal.ts";

interface ContentMediaProps {
  /** The accessible name. */
  name: string;
  file: ContentFile;
  renewal: Renewal;
  /** Autoplay muted, for the one item the user opened. */
  playsAtOnce?: boolean;
}

/** Renders video, image or audio. Remount it for another file. */
export const ContentMedia = ({ name, file, renewal, playsAtOnce }: ContentMediaProps) => {
  const { shown, hasFailed, onFault, tryAgain } = useRenewedFile(file, renewal);
  if (shown.kind === "video")
    return (
      <Clip
        key={shown.url}
        name={name}
        poster={shown.poster_url}
        media={shown.url}
        durationS={shown.duration_s}
        playsAtOnce={playsAtOnce || shown.url !== file.url}
        onFault={onFault}
      />
    );
  if (hasFailed) return <Failed file={shown} onRetry={tryAgain} />;
  if (shown.kind === "image") return <img className={styles.picture} src={shown.url} alt={name} onError={onFault} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: audio made by end users has no captions.
    <audio className={styles.sound} src={shown.url} controls preload="metadata" aria-label={name} onError={onFault} />
  );
};

/** Some kinds can only be downloaded; other files may be missing from storage. */
const Failed = ({ file, onRetry }: { file: ContentFile; onRetry: () => void }) => {
  const { t } = useTranslation();
  return (
    <div role="alert" className={styles.failed}>
      <FileUnknownOutlined aria-hidden="true" />
      <span>{t("content.media.failed", { mime: file.mime })}</span>
      <span className={styles.failedActs}>
        <Button size="small" onClick={onRetry}>
          {t("ui.retry")}
        </Button>
        <Button size="small" href={file.url} download>
          {t("content.media.save")}
        </Button>
      </span>
    </div>
  );
};
