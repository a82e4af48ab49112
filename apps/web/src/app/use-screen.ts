import { useMatches } from "react-router";
import type { Screen } from "./screen-list.ts";

/** The line of the table of screens that is open now. */
export const useScreen = (): Screen | undefined => useMatches().at(-1)?.handle as Screen | undefined;
