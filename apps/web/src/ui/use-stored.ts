import { useState } from "react";

const read = (key: string): string | undefined => {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Without storage nothing is persisted; the page still works.
    return undefined;
  }
};

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above: the preference then lasts as long as the page.
  }
};

/** A preference of this browser. Without a key it lasts as long as the page. */
export const useStored = (key: string | undefined, fallback: string): [string, (value: string) => void] => {
  const [value, setValue] = useState(() => (key === undefined ? undefined : read(key)) ?? fallback);
  const change = (next: string): void => {
    setValue(next);
    if (key !== undefined) write(key, next);
  };
  return [value, change];
};
