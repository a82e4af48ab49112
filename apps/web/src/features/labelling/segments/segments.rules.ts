import type { LabelSegment } from "@dailies/contract";
import type { FrameGrid } from "../../../shared/synced-player/controller/frame-grid.ts";

const MICROS = 1_000_000;
export const toUs = (timeS: number): number => Math.round(timeS * MICROS);
export const toS = (timeUs: number): number => timeUs / MICROS;

const MILLIS = 1_000;

/** 3 254 000 → "3.254" */
export const secondsText = (timeUs: number): string => (Math.round(timeUs / MILLIS) / MILLIS).toFixed(3);

/** "3.25" → 3 250 000; undefined for anything that is not a time. */
export const parseSeconds = (typed: string): number | undefined => {
  const timeS = Number(typed.trim().replace(",", "."));
  return typed.trim() !== "" && Number.isFinite(timeS) && timeS >= 0 ? toUs(timeS) : undefined;
};

/** By start, then by end, as they are drawn and exported. */
export const sortSegments = (segments: readonly LabelSegment[]): LabelSegment[] =>
  segments.toSorted((one, other) => one.start_us - other.start_us || one.end_us - other.end_us);

/** The edge of a segment at a time, on a frame. */
export interface SegmentEdge {
  readonly us: number;
  readonly frame: number | null;
}

/** A segment begins with the start of a frame. */
export const startEdge = (grid: FrameGrid, timeS: number): SegmentEdge => {
  const frame = grid.frameAt(timeS);
  return { us: toUs(grid.startOf(frame)), frame };
};

/** A segment ends with the end of its last frame, and never after the clip. */
export const endEdge = (grid: FrameGrid, timeS: number, durationUs: number | null): SegmentEdge => {
  const frame = grid.frameAt(timeS);
  const us = toUs(grid.endOf(frame));
  return { us: durationUs === null ? us : Math.min(us, durationUs), frame };
};

/** An edge never crosses the other one: such a move is ignored. */
export const withStart = (segment: LabelSegment, { us, frame }: SegmentEdge): LabelSegment =>
  us < segment.end_us ? { ...segment, start_us: us, start_frame: frame } : segment;

export const withEnd = (segment: LabelSegment, { us, frame }: SegmentEdge): LabelSegment =>
  us > segment.start_us ? { ...segment, end_us: us, end_frame: frame } : segment;

export const isSegments = (value: unknown): value is LabelSegment[] =>
  Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null && "start_us" in each);
