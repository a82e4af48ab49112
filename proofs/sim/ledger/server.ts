// A database in miniature: each movement is a transaction that waits for the account's lock, works, commits and is
// answered, and between any two of these steps others may move, or everything may crash.

import type { MoveResult } from "../../../apps/server/src/features/credits/ledger/ledger.store.ts";
import { type Applied, apply, openAccount } from "../../../apps/server/src/features/credits/ledger/ledger-model.ts";
import type { AccountMove, LedgerState } from "../../../apps/server/src/features/credits/ledger/ledger-steps.ts";

export interface Request {
  readonly caller: number;
  readonly account: number;
  readonly move: AccountMove;
}

/** The outcome of a request, at the time it was decided. */
export interface Decided {
  readonly request: Request;
  readonly nowMs: number;
  readonly before: LedgerState | undefined;
  readonly after: LedgerState | undefined;
  readonly result: MoveResult;
}

export interface Answer {
  readonly request: Request;
  readonly result: MoveResult;
}

interface Transaction {
  readonly request: Request;
  phase: "waiting" | "locked" | "worked" | "committed";
  nowMs: number;
  applied: Applied;
}

interface Account {
  state: LedgerState;
  lockedBy: Transaction | undefined;
}

export interface LedgerServer {
  readonly open: (account: number) => void;
  readonly stateOf: (account: number) => LedgerState | undefined;
  readonly send: (request: Request) => void;
  /** Number of transactions that can proceed now. */
  readonly countReady: () => number;
  /** Advances one of them by a step; returns the reply after its last step. */
  readonly advance: (which: number) => Answer | undefined;
  /** Rolls back what was not committed and drops pending replies; returns the requests that will get none. */
  readonly crash: () => readonly Request[];
}

const NOTHING: Applied = { state: undefined, result: { outcome: "no_account" } };

export const createLedgerServer = (readClock: () => number, onDecided: (decided: Decided) => void): LedgerServer => {
  const accounts = new Map<number, Account>();
  let transactions: Transaction[] = [];
  const stateOf = (account: number): LedgerState | undefined => accounts.get(account)?.state;

  const isReady = (tx: Transaction): boolean => {
    if (tx.phase !== "waiting") return true;
    return accounts.get(tx.request.account)?.lockedBy === undefined;
  };

  const lock = (tx: Transaction): void => {
    const account = accounts.get(tx.request.account);
    if (!account) {
      tx.nowMs = readClock();
      tx.phase = "worked";
      return;
    }
    account.lockedBy = tx;
    tx.phase = "locked";
  };

  const work = (tx: Transaction): void => {
    tx.nowMs = readClock();
    tx.applied = apply(stateOf(tx.request.account), tx.request.move, tx.nowMs);
    tx.phase = "worked";
  };

  const commit = (tx: Transaction): void => {
    const { request, nowMs, applied } = tx;
    const account = applied.state && accounts.get(request.account);
    const before = account?.state;
    if (account && applied.state) account.state = applied.state;
    if (account?.lockedBy === tx) account.lockedBy = undefined;
    onDecided({ request, nowMs, before, after: account?.state, result: applied.result });
    tx.phase = "committed";
  };

  const finish = (tx: Transaction): void => {
    transactions = transactions.filter((one) => one !== tx);
  };

  const advance = (tx: Transaction): Answer | undefined => {
    switch (tx.phase) {
      case "waiting":
        lock(tx);
        return undefined;
      case "locked":
        work(tx);
        return undefined;
      case "worked":
        commit(tx);
        return undefined;
      case "committed":
        finish(tx);
        return { request: tx.request, result: tx.applied.result };
    }
  };

  return {
    open: (account) => {
      if (!accounts.has(account)) accounts.set(account, { state: openAccount(), lockedBy: undefined });
    },
    stateOf,
    send: (request) => {
      transactions.push({ request, phase: "waiting", nowMs: 0, applied: NOTHING });
    },
    countReady: () => transactions.filter(isReady).length,
    advance: (which) => {
      const tx = transactions.filter(isReady)[which];
      return tx && advance(tx);
    },
    crash: () => {
      const lost = transactions.map(({ request }) => request);
      transactions = [];
      for (const account of accounts.values()) account.lockedBy = undefined;
      return lost;
    },
  };
};
