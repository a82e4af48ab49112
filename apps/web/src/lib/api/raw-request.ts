import { ApiError } from "./api-error.ts";
import { usernameHeader } from "./calls.ts";

/** The error of a refused download, media file or event stream. */
export const refusalOf = async (response: Response, address: string): Promise<ApiError> => {
  // A proxy may respond with its own HTML page; it has no message to show.
  const reply: unknown = await response.json().catch(() => undefined);
  const { code, detail } = (typeof reply === "object" && reply !== null ? reply : {}) as Record<string, unknown>;
  const requestId = response.headers.get("x-request-id");
  return new ApiError({
    status: response.status,
    code: String(code ?? "unknown"),
    detail,
    ...(requestId !== null && { requestId }),
    method: "GET",
    path: new URL(address, window.location.origin).pathname,
  });
};

/**
 * Throws the refusal of a file that the browser would load itself, and so could not report. Stops at the response's head; a
 * redirect to object storage counts as success.
 */
export const checkFile = async (address: string, headers: Record<string, string> = {}): Promise<void> => {
  const stop = new AbortController();
  const sent = { ...usernameHeader(), ...headers };
  const response = await fetch(address, { headers: sent, redirect: "manual", signal: stop.signal }).catch(() => {
    throw new ApiError({ status: 0, code: "network", method: "GET", path: address.split("?", 1)[0] ?? "" });
  });
  if (!response.ok && response.type !== "opaqueredirect") throw await refusalOf(response, address);
  stop.abort();
};
