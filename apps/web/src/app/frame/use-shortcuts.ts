import { useKey } from "../../lib/use-key.ts";
import { FRAME_KEYS } from "./keys.ts";

interface Shortcuts {
  openPalette: () => void;
  openKeysHelp: () => void;
}

/** Search boxes of the kit carry this mark. */
const focusSearchBox = (): void => document.querySelector<HTMLElement>("[data-search-box]")?.focus();

export const useShortcuts = ({ openPalette, openKeysHelp }: Shortcuts): void => {
  useKey(FRAME_KEYS.palette.keys, openPalette);
  useKey(FRAME_KEYS.help.keys, openKeysHelp);
  useKey(FRAME_KEYS.search.keys, focusSearchBox);
};
