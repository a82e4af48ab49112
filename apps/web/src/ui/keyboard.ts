const OWN_KEYS =
  "input, textarea, select, video, audio, [contenteditable=true], [role=slider], [role=tab], [role=listbox], [role=menu]";

/** True if the element handles letters and arrow keys itself. */
export const usesOwnKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(OWN_KEYS) !== null;

export const hasModifier = (event: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey">): boolean =>
  event.ctrlKey || event.metaKey || event.altKey;
