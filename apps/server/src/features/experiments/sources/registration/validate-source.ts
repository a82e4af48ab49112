import { MAX_RUN_SOURCES, type RunSourceFault, type RunSourceLogin } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../../errors.ts";
import type { Tx } from "../../../../platform/db/database.ts";
import { OutgoingError } from "../../../../platform/http-client/outgoing-error.ts";
import { createMlflowClient } from "../../../../platform/mlflow/mlflow-client.ts";
import type { RunSourcesDeps } from "../run-sources-deps.ts";
import { checkConnection } from "./open-source.ts";
import { findTaken, type SourceInput } from "./source.store.ts";

export const noSource = (): DomainError => new DomainError("not_found", "there is no such source of runs");

/** How the audit log names a source. */
export const subjectOf = (id: string): string => `run-source:${id}`;

/** The address of a server without user, query or fragment, and one that may be called (SSRF). */
export const validateSource = ({ outgoing }: Pick<RunSourcesDeps, "outgoing">, input: SourceInput): SourceInput => {
  const refuse = (message: string) => new InvalidRequest("body", [{ message, path: ["address"] }]);
  const { username, password, search, hash, href } = new URL(input.address);
  if ([username, password, search, hash].some((part) => part !== "")) {
    throw refuse("an address has no user, no password, no query and no fragment");
  }
  try {
    outgoing.checkAddress(href);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw refuse(error.message);
  }
  return { ...input, name: input.name.trim(), address: href.replace(/\/$/, "") };
};

export const refuseTaken = async (tx: Tx, input: SourceInput, id: string): Promise<void> => {
  const { taken, others } = await findTaken(tx, input, id);
  if (taken === "name") throw new DomainError("conflict", `there is already a source called '${input.name}'`);
  if (taken === "address") throw new DomainError("conflict", "this address is already registered");
  if (others >= MAX_RUN_SOURCES) {
    throw new DomainError("conflict", `at most ${MAX_RUN_SOURCES} sources can be registered`);
  }
};

const SENTENCES: Readonly<Record<RunSourceFault, string>> = {
  unreachable: "nothing answers at this address",
  timeout: "this address did not answer within five seconds",
  forbidden_address: "this address is not allowed; an operator must list it in DAILIES_RUN_SOURCE_ORIGINS",
  login_missing: "the server asks for a login",
  login_refused: "the server refuses this login",
  host_refused: "the server refuses the name in this address; it must be started with --allowed-hosts",
  not_mlflow: "something answers at this address, but it is not an MLflow server",
  too_large: "the server's answer is too large",
  bad_answer: "the server's answer could not be read",
  login_lost: "the stored login can no longer be opened, enter it again",
};

/** `readLogin` may find that the stored login cannot be opened, which is an answer like others. */
export const requireAnswer = async (
  { outgoing }: Pick<RunSourcesDeps, "outgoing">,
  { address }: SourceInput,
  readLogin: () => RunSourceLogin,
): Promise<void> => {
  const { fault } = await checkConnection(() => createMlflowClient({ outgoing, address, login: readLogin() }));
  // A conflict and no failure of the console: the caller named this address and login.
  if (fault) throw new DomainError("conflict", SENTENCES[fault]);
};
