import type { RunSourceFault } from "@dailies/contract";
import { OutgoingError } from "../http-client/outgoing-error.ts";

/** A request to MLflow that failed. Its message is ours: what MLflow wrote, sometimes SQL, is never passed on. */
export class MlflowFault extends Error {
  readonly fault: RunSourceFault;
  constructor(fault: RunSourceFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MlflowFault";
    this.fault = fault;
  }
}

/** Undefined for errors that are not about the server. */
export const toMlflowFault = (error: unknown): MlflowFault | undefined => {
  if (error instanceof MlflowFault) return error;
  if (error instanceof OutgoingError) return new MlflowFault(error.fault, error.message, { cause: error });
  if (error instanceof DOMException && (error.name === "TimeoutError" || error.name === "AbortError")) {
    return new MlflowFault("timeout", "the response timed out", { cause: error });
  }
  return undefined;
};

/** Of a status that is not the expected one. A name that the server does not know is refused like a wrong login. */
export const faultOfStatus = (status: number, bytes: Buffer): MlflowFault => {
  if (status === 401) return new MlflowFault("login_missing", "MLflow asks for a login");
  if (status === 403 && bytes.subarray(0, 200).includes("Invalid Host header")) {
    return new MlflowFault("host_refused", "MLflow refuses the name of its host");
  }
  if (status === 403) return new MlflowFault("login_refused", "MLflow refuses this login");
  if (status === 404) return new MlflowFault("not_mlflow", "this is not an MLflow server");
  return new MlflowFault("bad_answer", `MLflow answered ${status}`);
};
