import type { KeyboardEvent } from "react";
import { PERFORMERS_KEYS } from "./performers.shortcuts.ts";

const [, KEY] = PERFORMERS_KEYS.run.keys;

/** Runs the form from within a text field, where plain Enter inserts a new line. */
export const onRunKey =
  (run: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== KEY || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    run();
  };
