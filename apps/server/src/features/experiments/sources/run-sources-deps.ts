import type { RunSourceLogin } from "@dailies/contract";
import type { Clock } from "../../../platform/clock.ts";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";
import type { SealedColumn } from "../../../platform/crypto/sealed-column.ts";
import { createSecretBox, type SecretBox } from "../../../platform/crypto/secret-box.ts";
import type { SecretKeys } from "../../../platform/crypto/secret-keys.ts";
import type { Db } from "../../../platform/db/database.ts";
import { createOutgoing, type Outgoing } from "../../../platform/http-client/outgoing.ts";
import { MLFLOW_TIMEOUT_MS } from "../../../platform/mlflow/mlflow-client.ts";
import { MlflowFault } from "../../../platform/mlflow/mlflow-fault.ts";

/** The source of a login and the origin it may be sent to. */
interface LoginOwner {
  readonly sourceId: string;
  readonly origin: string;
}

export const runSourceLogins: SealedColumn = {
  purpose: "run source login",
  table: "run_source",
  column: "sealed_login",
  boundTo: ["id", "login_origin"],
};

export interface RunSourcesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly box: SecretBox<LoginOwner>;
  readonly outgoing: Outgoing;
  /** Points that pages ask for are fetched a few at a time, whatever the number of pages. */
  readonly fetches: BoundedQueue;
}

export interface OpenedRunSources extends RunSourcesDeps {
  readonly close: () => void;
}

const FETCHES = { running: 6, waiting: 200, ofOnePerson: { running: 4, waiting: 150 } };

/** Connects to nothing before the first request. */
export const openRunSources = (options: {
  readonly db: Db;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
  /** Private origins that the operator has allowed. */
  readonly trustedOrigins: readonly string[];
}): OpenedRunSources => {
  const limits = { connectMs: MLFLOW_TIMEOUT_MS, answerMs: MLFLOW_TIMEOUT_MS, idleMs: MLFLOW_TIMEOUT_MS };
  // A redirect leads to a login page, and would take the login along.
  const outgoing = createOutgoing({ trustedOrigins: options.trustedOrigins, ...limits, maxRedirects: 0 });
  const box = createSecretBox<LoginOwner>(options.secretKeys, {
    purpose: runSourceLogins.purpose,
    about: ({ sourceId, origin }) => [sourceId, origin],
    refuse: (cause) => new MlflowFault("login_lost", "the login of this source can no longer be opened", { cause }),
  });
  const fetches = new BoundedQueue(FETCHES);
  return { db: options.db, clock: options.clock, box, outgoing, fetches, close: outgoing.close };
};

export interface SealedLogin {
  readonly login_kind: RunSourceLogin["kind"];
  readonly sealed_login: Buffer | null;
  readonly login_origin: string | null;
}

export const NO_LOGIN: SealedLogin = { login_kind: "none", sealed_login: null, login_origin: null };

/** Encrypted for its source and origin: it cannot be decrypted in another row or after the address changed. */
export const sealLogin = (
  { box }: Pick<RunSourcesDeps, "box">,
  owner: LoginOwner,
  login: RunSourceLogin,
): SealedLogin =>
  login.kind === "none"
    ? NO_LOGIN
    : { login_kind: login.kind, sealed_login: box.seal(owner, JSON.stringify(login)), login_origin: owner.origin };
