import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { StatusTag } from "../../ui/feedback/status-tag.tsx";
import { PlayerBar } from "../synced-player/player-bar.tsx";
import { PlayerOptions } from "../synced-player/player-options.tsx";
import type { PlayerClip } from "../synced-player/types.ts";
import { type Player, useFrame, useLivePlayer, usePlayerHandle } from "../synced-player/use-player.ts";
import { firstView } from "../synced-player/view-state.ts";
import styles from "./frame-player.module.css";
import { frameTimesQuery } from "./frame-times.queries.ts";
import { useFrameKeys } from "./use-frame-keys.ts";

export interface FramePlayerProps {
  /** Identifies the clip independently of its signed URL; another key remounts the player. */
  clipKey: string;
  title: string;
  /** Same-origin, and supports range requests. */
  address: string;
  sizeBytes: number;
  poster?: string | undefined;
  fps?: number | undefined;
  /** A new object triggers one seek. */
  seek?: { readonly timeS: number } | undefined;
  /** The browser could not play it, or the URL failed. */
  onFault?: () => void;
}

const ALONE = firstView("side");
const nothing = (): void => undefined;

/** A single clip player with frame stepping. Its shortcuts work unless the user is typing. */
export const FramePlayer = (props: FramePlayerProps) => (
  <OneClip key={`${props.clipKey} ${props.address}`} {...props} />
);

const OneClip = ({ clipKey, title, address, sizeBytes, poster, fps, seek, onFault }: FramePlayerProps) => {
  const { t } = useTranslation();
  const clips: readonly PlayerClip[] = [{ id: clipKey, title, media_url: address, ...(fps && { fps }) }];
  const { stage, handle } = usePlayerHandle(clips);
  const player = useLivePlayer(handle);
  const { data: frames } = useQuery(frameTimesQuery({ key: clipKey, address, sizeBytes }));
  useEffect(() => {
    if (handle && frames) handle.controller.setFrames(frames);
  }, [handle, frames]);
  useEffect(() => {
    if (!handle || !seek) return;
    const { controller } = handle;
    controller.pause();
    controller.seek(controller.frames.insideOf(controller.frames.frameAt(seek.timeS)));
  }, [handle, seek]);
  useFrameKeys(player);
  const hasFailed = player?.snapshot.states[clipKey] === "failed";
  return (
    <section className={styles.player} aria-label={t("player.frames.region", { title })}>
      <div ref={stage} className={styles.stage}>
        <video
          className={styles.video}
          src={address}
          poster={poster}
          muted
          playsInline
          preload="auto"
          tabIndex={-1}
          aria-label={title}
          onError={onFault}
        />
        {hasFailed ? (
          <span className={styles.fault} role="alert">
            <StatusTag tone="error">{t("player.state.failed")}</StatusTag>
          </span>
        ) : null}
      </div>
      {player ? <PlayerBar player={player} /> : <div className={styles.barPlace} />}
      {player ? <FrameCounter player={player} /> : null}
      <PlayerOptions clips={clips} view={ALONE} onView={nothing} player={player} keysHint={t("player.frames.keys")} />
    </section>
  );
};

const MICRO_DIGITS = 6;

/** The displayed frame and its time in the file; marked if approximate. */
const FrameCounter = ({ player }: { player: Player }) => {
  const { t } = useTranslation();
  const frame = useFrame(player);
  const { frames } = player.controller;
  const last = frames.lastFrame(player.snapshot.durationS);
  return (
    <p className={`${styles.place} ds-number`} data-frame={frame} data-exact={frames.isExact || undefined}>
      <span>{t("player.frames.frame", { frame, last })}</span>
      <span>{t("player.frames.pts", { pts: frames.startOf(frame).toFixed(MICRO_DIGITS) })}</span>
      <span className={styles.how}>{t(frames.isExact ? "player.frames.exact" : "player.frames.average")}</span>
    </p>
  );
};
