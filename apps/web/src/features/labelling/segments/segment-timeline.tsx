import type { LabelSegment } from "@dailies/contract";
import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { type Player, useFrame } from "../../../shared/synced-player/use-player.ts";
import styles from "./segments.module.css";
import { secondsText, toUs } from "./segments.rules.ts";
import type { SegmentEditor } from "./use-segment-editors.ts";

/** As many as the colour-blind safe palette has; later classes repeat a colour and differ by their name. */
const COLOURS = 8;
export const classColour = (classes: readonly string[], name: string): string =>
  `var(--ds-chart-${(Math.max(0, classes.indexOf(name)) % COLOURS) + 1})`;

interface SegmentTimelineProps {
  name: string;
  editor: SegmentEditor;
  player: Player;
}

/** The segments as bars over the length of the clip; their edges are dragged, or moved by arrow keys. */
export const SegmentTimeline = ({ name, editor, player }: SegmentTimelineProps) => {
  const { t } = useTranslation();
  const { segments, selected, pending } = editor;
  const totalUs = editor.durationUs ?? toUs(player.snapshot.durationS);
  const share = (timeUs: number): string => `${totalUs > 0 ? Math.min(100, (timeUs / totalUs) * 100) : 0}%`;
  const seekTo = ({ currentTarget, clientX }: MouseEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) editor.show(((clientX - left) / width) * totalUs);
  };
  return (
    <section className={styles.timeline} aria-label={t("labelling.segments.timeline", { name })}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the player's own slider seeks by keyboard. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div className={styles.lane} onClick={seekTo}>
        {segments.map((segment, index) => (
          <Bar
            // biome-ignore lint/suspicious/noArrayIndexKey: a dragged segment changes everything but its place.
            key={index}
            segment={segment}
            index={index}
            isSelected={index === selected}
            editor={editor}
            totalUs={totalUs}
            player={player}
          />
        ))}
        {pending ? (
          <span className={styles.pending} style={{ left: share(pending.us) }}>
            <span className={styles.pendingWords}>{t("labelling.segments.begun")}</span>
          </span>
        ) : null}
        <Playhead player={player} totalUs={totalUs} />
      </div>
    </section>
  );
};

const Playhead = ({ player, totalUs }: { player: Player; totalUs: number }) => {
  const frame = useFrame(player);
  const timeUs = toUs(player.controller.frames.startOf(frame));
  return (
    <span
      className={styles.playhead}
      style={{ left: `${totalUs > 0 ? Math.min(100, (timeUs / totalUs) * 100) : 0}%` }}
      aria-hidden="true"
    />
  );
};

interface BarProps {
  segment: LabelSegment;
  index: number;
  isSelected: boolean;
  editor: SegmentEditor;
  totalUs: number;
  player: Player;
}

const Bar = ({ segment, index, isSelected, editor, totalUs, player }: BarProps) => {
  const { start_us: start, end_us: end } = segment;
  const [left, width] = [(start / totalUs) * 100, ((end - start) / totalUs) * 100];
  const edges = { segment, editor, index, totalUs, player };
  return (
    <span
      className={styles.bar}
      data-selected={isSelected || undefined}
      style={{
        left: `${left}%`,
        width: `${width}%`,
        ["--class-colour" as string]: classColour(editor.classes, segment.class),
      }}
    >
      <Edge {...edges} edge="start" />
      <button
        type="button"
        className={styles.barName}
        aria-pressed={isSelected}
        title={`${segment.class} · ${secondsText(start)}–${secondsText(end)} s`}
        onClick={(event) => {
          event.stopPropagation();
          editor.select(index);
          editor.show(start);
        }}
      >
        {segment.class}
      </button>
      <Edge {...edges} edge="end" />
    </span>
  );
};

interface EdgeProps extends Omit<BarProps, "isSelected"> {
  edge: "start" | "end";
}

const Edge = ({ segment, index, editor, totalUs, player, edge }: EdgeProps) => {
  const { t } = useTranslation();
  const timeUs = edge === "start" ? segment.start_us : segment.end_us;
  const move = edge === "start" ? editor.moveStart : editor.moveEnd;
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const lane = event.currentTarget.closest(`.${styles.lane}`)?.getBoundingClientRect();
    if (lane && lane.width > 0) move(index, ((event.clientX - lane.left) / lane.width) * totalUs);
  };
  const step = (event: KeyboardEvent): void => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const { frames } = player.controller;
    // The end of a segment is the start of the frame after its last one.
    const frame = frames.frameAt((timeUs - (edge === "end" ? 1 : 0)) / 1_000_000) + direction;
    move(index, toUs(frames.insideOf(Math.max(0, frame))));
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      className={styles.edge}
      data-edge={edge}
      aria-label={t(`labelling.segments.${edge}Of`, { name: segment.class })}
      aria-valuemin={0}
      aria-valuemax={Math.round(totalUs / 1_000)}
      aria-valuenow={Math.round(timeUs / 1_000)}
      aria-valuetext={t("labelling.segments.seconds", { time: secondsText(timeUs) })}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        editor.select(index);
      }}
      onPointerMove={drag}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={step}
    />
  );
};
