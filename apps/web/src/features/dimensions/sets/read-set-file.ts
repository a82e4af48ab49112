import { type TemplateFile, templateFile } from "@dailies/contract";

export type SetFile =
  | { kind: "file"; file: TemplateFile }
  | { kind: "not-json" }
  | { kind: "not-a-set"; faults: readonly { place: string; message: string }[] };

const MAX_FAULTS = 12;

/** Parses a file; reports immediately what the server would reject. */
export const readSetFile = (words: string): SetFile => {
  let json: unknown;
  try {
    json = JSON.parse(words);
  } catch {
    return { kind: "not-json" };
  }
  const parsed = templateFile.safeParse(json);
  if (parsed.success) return { kind: "file", file: parsed.data };
  const faults = parsed.error.issues
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => ({ place: path.join(".") || "file", message }));
  return { kind: "not-a-set", faults };
};
