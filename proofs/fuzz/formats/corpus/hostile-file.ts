import type { FormatFaultKind } from "@dailies/formats/format-fault";
import type { Files } from "../subject.ts";

/** One hostile set and what has to become of it. */
export interface HostileFile {
  readonly subject: string;
  readonly name: string;
  readonly files: Files;
  /** "read" where it is harmless once nothing in it is believed. */
  readonly expected: "read" | FormatFaultKind | readonly ("read" | FormatFaultKind)[];
}
