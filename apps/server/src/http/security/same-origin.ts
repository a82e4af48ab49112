import type { FastifyRequest } from "fastify";
import { DomainError } from "../../errors.ts";

/**
 * The protection against cross-site request forgery (CSRF). Returns why a state-changing request may come from another site,
 * if so. Browsers send `Sec-Fetch-Site`; without it, an `Origin` of ours is required. A GET must be `same-origin`: `none`
 * would let a link in a mail sign users out.
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
  if (isOurs) return undefined;
  return new DomainError("not_allowed", "this request did not come from the console", { loggedAs: "foreign_request" });
};
