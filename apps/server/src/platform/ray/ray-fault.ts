import type { ClusterFault } from "@dailies/contract";
import { OutgoingError } from "../http-client/outgoing-error.ts";

/** A request to Ray that failed. Its message is ours: what Ray wrote, often a Python traceback, is never passed on. */
export class RayFault extends Error {
  readonly fault: ClusterFault;
  constructor(fault: ClusterFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RayFault";
    this.fault = fault;
  }
}

/** Undefined for errors that are not about the cluster. */
export const toRayFault = (error: unknown): RayFault | undefined => {
  if (error instanceof RayFault) return error;
  if (error instanceof OutgoingError) return new RayFault(error.fault, error.message, { cause: error });
  if (error instanceof DOMException && (error.name === "TimeoutError" || error.name === "AbortError")) {
    return new RayFault("timeout", "the response timed out", { cause: error });
  }
  return undefined;
};

/** Of a status that is not the expected one. */
export const faultOfStatus = (status: number): RayFault => {
  if (status === 401) return new RayFault("token_missing", "Ray asks for a token");
  if (status === 403) return new RayFault("token_refused", "Ray refuses this token");
  return new RayFault("bad_answer", `Ray answered ${status}`);
};
