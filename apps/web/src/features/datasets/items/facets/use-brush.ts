import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { type BrushSpan, moveEnd, spanBetween } from "./brush.rules.ts";

const REST_MS = 350;
const PAGE_BARS = 5;

interface BrushOptions {
  bars: number;
  /** What the filter holds now. */
  span: BrushSpan | undefined;
  onChange: (span: BrushSpan) => void;
}

const barUnder = ({ currentTarget, clientX }: PointerEvent, bars: number): number => {
  const { left, width } = currentTarget.getBoundingClientRect();
  return width > 0 ? Math.floor(((clientX - left) / width) * bars) : 0;
};

const edgeAfterKey = (key: string, now: number, bars: number): number | undefined => {
  const places: Record<string, number> = {
    ArrowLeft: Math.ceil(now) - 1,
    ArrowDown: Math.ceil(now) - 1,
    ArrowRight: Math.floor(now) + 1,
    ArrowUp: Math.floor(now) + 1,
    PageDown: Math.ceil(now) - PAGE_BARS,
    PageUp: Math.floor(now) + PAGE_BARS,
    Home: 0,
    End: bars,
  };
  return places[key];
};

/** What the hand does stands until the filter has followed it, or somebody else has changed the filter. */
const useDraft = (span: BrushSpan | undefined) => {
  const [held, setHeld] = useState<{ draft: BrushSpan | undefined; basis: string | undefined }>();
  const basis = JSON.stringify(span);
  return {
    draft: held && held.basis === basis ? held.draft : undefined,
    setDraft: (draft: BrushSpan | undefined): void => setHeld({ draft, basis }),
  };
};

/** Bars chosen by dragging over them or by moving either end with the keys. Told when the hand rests. */
export const useBrush = ({ bars, span, onChange }: BrushOptions) => {
  const { draft, setDraft } = useDraft(span);
  const anchor = useRef<number>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useRef(onChange);
  settle.current = onChange;
  useEffect(() => () => clearTimeout(timer.current), []);
  const shown = draft ?? span;
  const whole = { from: 0, to: bars };
  return {
    shown,
    area: {
      onPointerDown: (event: PointerEvent): void => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        anchor.current = barUnder(event, bars);
        setDraft(spanBetween(bars, anchor.current, anchor.current));
      },
      onPointerMove: (event: PointerEvent): void => {
        if (anchor.current !== undefined) setDraft(spanBetween(bars, anchor.current, barUnder(event, bars)));
      },
      onPointerUp: (event: PointerEvent): void => {
        if (anchor.current === undefined) return;
        const next = spanBetween(bars, anchor.current, barUnder(event, bars));
        anchor.current = undefined;
        setDraft(next);
        settle.current(next);
      },
      onPointerCancel: (): void => {
        anchor.current = undefined;
        setDraft(undefined);
      },
    },
    onKeyDown:
      (end: "from" | "to") =>
      (event: KeyboardEvent): void => {
        const to = edgeAfterKey(event.key, (shown ?? whole)[end], bars);
        if (to === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const next = moveEnd(shown ?? whole, end, to, bars);
        setDraft(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => settle.current(next), REST_MS);
      },
  };
};
