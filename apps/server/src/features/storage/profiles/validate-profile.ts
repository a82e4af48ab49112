import { InvalidRequest, type Issue } from "../../../errors.ts";
import { OutgoingError } from "../../../platform/http-client/outgoing-error.ts";
import { isPlainHost, isPlainKey } from "../sources/storage-uri.rules.ts";
import type { StorageDeps } from "../storage-deps.ts";
import type { ProfileInput } from "./profile-record.ts";

const BARE_ADDRESS = "an address holds a plain host, no user, no password and no query";

type Secret = string | null | undefined;

/** Reports all issues at once. */
export const validateInput = (
  deps: Pick<StorageDeps, "outgoing" | "own">,
  input: ProfileInput,
  secret: Secret,
): ProfileInput => {
  const issues = [
    ...(isPlainKey(input.prefix) ? [] : [{ message: "this is not a folder of a bucket", path: ["prefix"] }]),
    ...(input.endpoint === null ? ownIssues(deps, input, secret) : foreignIssues(deps, input, input.endpoint, secret)),
  ];
  if (issues.length > 0) throw new InvalidRequest("body", issues);
  return input;
};

const ownIssues = ({ own }: Pick<StorageDeps, "own">, input: ProfileInput, secret: Secret): Issue[] => {
  const issues: Issue[] = [];
  if (input.publicEndpoint !== null) {
    issues.push({ message: "the console's own store has the console's own addresses", path: ["public_endpoint"] });
  }
  if (input.accessKeyId !== null || typeof secret === "string") {
    issues.push({ message: "the console's own store is read with the console's own keys", path: ["access_key_id"] });
  }
  // Assets have access control per asset; a profile would expose all of them.
  if (input.bucket === own.assetsBucket) {
    issues.push({ message: "the console's assets are no dataset", path: ["bucket"] });
  } else if (![own.datasetsBucket, ...own.profileBuckets].includes(input.bucket)) {
    issues.push({ message: "the operator has not opened this bucket of the console's own store", path: ["bucket"] });
  }
  return issues;
};

const foreignIssues = (
  { outgoing }: Pick<StorageDeps, "outgoing">,
  input: ProfileInput,
  endpoint: string,
  secret: Secret,
): Issue[] => {
  const issues = addressIssues(outgoing, endpoint);
  if (input.publicEndpoint !== null && !isBareAddress(input.publicEndpoint)) {
    issues.push({ message: BARE_ADDRESS, path: ["public_endpoint"] });
  }
  if (typeof secret === "string" && input.accessKeyId === null) {
    issues.push({ message: "a secret needs the id of its key", path: ["access_key_id"] });
  }
  if (typeof secret === "string" && !/^[\x21-\x7e]+$/.test(secret.trim())) {
    issues.push({ message: "a secret is one word of plain characters", path: ["secret_access_key"] });
  }
  return issues;
};

const isBareAddress = (address: string): boolean => {
  const { hostname, username, password, search, hash } = new URL(address);
  return isPlainHost(hostname) && [username, password, search, hash].every((part) => part === "");
};

const addressIssues = (outgoing: StorageDeps["outgoing"], endpoint: string): Issue[] => {
  if (!isBareAddress(endpoint)) {
    return [{ message: BARE_ADDRESS, path: ["endpoint"] }];
  }
  try {
    outgoing.checkAddress(endpoint);
    return [];
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return [{ message: error.message, path: ["endpoint"] }];
  }
};
