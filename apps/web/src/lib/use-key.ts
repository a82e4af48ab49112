import { useEffect, useRef } from "react";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

const WITH_A_USE_FOR_THEM =
  'button, a[href], summary, video, audio, [role="button"], [role="link"], [role="slider"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="option"], [role^="menuitem"]';

/** Space and Enter belong to the focused element: a button is pressed, a video plays or pauses. */
const isTheirs = ({ key, target }: KeyboardEvent): boolean =>
  (key === " " || key === "Enter") && target instanceof Element && target.closest(WITH_A_USE_FOR_THEM) !== null;

/** An open dialog owns the keyboard. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]:not([aria-hidden="true"])') !== null;

const isPressed = (event: KeyboardEvent, keys: readonly string[]): boolean => {
  const needsMod = keys.includes("mod");
  return (event.metaKey || event.ctrlKey) === needsMod && !event.altKey && keys.at(-1) === event.key;
};

const isForOthers = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || isTyping(event.target) || isTheirs(event) || isDialogOpen();

/** Binds a shortcut; inactive while the user types, presses a focused control or has a dialog open. */
export const useKey = (keys: readonly string[], run: () => void): void => {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!isPressed(event, keys) || isForOthers(event)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [keys]);
};
