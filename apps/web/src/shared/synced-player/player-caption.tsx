import { SoundOutlined } from "@ant-design/icons";
import { useTranslation } from "react-i18next";
import { StatusTag, type StatusTone } from "../../ui/feedback/status-tag.tsx";
import type { TrackState } from "./controller/track.ts";
import styles from "./synced-player.module.css";
import type { PlayerClip } from "./types.ts";
import type { ClipLayer } from "./view-state.ts";

const TONES: Record<Exclude<TrackState, "live">, StatusTone> = {
  loading: "neutral",
  ended: "info",
  lost: "warning",
  failed: "error",
};

interface PlayerCaptionProps {
  clip: PlayerClip;
  /** The digit key that shows the clip or lets it be heard, where the digits do that. */
  number: number | undefined;
  layer: ClipLayer;
  state: TrackState;
  isHeard: boolean;
  onShow: () => void;
}

/** A clip's label and state. In the overlay modes it also brings its clip to the front. */
export const PlayerCaption = ({ clip, number, layer, state, isHeard, onShow }: PlayerCaptionProps) => {
  const { t } = useTranslation();
  const name = (
    <>
      {number === undefined ? null : <span className={styles.number}>{number}</span>}
      <span className={styles.title} title={clip.title}>
        {clip.title}
      </span>
    </>
  );
  return (
    <figcaption className={styles.caption} data-place={layer}>
      <span className={styles.name}>
        {layer === "tile" ? (
          name
        ) : (
          <button
            type="button"
            className={styles.show}
            aria-pressed={layer === "front"}
            title={t("player.show", { title: clip.title })}
            onClick={onShow}
          >
            {name}
          </button>
        )}
        {isHeard ? <SoundOutlined title={t("player.heard")} /> : null}
        {state === "live" ? null : <StatusTag tone={TONES[state]}>{t(`player.state.${state}`)}</StatusTag>}
      </span>
      {clip.subtitle ? (
        <span className={styles.subtitle} title={clip.subtitle}>
          {clip.subtitle}
        </span>
      ) : null}
      {clip.warnings?.map((warning) => (
        <StatusTag key={warning} tone="warning">
          {warning}
        </StatusTag>
      ))}
    </figcaption>
  );
};
