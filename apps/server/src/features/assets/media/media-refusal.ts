import type { JailOutcome } from "../../../platform/sandbox/media-jail.ts";
import { MAX_STREAMS } from "./media-limits.ts";

/** A fault of the file itself: it would be found again however often we looked. */
export interface Refusal {
  readonly verdict: string;
  /** A busy machine looks like this as well. */
  readonly isPerhapsOurs?: boolean;
}

export const refuse = (verdict: string): Refusal => ({ verdict });

export const isRefusal = (value: object): value is Refusal => "verdict" in value;

const NOT_ALLOWED = /Codec \((\w+)\) not on whitelist/;
/** Of a program that a signal ended, as its parent inside the jail reports it. */
const KILLED_FROM = 128;

/** Of the probe only: when pictures are drawn, the other streams stay closed, which is no fault. */
export const codecRefusalOf = ({ exitCode, stderr }: JailOutcome): Refusal | undefined => {
  const codec = exitCode === 0 ? undefined : NOT_ALLOWED.exec(stderr)?.[1];
  return codec === undefined ? undefined : refuse(`it uses the codec ${codec}, which is not supported`);
};

/** Why a program in the jail did not do its work; undefined when it did. */
export const refusalOf = ({ exitCode, isTimedOut, stderr }: JailOutcome): Refusal | undefined => {
  if (exitCode === 0) return undefined;
  if (isTimedOut) return { verdict: "checking it took too long", isPerhapsOurs: true };
  if (exitCode === null || exitCode > KILLED_FROM) return refuse("checking the file exceeds the time or memory limit");
  if (/exceeds max_streams/.test(stderr)) return refuse(`it has more than ${MAX_STREAMS} streams`);
  if (/Cannot allocate memory/.test(stderr)) return refuse("checking the file exceeds the memory limit");
  return refuse("the file is damaged or incomplete");
};
