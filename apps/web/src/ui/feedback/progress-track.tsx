import "./progress-track.css";
import type { StatusTone } from "./status-tag.tsx";

interface ProgressTrackProps {
  /** A track without a label repeats the figures next to it, and screen readers skip it. */
  label?: string;
  /** Undefined while the work is still being counted: the track is full and has no value. */
  done: number | undefined;
  total: number | undefined;
  /** As wide as its container unless given. */
  widthPx?: number;
  tone?: StatusTone;
  isThin?: boolean;
}

const shareOf = (done: number | undefined, total: number | undefined): number => {
  if (done === undefined) return 1;
  return total ? Math.min(1, done / total) : 0;
};

/** The bar of a progress, without words: they are next to it. */
export const ProgressTrack = ({ label, done, total, widthPx, tone = "info", isThin }: ProgressTrackProps) => {
  const className = `ds-track ds-track-${tone}${isThin ? " ds-track-thin" : ""}`;
  const fill = <span className="ds-track-fill" style={{ transform: `scaleX(${shareOf(done, total)})` }} />;
  if (label === undefined) {
    return (
      <span className={className} style={{ width: widthPx }} aria-hidden="true">
        {fill}
      </span>
    );
  }
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done === undefined ? undefined : Math.floor(done)}
      className={className}
      style={{ width: widthPx }}
    >
      {fill}
    </span>
  );
};
