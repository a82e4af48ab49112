import type { FastifyRequest } from "fastify";
import { DomainError } from "../../errors.ts";

/**
 * The protection against cross-site request forgery (CSRF).
 * Why a state-changing request may have been made by another site, if so. Browsers say where a request comes from in
 * `Sec-Fetch-Site`; one that does not must at least send an `Origin` of ours. A GET is held to `same-origin` alone:
 * `none` would let a link in a mail sign people out.
 */
export const foreignOriginFault = (
  { method, headers }: Pick<FastifyRequest, "method" | "headers">,
  origins: ReadonlySet<string>,
): DomainError | undefined => {
  const site = headers["sec-fetch-site"];
  const isOurs =
    site === undefined
      ? headers.origin !== undefined && origins.has(headers.origin)
      : site === "same-origin" || (site === "none" && method !== "GET");
  return isOurs ? undefined : new DomainError("not_allowed", "this request did not come from the console");
};
