import type { ByteSource } from "@dailies/formats/byte-source";
import { memorySource } from "@dailies/formats/memory-source";
import { type Files, PREFIX } from "./subject.ts";

/** Existing files that must never be requested. */
const BAIT = ["secret.txt", "other/secret.txt", "set-beside/secret.txt", "etc/passwd"];

export interface WatchedSource extends ByteSource {
  /** Requests that no reader may make. */
  readonly astray: string[];
  readonly requests: () => number;
}

const MOST_BYTES_AT_ONCE = 134_217_728;

const isAstray = (object: string, begin: number, end: number): boolean => {
  const isOutside = !object.startsWith(PREFIX) || object.split("/").includes("..") || object.includes("\\");
  const isNoRange = !(Number.isSafeInteger(begin) && Number.isSafeInteger(end) && begin >= 0 && begin <= end);
  return isOutside || isNoRange || end - begin > MOST_BYTES_AT_ONCE;
};

/** A source limited to one prefix that records every request beyond it. */
export const watchedSource = (files: Files, look: () => void): WatchedSource => {
  const bait = BAIT.map((name) => [name, new TextEncoder().encode("not for you")] as const);
  const inner = memorySource(new Map([...bait, ...files]));
  const astray: string[] = [];
  let requests = 0;
  const note = (object: string, begin: number, end: number): void => {
    requests += 1;
    look();
    if (isAstray(object, begin, end)) astray.push(`${object} ${begin}–${end}`);
  };
  return {
    astray,
    requests: () => requests,
    read: (object, begin, end, signal) => {
      note(object, begin, end);
      return inner.read(object, begin, end, signal);
    },
    size: (object, signal) => {
      note(object, 0, 0);
      return inner.size(object, signal);
    },
  };
};
