import { FormatFault } from "../../format-fault.ts";
import { parsePythonJson } from "../../python-json.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const decodeUtf8 = (bytes: Uint8Array, at?: number): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new FormatFault("malformed", "the text is not UTF-8", at);
  }
};

export const parseText = (bytes: Uint8Array, at?: number): unknown => parsePythonJson(decodeUtf8(bytes, at), at);
