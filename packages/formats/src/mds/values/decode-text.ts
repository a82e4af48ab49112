import { FormatFault } from "../../format-fault.ts";
import { parsePythonJson } from "../../python-json.ts";
import type { MdsValue } from "./mds-value.ts";
import { decodeUtf8 } from "./parse-text.ts";

/** Python's own limit; parsing time grows faster than the number of digits. */
const MAX_DIGITS = 4300;
const INTEGER = /^\s*[+-]?\d+\s*$/;
const FLOAT = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const NOT_FINITE = /^\s*([+-]?)(?:inf(?:inity)?|(nan))\s*$/i;
const DECIMAL_NAN = /^[+-]?s?nan\d*$/i;

const refuse = (message: string): never => {
  throw new FormatFault("malformed", message);
};

const readDigits = (bytes: Uint8Array): string =>
  bytes.length > MAX_DIGITS ? refuse("the number has too many digits") : decodeUtf8(bytes);

export const decodeIntegerText = (bytes: Uint8Array): MdsValue => {
  const text = readDigits(bytes);
  if (!INTEGER.test(text)) return refuse("the text is not a whole number");
  return { kind: "integer", value: BigInt(text.trim().replace(/^\+/, "")) };
};

export const decodeFloatText = (bytes: Uint8Array): MdsValue => {
  const text = readDigits(bytes);
  const odd = NOT_FINITE.exec(text);
  if (odd !== null) {
    const infinite = odd[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return { kind: "float", value: odd[2] === undefined ? infinite : Number.NaN };
  }
  return FLOAT.test(text) ? { kind: "float", value: Number(text) } : refuse("the text is not a number");
};

/** Kept as text: JavaScript has no exact decimal type. */
export const decodeDecimalText = (bytes: Uint8Array): MdsValue => {
  const text = readDigits(bytes);
  const isDecimal = FLOAT.test(text) || NOT_FINITE.test(text) || DECIMAL_NAN.test(text);
  return isDecimal ? { kind: "decimal", text } : refuse("the text is not a decimal");
};

export const decodeJson = (bytes: Uint8Array): MdsValue => {
  const text = decodeUtf8(bytes);
  return { kind: "json", text, value: parsePythonJson(text) };
};
