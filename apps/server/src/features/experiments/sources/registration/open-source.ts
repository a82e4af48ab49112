import { type RunSourceFault, type RunSourceLogin, runSourceLogin } from "@dailies/contract";
import { createMlflowClient, type MlflowClient } from "../../../../platform/mlflow/mlflow-client.ts";
import { MlflowFault, toMlflowFault } from "../../../../platform/mlflow/mlflow-fault.ts";
import type { RunSourcesDeps } from "../run-sources-deps.ts";
import type { SourceRow } from "./source.store.ts";

/** Where a source is, and what is sent there. */
export type SourceAddress = Pick<SourceRow, "id" | "address" | "sealed_login">;

/** Throws an `MlflowFault` when it was encrypted for another origin or key. */
export const openLogin = ({ box }: Pick<RunSourcesDeps, "box">, source: SourceAddress): RunSourceLogin => {
  if (source.sealed_login === null) return { kind: "none" };
  const opened = box.open({ sourceId: source.id, origin: new URL(source.address).origin }, source.sealed_login);
  return runSourceLogin.parse(JSON.parse(opened));
};

/** A client for a registered source, with its login. */
export const openSource = (
  deps: Pick<RunSourcesDeps, "box" | "outgoing">,
  source: SourceAddress,
  signal?: AbortSignal,
): MlflowClient =>
  createMlflowClient({
    outgoing: deps.outgoing,
    address: source.address,
    login: openLogin(deps, source),
    ...(signal && { signal }),
  });

export interface ConnectionCheck {
  readonly fault: RunSourceFault | null;
  readonly version: string | null;
}

/** Whether MLflow answers there, and takes the login. */
export const checkConnection = async (open: () => MlflowClient): Promise<ConnectionCheck> => {
  try {
    const client = open();
    const version = await client.readVersion();
    const { items } = await client.searchExperiments(1);
    if (version === null && items.length === 0) throw new MlflowFault("not_mlflow", "this is not an MLflow server");
    return { fault: null, version };
  } catch (error) {
    const known = toMlflowFault(error);
    if (!known) throw error;
    return { fault: known.fault, version: null };
  }
};
