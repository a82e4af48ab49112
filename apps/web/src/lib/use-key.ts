import { useEffect, useRef } from "react";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** A dialog owns the keyboard while it is open. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]:not([aria-hidden="true"])') !== null;

const isPressed = (event: KeyboardEvent, keys: readonly string[]): boolean => {
  const needsMod = keys.includes("mod");
  return (event.metaKey || event.ctrlKey) === needsMod && !event.altKey && keys.at(-1) === event.key;
};

/** Runs when the keys are pressed, except while the reader types or answers a dialog. */
export const useKey = (keys: readonly string[], run: () => void): void => {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isPressed(event, keys) || isTyping(event.target) || isDialogOpen()) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [keys]);
};
