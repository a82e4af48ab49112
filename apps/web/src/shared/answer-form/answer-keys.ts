import type { KeyboardEvent } from "react";

const QUESTION = "[data-question]";
const FOCUSABLE = "input:not(:disabled), textarea:not(:disabled), select:not(:disabled), button[data-choice]";

const isMatching = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.matches(selector);

/** Elements in which digits are typed as text. */
const takesDigits = (target: EventTarget): boolean =>
  isMatching(target, "textarea, select, input:not([type=radio]):not([type=checkbox]):not([type=range])");

/** Elements that use the arrow keys themselves. */
const takesArrows = (target: EventTarget): boolean =>
  isMatching(target, "textarea, select, [role=spinbutton], [role=combobox]");

/** Focuses the given answer, or else the first choice. */
export const focusIn = (question: Element | null | undefined): void => {
  const place =
    question?.querySelector<HTMLElement>("input:checked") ?? question?.querySelector<HTMLElement>(FOCUSABLE);
  place?.focus();
  question?.scrollIntoView?.({ block: "nearest" });
};

const moveFocus = (root: Element, from: Element, step: 1 | -1): void => {
  const all = [...root.querySelectorAll(QUESTION)];
  const next = all[all.indexOf(from) + step];
  if (next) focusIn(next);
};

interface KeyActs {
  /** The zero-based choice of a question. */
  readonly onDigit: (key: string, index: number) => void;
  readonly onClear: (key: string) => void;
}

type FormKey = KeyboardEvent<HTMLElement>;

/** Handles a key while the focus is in a question; returns whether it was handled. */
const act = (event: FormKey, question: HTMLElement, { onDigit, onClear }: KeyActs): boolean => {
  const { key: pressed, target, currentTarget } = event;
  const key = question.dataset.question ?? "";
  if (pressed === "ArrowDown" || pressed === "ArrowUp") {
    if (takesArrows(target)) return false;
    moveFocus(currentTarget, question, pressed === "ArrowDown" ? 1 : -1);
    return true;
  }
  if (takesDigits(target)) return false;
  if (pressed === "0" || pressed === "Backspace") onClear(key);
  else if (/^[1-9]$/.test(pressed)) onDigit(key, Number(pressed) - 1);
  else return false;
  return true;
};

/** The shortcuts of the form; handled keys do not propagate. */
export const handleKey = (event: FormKey, acts: KeyActs): void => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
  const question = event.target instanceof Element ? event.target.closest<HTMLElement>(QUESTION) : null;
  if (question && act(event, question, acts)) event.preventDefault();
};
