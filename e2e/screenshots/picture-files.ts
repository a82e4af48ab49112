import path from "node:path";
import { ROOT } from "../harness/fresh-build.ts";

export const PICTURE_FOLDER = path.join(ROOT, ".cache/screenshots");

/** Annotation by which a test reports a screenshot to the summary. */
export const PICTURE = "picture";

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
] as const;

/** The file of one screenshot, in an ignored folder. */
export const fileFor = (picture: string): string => path.join(PICTURE_FOLDER, `${picture}.png`);
