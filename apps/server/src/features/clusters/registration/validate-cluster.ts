import { MAX_CLUSTERS } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { OutgoingError } from "../../../platform/http-client/outgoing-error.ts";
import { createRayClient } from "../../../platform/ray/ray-client.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { checkConnection, refuseFault } from "./check-connection.ts";
import { type ClusterInput, findTaken, type SealedToken } from "./cluster.store.ts";

export const NO_TOKEN: SealedToken = { sealed_token: null, token_origin: null };

export const noCluster = (): DomainError => new DomainError("not_found", "there is no such cluster");

/** How the audit log names a cluster. */
export const subjectOf = (id: string): string => `cluster:${id}`;

/** The address of a dashboard without user, query or fragment, and one that may be called (SSRF). */
export const validateCluster = ({ outgoing }: Pick<ClustersDeps, "outgoing">, input: ClusterInput): ClusterInput => {
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
  return { ...input, address: href.replace(/\/$/, "") };
};

export const refuseTaken = async (tx: Tx, input: ClusterInput, id: string): Promise<void> => {
  const { taken, others } = await findTaken(tx, input, id);
  if (taken === "name") throw new DomainError("conflict", `there is already a cluster called '${input.name}'`);
  if (taken === "address") throw new DomainError("conflict", "this address is already registered");
  if (others >= MAX_CLUSTERS) throw new DomainError("conflict", `at most ${MAX_CLUSTERS} clusters can be registered`);
};

/** `readToken` may find that the stored token cannot be opened, which is an answer like others. */
export const requireAnswer = async (
  { outgoing }: Pick<ClustersDeps, "outgoing">,
  { address }: ClusterInput,
  readToken: () => string | null,
): Promise<void> => {
  const { fault } = await checkConnection(() => createRayClient({ outgoing, address, token: readToken() }));
  if (fault) throw refuseFault(fault);
};
