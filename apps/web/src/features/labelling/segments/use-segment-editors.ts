import { isFieldShown, type LabelField, type LabelSegment, type LabelValues } from "@dailies/contract";
import { useState } from "react";
import type { Player } from "../../../shared/synced-player/use-player.ts";
import {
  endEdge,
  isSegments,
  type SegmentEdge,
  sortSegments,
  startEdge,
  toS,
  toUs,
  withEnd,
  withStart,
} from "./segments.rules.ts";

/** What is selected and begun; not part of the label. */
interface EditorState {
  readonly selected?: number | undefined;
  readonly pending?: SegmentEdge | undefined;
  readonly nextClass?: string;
}

interface SegmentEditorOptions {
  readonly classes: readonly string[];
  readonly segments: readonly LabelSegment[];
  readonly durationUs: number | null;
  readonly player: Player | undefined;
  readonly state: EditorState;
  readonly setState: (patch: EditorState) => void;
  readonly onChange: (segments: LabelSegment[]) => void;
}

/** Edits the segments of one field at the playhead: a start, then an end, then the class. */
const createSegmentEditor = (options: SegmentEditorOptions) => {
  const { classes, segments, durationUs, player, state, setState, onChange } = options;
  const { selected, pending, nextClass = classes[0] ?? "" } = state;

  /** Sorts, and keeps the same segment selected. */
  const replace = (next: readonly LabelSegment[], chosen: LabelSegment | undefined): void => {
    const sorted = sortSegments(next);
    onChange(sorted);
    setState({ selected: chosen && sorted.indexOf(chosen), ...(chosen && { nextClass: chosen.class }) });
  };
  const change = (index: number, update: (segment: LabelSegment) => LabelSegment): void => {
    const before = segments[index];
    if (!before) return;
    const after = update(before);
    if (after !== before) replace(segments.with(index, after), after);
  };
  const edgeOf = (timeUs: number, edge: "start" | "end"): SegmentEdge => {
    const grid = player?.controller.frames;
    if (!grid) return { us: timeUs, frame: null };
    return edge === "start" ? startEdge(grid, toS(timeUs)) : endEdge(grid, toS(timeUs), durationUs);
  };
  const atPlayhead = (edge: "start" | "end"): SegmentEdge | undefined =>
    player && edgeOf(toUs(player.controller.timeS), edge);

  const close = (from: SegmentEdge, to: SegmentEdge): void => {
    if (to.us <= from.us) return;
    const made = { start_us: from.us, end_us: to.us, class: nextClass, start_frame: from.frame, end_frame: to.frame };
    replace([...segments, made], made);
    setState({ pending: undefined });
  };

  return {
    classes,
    segments,
    durationUs,
    selected,
    pending,
    nextClass,
    select: (index: number | undefined) => setState({ selected: index }),
    show: (timeUs: number) => {
      player?.controller.pause();
      player?.controller.seek(toS(timeUs));
    },
    /** Begins a segment at the playhead. */
    begin: () => {
      const from = atPlayhead("start");
      if (from) setState({ selected: undefined, pending: from });
    },
    /** Ends the begun segment at the playhead, or moves the end of the selected one there. */
    end: () => {
      const to = atPlayhead("end");
      if (!to) return;
      if (pending) close(pending, to);
      else if (selected !== undefined) change(selected, (segment) => withEnd(segment, to));
    },
    cancel: () => setState({ pending: undefined }),
    /** The class of the selected segment, and of the next one. */
    setClass: (name: string | undefined, index = selected) => {
      if (name === undefined) return;
      setState({ nextClass: name });
      if (index !== undefined) change(index, (segment) => ({ ...segment, class: name }));
    },
    moveStart: (index: number, timeUs: number) => {
      const edge = edgeOf(Math.max(0, timeUs), "start");
      change(index, (segment) => withStart(segment, edge));
    },
    moveEnd: (index: number, timeUs: number) => {
      const edge = edgeOf(durationUs === null ? timeUs : Math.min(timeUs, durationUs), "end");
      change(index, (segment) => withEnd(segment, edge));
    },
    /** Typed times are kept as they were typed. */
    typeStart: (index: number, timeUs: number) =>
      change(index, (segment) => withStart(segment, { us: timeUs, frame: edgeOf(timeUs, "start").frame })),
    typeEnd: (index: number, timeUs: number) =>
      change(index, (segment) => withEnd(segment, { us: timeUs, frame: edgeOf(Math.max(0, timeUs - 1), "end").frame })),
    remove: (index: number) =>
      replace(
        segments.filter((_, at) => at !== index),
        undefined,
      ),
    /** Nothing happens in the clip: an answer, unlike a list that nobody filled in. */
    setNone: () => replace([], undefined),
  };
};
export type SegmentEditor = ReturnType<typeof createSegmentEditor>;

interface SegmentEditorsOptions {
  /** Another item starts with nothing selected. */
  readonly itemKey: string;
  readonly fields: readonly LabelField[];
  readonly values: LabelValues;
  readonly durationUs: number | null;
  readonly player: Player | undefined;
  readonly onChange: (key: string, segments: LabelSegment[]) => void;
}

/** The editors of all fields with segments that are shown, by key. */
export const useSegmentEditors = ({
  itemKey,
  fields,
  values,
  durationUs,
  player,
  onChange,
}: SegmentEditorsOptions): ReadonlyMap<string, SegmentEditor> => {
  const [kept, setKept] = useState<{ itemKey: string; states: Readonly<Record<string, EditorState>> }>();
  const states = kept?.itemKey === itemKey ? kept.states : {};
  const editors = fields.flatMap((field): [string, SegmentEditor][] => {
    const { key, input } = field;
    if (input.kind !== "segments" || !isFieldShown(field, values)) return [];
    const value = values[key];
    const editor = createSegmentEditor({
      classes: input.classes,
      segments: isSegments(value) ? value : [],
      durationUs,
      player,
      state: states[key] ?? {},
      setState: (patch) =>
        setKept((now) => {
          const before = now?.itemKey === itemKey ? now.states : {};
          return { itemKey, states: { ...before, [key]: { ...before[key], ...patch } } };
        }),
      onChange: (segments) => onChange(key, segments),
    });
    return [[key, editor]];
  });
  return new Map(editors);
};
