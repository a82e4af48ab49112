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
  if (error instanceof OutgoingError) {
    const fault = isCertificateRefused(error) ? "bad_certificate" : error.fault;
    return new RayFault(fault, error.message, { cause: error });
  }
  if (error instanceof DOMException && (error.name === "TimeoutError" || error.name === "AbortError")) {
    return new RayFault("timeout", "the response timed out", { cause: error });
  }
  return undefined;
};

/** OpenSSL's codes for a certificate of another authority or host, or of another time. */
const CERTIFICATE_CODES = /CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)|^ERR_TLS_/;

const isCertificateRefused = ({ fault, cause }: OutgoingError): boolean =>
  fault === "unreachable" && cause instanceof Error && "code" in cause && CERTIFICATE_CODES.test(String(cause.code));

/** Of a status that is not the expected one. */
export const faultOfStatus = (status: number): RayFault => {
  if (status === 401) return new RayFault("token_missing", "Ray asks for a token");
  if (status === 403) return new RayFault("token_refused", "Ray refuses this token");
  return new RayFault("bad_answer", `Ray answered ${status}`);
};
