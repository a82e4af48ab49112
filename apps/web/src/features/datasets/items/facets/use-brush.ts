import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { type BrushSpan, moveEnd, spanBetween } from "./brush.rules.ts";

const REST_MS = 350;
const PAGE_BARS = 5;

interface BrushOptions {
  bars: number;
  /** The current filter. */
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

/** The dragged range is kept until the filter has caught up, or the filter was changed elsewhere. */
const useDraft = (span: BrushSpan | undefined) => {
  const [held, setHeld] = useState<{ draft: BrushSpan | undefined; basis: string | undefined }>();
  const basis = JSON.stringify(span);
  return {
    draft: held && held.basis === basis ? held.draft : undefined,
    setDraft: (draft: BrushSpan | undefined): void => setHeld({ draft, basis }),
  };
};

/** Selects bars by dragging or by moving either end with the keyboard. Reports the range when the gesture ends. */
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
