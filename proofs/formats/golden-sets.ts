import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { memorySource } from "@dailies/formats/memory-source";

const GOLDEN = path.join(import.meta.dirname, "golden");

/** A Python value in lossless form, written by `write_golden.py`. */
export type PythonValue =
  | { readonly plain: string | boolean | null }
  | { readonly number: string }
  | { readonly decimal: string }
  | { readonly bytes: string }
  | { readonly image: string }
  | { readonly pixels: string; readonly width: number; readonly height: number; readonly mode: string }
  | { readonly array: string; readonly shape: readonly number[]; readonly values: readonly { number: string }[] }
  | { readonly pickle: number }
  | { readonly list: readonly PythonValue[] }
  | { readonly dict: readonly (readonly [string, PythonValue])[] };

export interface Expected {
  readonly encodings: Readonly<Record<string, string>>;
  readonly samples: readonly Readonly<Record<string, PythonValue>>[];
  readonly rows: readonly Readonly<Record<string, PythonValue>>[];
}

export const readExpected = (): Expected =>
  JSON.parse(readFileSync(path.join(GOLDEN, "expected.json"), "utf8")) as Expected;

export const readGoldenFiles = (name: string): Map<string, Uint8Array> => {
  const folder = path.join(GOLDEN, name);
  return new Map(
    readdirSync(folder).map((file) => [`${name}/${file}`, new Uint8Array(readFileSync(path.join(folder, file)))]),
  );
};

export const openGolden = (name: string) => memorySource(readGoldenFiles(name));
