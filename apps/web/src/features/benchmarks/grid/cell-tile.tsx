import type { GridCell } from "@dailies/contract";
import { useState } from "react";
import { clockOf } from "../../../ui/clip/sprite.ts";
import { isUnderWay } from "../benchmark.rules.ts";
import { type CellAddress, writeAddress } from "../cell-address.ts";
import { useGridWords } from "../use-cell-words.ts";
import styles from "./cell.module.css";
import { CellMarks } from "./cell-marks.tsx";
import { CellVideo } from "./cell-video.tsx";
import { StatusMark } from "./status-mark.tsx";

interface CellTileProps {
  address: CellAddress;
  /** Absent until it has been requested. */
  cell: GridCell | undefined;
  isActive: boolean;
  isPlaying: boolean;
  isCompared: boolean;
  /** One of several samples in its cell: too small for text. */
  isSmall: boolean;
}

/** One sample: its poster, or its progress. */
export const CellTile = ({ address, cell, isActive, isPlaying, isCompared, isSmall }: CellTileProps) => {
  const words = useGridWords();
  const status = cell?.status ?? "Waiting";
  return (
    <div
      className={styles.tile}
      data-cell={writeAddress(address)}
      data-status={status}
      data-active={isActive || undefined}
      data-compared={isCompared || undefined}
      data-small={isSmall || undefined}
      title={cell && words.whole(cell)}
    >
      {cell?.clip ? (
        <Picture clip={cell.clip} isPlaying={isPlaying} isSmall={isSmall} />
      ) : (
        <Instead cell={cell} isSmall={isSmall} />
      )}
      {cell && isUnderWay(status) ? <Bar progress={cell.progress} /> : null}
      {cell?.clip && status !== "Succeeded" ? (
        <span className={styles.over}>
          <StatusMark status={status} />
          {isSmall ? null : words.state(cell)}
        </span>
      ) : null}
      {cell && !isSmall ? <CellMarks cell={cell} /> : null}
    </div>
  );
};

interface PictureProps {
  clip: NonNullable<GridCell["clip"]>;
  isPlaying: boolean;
  isSmall: boolean;
}

const Picture = ({ clip, isPlaying, isSmall }: PictureProps) => {
  const [failedPoster, setFailedPoster] = useState<string>();
  const [stopped, setStopped] = useState<string>();
  const duration = clip.probe?.duration;
  return (
    <>
      {clip.poster && clip.poster !== failedPoster ? (
        <img
          // Remount for another poster: otherwise the old one stays visible until the new one is decoded.
          key={clip.poster}
          className={styles.poster}
          src={clip.poster}
          alt=""
          decoding="async"
          draggable={false}
          onError={() => setFailedPoster(clip.poster ?? undefined)}
        />
      ) : null}
      {isPlaying && stopped !== clip.media_url ? (
        <CellVideo media={clip.media_url} onStop={() => setStopped(clip.media_url)} />
      ) : null}
      {!isSmall && typeof duration === "number" ? (
        <span className={`${styles.clock} ds-number`}>{clockOf(duration)}</span>
      ) : null}
    </>
  );
};

/** Placeholder shown until there is a clip. */
const Instead = ({ cell, isSmall }: { cell: GridCell | undefined; isSmall: boolean }) => {
  const words = useGridWords();
  const status = cell?.status ?? "Waiting";
  if (isSmall) {
    return (
      <span className={styles.instead}>
        <StatusMark status={status} />
      </span>
    );
  }
  if (!cell) return null;
  return (
    <span className={styles.instead}>
      <span className={styles.insteadState}>
        <StatusMark status={status} />
        {words.state(cell)}
      </span>
      {cell.error ? <span className={styles.insteadWhy}>{cell.error.message}</span> : null}
      {cell.excluded_reason ? <span className={styles.insteadWhy}>{cell.excluded_reason}</span> : null}
    </span>
  );
};

const Bar = ({ progress }: { progress: number | null }) => (
  <span className={styles.bar} data-unknown={progress === null || undefined}>
    <span className={styles.barFill} style={{ transform: `scaleX(${progress ?? 1})` }} />
  </span>
);
