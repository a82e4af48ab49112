import { StringDecoder } from "node:string_decoder";
import { storableText, tailOf, withoutSecretValues } from "../../../platform/ray/ray-text.ts";
import { LOG_LINES } from "../polling/follow-jobs.ts";

/** As much as is kept of a log. */
const MAX_TAIL = 256 * 1024;
/** A line without an end is given out after this. */
const MAX_LINE = 32 * 1024;

export interface LogChange {
  /** `reset`: replaces what was seen before. */
  readonly kind: "reset" | "append";
  readonly text: string;
  /** Whether lines before the text were left out. */
  readonly isTruncated: boolean;
}

/**
 * The end of a log that is being followed. Secrets are removed from whole lines, because one could be cut in two by the end of
 * a chunk, so a line is given out when it is complete, or redrawn by a carriage return as progress bars do.
 */
export class LogBuffer {
  private readonly secrets: readonly string[];
  private readonly decoder = new StringDecoder("utf8");
  private text = "";
  private isTruncated = false;
  private partial = "";
  private pending = "";
  private isWhole = false;

  constructor(secrets: readonly string[]) {
    this.secrets = secrets;
  }

  push(bytes: Buffer): void {
    const all = this.partial + this.decoder.write(bytes);
    const end = Math.max(all.lastIndexOf("\n"), all.lastIndexOf("\r")) + 1;
    const cut = all.length - end > MAX_LINE ? Math.max(end, all.lastIndexOf(" ")) || all.length : end;
    this.partial = all.slice(cut);
    const clean = withoutSecretValues(all.slice(0, cut), this.secrets);
    const added = storableText(clean, clean.length);
    const { tail, isTruncated } = tailOf(this.text + added, MAX_TAIL);
    this.text = tail;
    this.isTruncated ||= isTruncated;
    this.pending += added;
    // More than a viewer could keep: it gets the end instead.
    if (this.pending.length > MAX_TAIL) [this.pending, this.isWhole] = ["", false];
  }

  /** What viewers have not seen yet; undefined when there is nothing. */
  take(): LogChange | undefined {
    if (!this.isWhole) {
      if (this.text === "") return undefined;
      [this.pending, this.isWhole] = ["", true];
      // Ray was asked for this many, and does not say whether there were more.
      this.isTruncated ||= this.text.split("\n").length > LOG_LINES;
      return this.whole();
    }
    if (this.pending === "") return undefined;
    const text = this.pending;
    this.pending = "";
    return { kind: "append", text, isTruncated: false };
  }

  /** For a viewer who comes later: what the others have seen so far. */
  whole(): LogChange {
    return { kind: "reset", text: this.text, isTruncated: this.isTruncated };
  }
}
