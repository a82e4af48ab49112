import type { JailOutcome } from "../../../platform/sandbox/media-jail.ts";
import { MAX_STREAMS } from "./media-limits.ts";

/** A permanent fault of the file: a retry would find it again. */
export interface Refusal {
  readonly verdict: string;
  /** An overloaded machine can cause this too, so it is worth a retry. */
  readonly isPerhapsOurs?: boolean;
}

export const refuse = (verdict: string): Refusal => ({ verdict });

export const isRefusal = (value: object): value is Refusal => "verdict" in value;

const NOT_ALLOWED = /Codec \((\w+)\) not on whitelist/;
/** Exit codes above this mean that a signal killed the program, as reported by its parent in the sandbox. */
const KILLED_FROM = 128;

/** For the probe only. While thumbnails are made, unused streams stay closed, and the same message is no error. */
export const codecRefusalOf = ({ exitCode, stderr }: JailOutcome): Refusal | undefined => {
  const codec = exitCode === 0 ? undefined : NOT_ALLOWED.exec(stderr)?.[1];
  return codec === undefined ? undefined : refuse(`it uses the codec ${codec}, which is not supported`);
};

/** Why a sandboxed program failed; undefined when it succeeded. */
export const refusalOf = ({ exitCode, isTimedOut, stderr }: JailOutcome): Refusal | undefined => {
  if (exitCode === 0) return undefined;
  if (isTimedOut) return { verdict: "checking it took too long", isPerhapsOurs: true };
  if (exitCode === null || exitCode > KILLED_FROM) return refuse("checking the file exceeds the time or memory limit");
  if (/exceeds max_streams/.test(stderr)) return refuse(`it has more than ${MAX_STREAMS} streams`);
  if (/Cannot allocate memory/.test(stderr)) return refuse("checking the file exceeds the memory limit");
  return refuse("the file is damaged or incomplete");
};
