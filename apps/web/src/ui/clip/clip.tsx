import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import "./clip.css";
import { ClipPicture } from "./clip-picture.tsx";
import { ClipVideo } from "./clip-video.tsx";
import { type ClipSprite, clockOf } from "./sprite.ts";
import { useScrub } from "./use-scrub.ts";

interface ClipProps {
  /** The accessible name. */
  name: string;
  poster?: string | null;
  sprite?: ClipSprite | null;
  /** The media URL; without it the tile only shows an image. */
  media?: string | null;
  durationS?: number | null;
  /** Shown instead of the image: "Being checked", "Rejected". */
  notice?: string;
  /** Shown if there is no image. */
  icon?: ReactNode;
  /** Autoplays muted, for a result the user waits for. */
  playsAtOnce?: boolean;
  /** No tab stop, for a grid that holds the focus itself. */
  isOutOfTabOrder?: boolean;
  /** The poster or the media failed to load; the owner of the signed URLs should renew them. */
  onFault?: () => void;
  /** The poster has loaded. */
  onShown?: (poster: HTMLImageElement) => void;
  /** The sprite has loaded. */
  onSpriteShown?: (sprite: HTMLImageElement) => void;
}

/** A 16:9 clip tile: shows the poster, scrubs on hover, plays on click or Enter. */
export const Clip = (props: ClipProps) => {
  const { name, poster, media, playsAtOnce = false } = props;
  const [isPlaying, setIsPlaying] = useState(playsAtOnce);
  const [isUnasked, setIsUnasked] = useState(playsAtOnce);
  const [hasFailed, setHasFailed] = useState(false);
  const play = (): void => {
    setHasFailed(false);
    setIsUnasked(false);
    setIsPlaying(true);
  };
  return (
    <div className="ds-clip" data-state={isPlaying ? "playing" : undefined}>
      {isPlaying && media ? (
        <ClipVideo
          name={name}
          media={media}
          poster={poster ?? undefined}
          isUnasked={isUnasked}
          onStop={() => setIsPlaying(false)}
          onFail={() => {
            setIsPlaying(false);
            setHasFailed(true);
            props.onFault?.();
          }}
        />
      ) : (
        <ClipStill {...props} hasFailed={hasFailed} onPlay={play} />
      )}
    </div>
  );
};

interface ClipStillProps extends ClipProps {
  hasFailed: boolean;
  onPlay: () => void;
}

const ClipStill = ({ hasFailed, onPlay, ...props }: ClipStillProps) => {
  const { name, sprite, media, durationS, isOutOfTabOrder } = props;
  const { t } = useTranslation();
  const { tile, stop, ...handlers } = useScrub(sprite ?? undefined);
  const picture = <ClipPicture {...props} tile={tile} />;
  return (
    <>
      {media ? (
        <button
          type="button"
          className="ds-clip-still ds-clip-plays"
          aria-label={t(hasFailed ? "ui.clip.playAgain" : "ui.clip.play", { name })}
          tabIndex={isOutOfTabOrder ? -1 : undefined}
          {...handlers}
          onBlur={stop}
          onClick={(event) => {
            // A click with a modifier selects the tile in the surrounding list.
            if (!event.shiftKey && !event.ctrlKey && !event.metaKey) onPlay();
          }}
        >
          {picture}
          <PlayMark />
        </button>
      ) : (
        <div className="ds-clip-still" {...handlers}>
          {picture}
        </div>
      )}
      {hasFailed ? (
        <span className="ds-clip-fault" role="alert">
          {t("ui.clip.playFailed")}
        </span>
      ) : null}
      <ClipBadge durationS={durationS} sprite={sprite} tile={tile} />
    </>
  );
};

const PlayMark = () => (
  <svg className="ds-clip-play" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="15" />
    <path d="M13 10.5v11l9-5.5z" />
  </svg>
);

type ClipBadgeProps = Pick<ClipProps, "durationS" | "sprite"> & { tile: number | undefined };

const ClipBadge = ({ durationS, sprite, tile }: ClipBadgeProps) => {
  if (durationS === undefined || durationS === null) return null;
  const total = clockOf(durationS);
  if (tile === undefined || !sprite) return <span className="ds-clip-badge ds-number">{total}</span>;
  return (
    <span className="ds-clip-badge ds-number">
      {clockOf((tile / sprite.tiles) * durationS)} / {total}
    </span>
  );
};
