import type { KeyboardEvent } from "react";
import type { Selection } from "./selection.ts";

/** Selection shortcuts shared by the grid and the table. Returns true if the key was handled. */
export const selectByKey = (event: KeyboardEvent, active: number, total: number, selection: Selection): boolean => {
  if (event.key === " " && active >= 0) {
    event.preventDefault();
    selection.toggle(active);
    return true;
  }
  if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    void selection.selectFirst(total);
    return true;
  }
  if (event.key === "Escape" && selection.items.size > 0) {
    event.preventDefault();
    event.stopPropagation();
    selection.clear();
    return true;
  }
  return false;
};
