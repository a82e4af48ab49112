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

/** A picture, a sound or a film out of the shard, and the way its bytes came. */
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

/** Silent until it is asked for; while it streams it plays by itself, so that the next can follow. */
const Sound = ({ name, src, isStreaming, onEnd, onFail }: PlayedProps) => {
  const element = useRef<HTMLAudioElement>(null);
  const [isBlocked, setIsBlocked] = useState(false);
  useEnd(isStreaming && isBlocked, onEnd);
  useEffect(() => {
    const audio = element.current;
    if (!audio || !isStreaming) return undefined;
    setIsBlocked(false);
    // A sound that cannot be decoded is told by `onError`; one that was paused again is no failure.
    audio.play().catch((error: DOMException) => setIsBlocked(error.name === "NotAllowedError"));
    return () => audio.pause();
  }, [isStreaming]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the sound of a sample is data; nobody has written captions for it.
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

/** Silent and over and over while one looks; once while it streams, so that the next can follow. */
const Film = ({ name, src, isStreaming, onEnd, onFail }: PlayedProps) => {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    video.src = src;
    const release = claimVideo(() => video.pause());
    return () => {
      release();
      // Without its address the browser lets go of the decoder and of the connection.
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
