import path from "node:path";
import { ROOT } from "../harness/fresh-build.ts";

export const PICTURE_FOLDER = path.join(ROOT, ".cache/screenshots");

/** Annotation by which a test reports a screenshot to the summary. */
export const PICTURE = "picture";

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
] as const;

/** Screenshots for the README are committed; the others go to an ignored folder. */
const README_PICTURES = new Map([
  ["login-password-light-1440x900", "readme-sign-in-light"],
  ["home-light-1440x900", "readme-home-light"],
  ["desk-engines-dark-1440x900", "readme-engines-dark"],
  ["part-data-table-dark-1440x900", "readme-table-dark"],
  ["palette-light-1440x900", "readme-palette-light"],
]);

/** The files of one screenshot: all of them in the ignored folder, some in the README's folder as well. */
export const filesFor = (picture: string): readonly string[] => {
  const kept = README_PICTURES.get(picture);
  const file = path.join(PICTURE_FOLDER, `${picture}.png`);
  return kept ? [file, path.join(ROOT, "docs/pictures", `${kept}.png`)] : [file];
};
