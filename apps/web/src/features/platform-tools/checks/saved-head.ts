import { operationLogRoutes } from "@dailies/contract";
import type { KnownHead } from "../../../shared/history-chain/use-chain-walk.ts";

const known = operationLogRoutes.verifyOperations.body.shape.known;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so not a head; the caller reports it.
    return undefined;
  }
};

const asHead = (value: unknown): KnownHead | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const { seq, hash, head } = value as Record<string, unknown>;
  return head === undefined ? known.safeParse({ seq, hash }).data : asHead(head);
};

/** Parses a head as downloaded here or saved by the nightly job, or the last line of an export. */
export const readSavedHead = (text: string): KnownHead | undefined =>
  asHead(parse(text)) ?? asHead(parse(text.trimEnd().split("\n").at(-1) ?? ""));
