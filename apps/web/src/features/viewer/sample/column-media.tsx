import type { ColumnView } from "@dailies/contract";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShardClip } from "../../../shared/shard-media/shard-clip.ts";
import { useShardMedia } from "../../../shared/shard-media/use-shard-media.ts";
import { claimVideo } from "../../../ui/clip/live-videos.ts";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import styles from "./sample.module.css";
import { useEnd } from "./use-end.ts";

interface ColumnMediaProps {
  column: ColumnView;
  contentType: string;
  clip: ShardClip;
  isStreaming: boolean;
  onEnd: () => void;
}

/** An image, audio or video from the shard, and how its bytes were read. */
export const ColumnMedia = (props: ColumnMediaProps) => {
  const { column, contentType, clip } = props;
  const { t, i18n } = useTranslation();
  const { src, way, reason } = useShardMedia(clip);
  const [failed, setFailed] = useState<string>();
  useEnd(props.isStreaming && src !== undefined && failed === src, props.onEnd);
  const count = (value: number): string => formatCount(value, i18n.language);
  const range = { begin: count(column.begin), end: count(Math.max(column.end - 1, column.begin)) };
  return (
    <figure className={styles.media} data-way={way}>
      <div className={styles.screen}>
        {src === undefined || failed === src ? null : (
          <MediaElement {...props} src={src} onFail={() => setFailed(src)} />
        )}
        {src !== undefined && failed === src ? (
          <p className={styles.unplayed} role="alert">
            {t("viewer.media.failed", { type: contentType })}
          </p>
        ) : null}
      </div>
      <figcaption className={`${styles.way} ds-number`}>
        {column.name} · {contentType} · {formatBytes(column.end - column.begin, i18n.language)}
        {way === "storage" ? <span> · {t("viewer.media.storage", range)}</span> : null}
        {way === "api" && reason ? <span> · {t(`viewer.media.${reason}`)}</span> : null}
      </figcaption>
    </figure>
  );
};

interface MediaElementProps extends ColumnMediaProps {
  src: string;
  onFail: () => void;
}

const MediaElement = ({ column, contentType, src, isStreaming, onEnd, onFail }: MediaElementProps) => {
  if (contentType.startsWith("image/"))
    return <img className={styles.picture} src={src} alt={column.name} onError={onFail} />;
  if (contentType.startsWith("audio/"))
    return <Sound name={column.name} src={src} isStreaming={isStreaming} onEnd={onEnd} onFail={onFail} />;
  return <Film name={column.name} src={src} isStreaming={isStreaming} onEnd={onEnd} onFail={onFail} />;
};

interface PlayedProps {
  name: string;
  src: string;
  isStreaming: boolean;
  onEnd: () => void;
  onFail: () => void;
}

/** Plays on request; autoplays while streaming, so that the next sample can follow. */
const Sound = ({ name, src, isStreaming, onEnd, onFail }: PlayedProps) => {
  const element = useRef<HTMLAudioElement>(null);
  const [isBlocked, setIsBlocked] = useState(false);
  useEnd(isStreaming && isBlocked, onEnd);
  useEffect(() => {
    const audio = element.current;
    if (!audio || !isStreaming) return undefined;
    setIsBlocked(false);
    // Decoding errors are reported by `onError`; an interrupted play() is not an error.
    audio.play().catch((error: DOMException) => setIsBlocked(error.name === "NotAllowedError"));
    return () => audio.pause();
  }, [isStreaming]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the audio of a sample is data without captions.
    <audio
      ref={element}
      className={styles.sound}
      src={src}
      aria-label={name}
      controls
      onEnded={onEnd}
      onError={onFail}
    />
  );
};

/** Muted and looped normally; played once while streaming, so that the next sample can follow. */
const Film = ({ name, src, isStreaming, onEnd, onFail }: PlayedProps) => {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    video.src = src;
    const release = claimVideo(() => video.pause());
    return () => {
      release();
      // Removing `src` makes the browser release the decoder and the connection.
      video.removeAttribute("src");
      video.load();
    };
  }, [src]);
  return (
    <video
      ref={element}
      className={styles.picture}
      aria-label={name}
      controls
      autoPlay
      muted
      loop={!isStreaming}
      playsInline
      onEnded={onEnd}
      onError={onFail}
    />
  );
};
