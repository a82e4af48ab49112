import { useMatches } from "react-router";
import type { Screen } from "./screen-list.ts";

/** The screen table entry of the current route. */
export const useScreen = (): Screen | undefined => useMatches().at(-1)?.handle as Screen | undefined;
