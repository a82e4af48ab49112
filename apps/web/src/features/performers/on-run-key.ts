import type { KeyboardEvent } from "react";
import { PERFORMERS_KEYS } from "./performers.shortcuts.ts";

const [, KEY] = PERFORMERS_KEYS.run.keys;

/** Runs the form from inside of its fields, where plain Enter makes a new line. */
export const onRunKey =
  (run: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== KEY || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    run();
  };
