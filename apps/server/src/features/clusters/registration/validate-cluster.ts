import { X509Certificate } from "node:crypto";
import { MAX_CLUSTERS } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { OutgoingError } from "../../../platform/http-client/outgoing-error.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { sourceAt } from "../sources/open-source.ts";
import { checkConnection, refuseFault } from "./check-connection.ts";
import { type ClusterInput, findTaken, type SealedToken } from "./cluster.store.ts";

export const NO_TOKEN: SealedToken = { sealed_token: null, token_origin: null };

export const noCluster = (): DomainError => new DomainError("not_found", "there is no such cluster");

/** How the audit log names a cluster. */
export const subjectOf = (id: string): string => `cluster:${id}`;

const refuse = (field: string, message: string) => new InvalidRequest("body", [{ message, path: [field] }]);

/** An address without user, query or fragment, and one that may be called (SSRF). */
export const validateCluster = ({ outgoing }: Pick<ClustersDeps, "outgoing">, input: ClusterInput): ClusterInput => {
  const { username, password, search, hash, href, protocol } = new URL(input.address);
  if ([username, password, search, hash].some((part) => part !== "")) {
    throw refuse("address", "an address has no user, no password, no query and no fragment");
  }
  if ((input.kind === "KubeRay") !== (input.namespace !== null)) {
    throw refuse("namespace", "a namespace is entered for KubeRay, and for nothing else");
  }
  try {
    const { isTrusted } = outgoing.checkAddress(href);
    // The token of a service account opens more than one cluster, so an operator must allow that it is sent in clear text.
    if (input.kind === "KubeRay" && protocol !== "https:" && !isTrusted) {
      throw refuse("address", "an API server is called by https; http must be allowed in DAILIES_CLUSTER_ORIGINS");
    }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw refuse("address", error.message);
  }
  return { ...input, address: href.replace(/\/$/, "") };
};

/** The certificates of a PEM text, and nothing else of it: people paste whole files, with keys in them. */
export const readCaCertificate = (pem: string): string => {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const certificate of found) new X509Certificate(certificate);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw refuse("ca_certificate", "this certificate cannot be read");
  }
  if (found.length === 0) throw refuse("ca_certificate", "enter a certificate as PEM text");
  return `${found.join("\n")}\n`;
};

export const refuseTaken = async (tx: Tx, input: ClusterInput, id: string): Promise<void> => {
  const { taken, others } = await findTaken(tx, input, id);
  if (taken === "name") throw new DomainError("conflict", `there is already a cluster called '${input.name}'`);
  if (taken === "address") throw new DomainError("conflict", "this address is already registered");
  if (others >= MAX_CLUSTERS) throw new DomainError("conflict", `at most ${MAX_CLUSTERS} clusters can be registered`);
};

interface Credentials {
  readonly token: string | null;
  readonly caCertificate: string | null;
}

/** `read` may find that the stored token cannot be opened, which is an answer like others. */
export const requireAnswer = async (
  { outgoing }: Pick<ClustersDeps, "outgoing">,
  input: ClusterInput,
  read: () => Credentials,
): Promise<void> => {
  const { fault } = await checkConnection(() => {
    const { token, caCertificate } = read();
    const connection = { outgoing, address: input.address, token, ...(caCertificate !== null && { caCertificate }) };
    return sourceAt(connection, input);
  });
  if (fault) throw refuseFault(fault);
};
