import { useEffect, useEffectEvent } from "react";
import { isDialogOpen } from "../../../lib/use-key.ts";
import { usesOwnKeys } from "../../../ui/keyboard.ts";

const TEXT = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable=true]";
const PRESSED_BY_ENTER = "button, a, summary, [role=option], [role=combobox]";
const PRESSED_BY_SPACE = `${PRESSED_BY_ENTER}, input[type=radio], input[type=checkbox]`;

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Elements that handle a key themselves keep it. */
const isKept = (key: string, target: EventTarget | null): boolean => {
  if (key === " ") return isIn(target, PRESSED_BY_SPACE);
  if (key === "Enter") return isIn(target, PRESSED_BY_ENTER);
  return key.startsWith("Arrow") && usesOwnKeys(target);
};

type KeyTable<Act extends string> = Readonly<Record<Act, { readonly keys: readonly string[] }>>;

interface WorkKeys<Act extends string> {
  /** The shortcuts that the help lists. */
  readonly table: KeyTable<Act>;
  readonly acts: Readonly<Record<Act, () => void>>;
  /** Whether it works while the user types, too. */
  readonly worksWhileTyping: (act: Act, field: Element) => boolean;
  readonly onDigit: (digit: number) => void;
  readonly isOff: boolean;
}

const isHeld = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

const actOf = <Act extends string>(event: KeyboardEvent, { table, acts }: WorkKeys<Act>): Act | undefined =>
  (Object.keys(acts) as Act[]).find((act) => {
    const { keys } = table[act];
    return keys.includes("mod") === isHeld(event) && keys.at(-1) === event.key;
  });

/** What a key press does, if anything. */
const handlerOf = <Act extends string>(event: KeyboardEvent, keys: WorkKeys<Act>): (() => void) | undefined => {
  const act = actOf(event, keys);
  const field = event.target instanceof Element && event.target.matches(TEXT) ? event.target : undefined;
  if (field && !(act && keys.worksWhileTyping(act, field))) return undefined;
  if (act) return !isHeld(event) && isKept(event.key, event.target) ? undefined : keys.acts[act];
  return /^[1-9]$/.test(event.key) && !isHeld(event) ? () => keys.onDigit(Number(event.key)) : undefined;
};

/** The shortcuts of a page of leased work, independent of focus; while the user types only some of them work. */
export const useWorkKeys = <Act extends string>(keys: WorkKeys<Act>): void => {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.isComposing || keys.isOff || isDialogOpen()) return;
    const run = handlerOf(event, keys);
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
};
