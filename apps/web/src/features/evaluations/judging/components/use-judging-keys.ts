import { useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "../../../../lib/use-key.ts";
import { usesOwnKeys } from "../../../../ui/keyboard.ts";
import { EVALUATIONS_KEYS, type JudgingAct } from "../../evaluations.shortcuts.ts";

const ACTS: readonly JudgingAct[] = [
  ...(["submit", "undo", "play", "playToo", "back", "on", "view", "mark", "skip", "form", "leave"] as const),
];

const TEXT = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable=true]";
const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.matches(TEXT);
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("button, a, input[type=radio], input[type=checkbox], [role=option]") !== null;

const actOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): JudgingAct | undefined => {
  if (altKey) return undefined;
  const isHeld = ctrlKey || metaKey;
  return ACTS.find((act) => {
    const keys: readonly string[] = EVALUATIONS_KEYS[act].keys;
    return keys.includes("mod") === isHeld && keys.at(-1) === key;
  });
};

/** Elements that handle a key themselves keep it. */
const isKept = (act: JudgingAct, target: EventTarget | null): boolean => {
  if (act === "play") return isPressable(target);
  if (act === "back" || act === "on" || act === "form") return usesOwnKeys(target);
  return false;
};

const digitOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): number | undefined =>
  /^[1-9]$/.test(key) && !ctrlKey && !metaKey && !altKey ? Number(key) : undefined;

interface JudgingKeys {
  readonly acts: Readonly<Record<JudgingAct, () => void>>;
  readonly onDigit: (digit: number) => void;
  readonly isOff: boolean;
}

/** Judging shortcuts, independent of focus; while the user types only leave and submit work. */
export const useJudgingKeys = ({ acts, onDigit, isOff }: JudgingKeys): void => {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isOff || isDialogOpen()) return;
    const act = actOf(event);
    const digit = digitOf(event);
    if (isTyping(event.target) && act !== "submit" && act !== "leave") return;
    if (act ? isKept(act, event.target) : digit === undefined) return;
    event.preventDefault();
    if (act) acts[act]();
    else if (digit !== undefined) onDigit(digit);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
};
