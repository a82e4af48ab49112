import { safeRedirect } from "../../lib/login-redirect.ts";
import { PATHS } from "../../lib/paths.ts";

export type Landing = { kind: "route"; to: string } | { kind: "page"; address: string };

/** Where to go after signing in: a route of this page needs no reload, another path of ours does. */
export const landingOf = (redirect: string | null, { origin, pathname, search }: Location): Landing => {
  const target = safeRedirect(redirect, origin);
  if (!target) return { kind: "route", to: PATHS.start };
  const url = new URL(target, `${origin}${pathname}${search}`);
  const isThisPage = url.pathname === pathname && url.search === search;
  return isThisPage ? { kind: "route", to: url.hash.slice(1) || PATHS.start } : { kind: "page", address: target };
};
