import { useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "../../../lib/storage.ts";
import { LABEL_CHECK_KEYS, LABEL_WORK_KEYS } from "../labelling.shortcuts.ts";

const ALL_KEYS = { ...LABEL_WORK_KEYS, ...LABEL_CHECK_KEYS };

/** Acts whose key a person may choose. The others are keys that fields and lists use in the same way. */
export const CHANGEABLE_ACTS = [
  "skip",
  "undo",
  "guidelines",
  "playToo",
  "backToo",
  "onToo",
  "slower",
  "faster",
  "loop",
  "view",
  "begin",
  "end",
  "accept",
  "fix",
  "reject",
] as const;
export type ChangeableAct = (typeof CHANGEABLE_ACTS)[number];

/** The keys that this person chose; every other act has its usual one. */
export type OwnKeys = Readonly<Partial<Record<ChangeableAct, string>>>;

const NONE: OwnKeys = {};

const isOneCharacter = (value: unknown): value is string => typeof value === "string" && [...value].length === 1;

/** Whatever an earlier version or a person wrote there. */
const parseOwnKeys = (text: string | undefined): OwnKeys => {
  try {
    const stored: unknown = JSON.parse(text ?? "{}");
    if (typeof stored !== "object" || stored === null) return NONE;
    const entries = Object.entries(stored).filter(
      ([act, key]) => CHANGEABLE_ACTS.some((each) => each === act) && isOneCharacter(key),
    );
    return Object.fromEntries(entries);
  } catch {
    // Not readable: the usual keys.
    return NONE;
  }
};

let current: OwnKeys | undefined;
const listeners = new Set<() => void>();

const readOwnKeys = (): OwnKeys => {
  current ??= parseOwnKeys(readStored("labelKeys"));
  return current;
};

/** A preference of this browser; an empty one is forgotten. */
export const writeOwnKeys = (keys: OwnKeys): void => {
  current = keys;
  if (Object.keys(keys).length === 0) removeStored("labelKeys");
  else writeStored("labelKeys", JSON.stringify(keys));
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOwnKeys = (): OwnKeys => useSyncExternalStore(subscribe, readOwnKeys);

/** A table of shortcuts with the keys that this person chose. */
export const withOwnKeys = <Line extends { readonly keys: readonly string[] }, Act extends string>(
  table: Readonly<Record<Act, Line>>,
  own: OwnKeys,
): Record<Act, Line> => {
  const entries = Object.entries<Line>(table).map(([act, line]) => {
    const key = own[act as ChangeableAct];
    return [act, key === undefined ? line : { ...line, keys: [key] }];
  });
  return Object.fromEntries(entries) as Record<Act, Line>;
};

export const keyOf = (act: ChangeableAct, own: OwnKeys): string => own[act] ?? ALL_KEYS[act].keys[0];

export const wordOf = (act: ChangeableAct) => ALL_KEYS[act].does;

/** Keys of every screen, digits, which choose answers, and space, which presses and plays. */
const RESERVED = /^[0-9?/ ]$/;

export type KeyFault = "oneKey" | "reserved" | "taken";

/** Why an act cannot have a key, if so. */
export const keyFault = (act: ChangeableAct, key: string, own: OwnKeys): KeyFault | undefined => {
  if (!isOneCharacter(key)) return "oneKey";
  if (RESERVED.test(key)) return "reserved";
  const others = CHANGEABLE_ACTS.filter((each) => each !== act);
  return others.some((each) => keyOf(each, own).toLowerCase() === key.toLowerCase()) ? "taken" : undefined;
};

/** Without an entry for the usual key. */
export const withKey = (act: ChangeableAct, key: string, own: OwnKeys): OwnKeys => {
  const { [act]: _before, ...rest } = own;
  return key === ALL_KEYS[act].keys[0] ? rest : { ...rest, [act]: key };
};
