import { hash } from "node:crypto";
import { z } from "zod";
import { DomainError } from "../../../../errors.ts";

const content = z.tuple([
  /** Hash of the query that the cursor belongs to. */
  z.string(),
  z.int().nonnegative(),
  z.int().nonnegative(),
]);

/** A keyset cursor: where the page ended. Versions are immutable, so it stays valid. */
export interface PageCursor {
  readonly offset: number;
  readonly lastOrdinal: number;
}

const digestOf = (question: string): string => hash("sha256", question, "base64url").slice(0, 16);

export const writeCursor = (question: string, { offset, lastOrdinal }: PageCursor): string =>
  Buffer.from(JSON.stringify([digestOf(question), offset, lastOrdinal])).toString("base64url");

export const readCursor = (question: string, cursor: string): PageCursor => {
  const parsed = content.safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
  if (!parsed.success || parsed.data[0] !== digestOf(question))
    throw new DomainError("invalid", "this cursor belongs to a different query");
  const [, offset, lastOrdinal] = parsed.data;
  return { offset, lastOrdinal };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
