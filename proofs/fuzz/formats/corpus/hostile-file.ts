import type { FormatFaultKind } from "@dailies/formats/format-fault";
import type { Files } from "../subject.ts";

/** One hostile dataset and its expected result. */
export interface HostileFile {
  readonly subject: string;
  readonly name: string;
  readonly files: Files;
  /** "read" when it is harmless as long as nothing in it is trusted. */
  readonly expected: "read" | FormatFaultKind | readonly ("read" | FormatFaultKind)[];
}
