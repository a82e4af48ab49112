import type { ChangePermissions, MatrixRow } from "@dailies/contract";
import { useState } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { type Changes, countChanges, type Moved, rebase, toBody } from "./changes.rules.ts";

export interface SaveOptions<Row extends MatrixRow> {
  changes: Changes<Row>;
  setChanges: (changes: Changes<Row>) => void;
  save: (body: ChangePermissions) => Promise<unknown>;
  /** Refetches the user. */
  reread: (row: Row) => Promise<Row | undefined>;
  onSaved: (count: number) => void;
}

const NOBODY: ReadonlyMap<string, Moved> = new Map();
const AT_ONCE = 6;

const rereadAll = async <Row extends MatrixRow>(
  rows: readonly Row[],
  reread: (row: Row) => Promise<Row | undefined>,
): Promise<Row[]> => {
  const fresh: Row[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = await Promise.all(rows.slice(from, from + AT_ONCE).map(reread));
    fresh.push(...some.filter((row) => row !== undefined));
  }
  return fresh;
};

/** Saves all changes or none. On a conflict the changes are rebased onto the newest state. */
export const useSaveChanges = <Row extends MatrixRow>(options: SaveOptions<Row>) => {
  const { changes, setChanges, save, reread, onSaved } = options;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [moved, setMoved] = useState(NOBODY);

  const recover = async (reason: unknown): Promise<void> => {
    if (!(reason instanceof ApiError) || reason.code !== "conflict") return setError(reason);
    const people = [...changes.values()].map(({ row }) => row);
    const rebased = rebase(changes, await rereadAll(people, reread));
    // Nobody else changed anything, so it is another error; show its own message.
    if (rebased.moved.size === 0) return setError(reason);
    setMoved(rebased.moved);
    setChanges(rebased.changes);
  };

  const run = async (reason: string): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    setMoved(NOBODY);
    try {
      await save(toBody(changes, reason));
      onSaved(countChanges(changes));
    } catch (failure) {
      await recover(failure).catch(setError);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, error, moved, run };
};
