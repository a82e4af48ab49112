import type { z } from "zod";
import type { Access } from "../access.ts";
import { ERROR_STATUS, type ErrorCode, errorReply } from "../errors.ts";
import { changesState, type Route } from "../kit.ts";
import { type Json, markedSchema } from "./components.ts";
import type { NameOf } from "./schema-names.ts";

const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, string>> = {
  malformed: "The request could not be read.",
  not_signed_in: "There is no valid session or signature.",
  not_allowed: "The caller may not do this, or the request comes from another origin.",
  stale_sign_in: "The caller has to prove again who they are: POST /api/auth/confirm_identity, then the same call.",
  second_factor_needed: "The account has to set up a second factor before it can do anything else.",
  not_found: "There is no such thing, or the caller may not know of it.",
  method_not_allowed: "The path exists for other methods; Allow names them.",
  conflict: "The state does not allow it, often because somebody else was faster.",
  too_large: "The body is larger than allowed.",
  unsupported_media_type: "The body has another content type than the operation takes.",
  invalid: "A parameter or the body breaks its schema or a rule; `detail` lists what and where.",
  throttled: "Too many requests; Retry-After says when to try again.",
  internal: "An unexpected error; `request_id` finds it in the log.",
  upstream_failed: "A service behind the console failed.",
  unavailable: "The console is busy or a part of it is down; try again later.",
};

const RETRY_CODES: ReadonlySet<ErrorCode> = new Set(["throttled", "unavailable"]);
const RETRY_AFTER = { "Retry-After": { description: "Seconds to wait, when known.", schema: { type: "integer" } } };

const BODY_REFUSALS = ["malformed", "too_large"] as const;

const needsRight = (access: Access): boolean => access !== "public" && access !== "signed-in";

/** Error codes implied by the shape of a route, plus those it declares. */
export const refusalsOf = (route: Route): ErrorCode[] => {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  if (route.access !== "public") codes.add("not_signed_in");
  if (needsRight(route.access) || changesState(route)) codes.add("not_allowed");
  if (route.freshSignIn) codes.add("stale_sign_in");
  if (route.params || route.query || route.body || route.form) codes.add("invalid");
  if (route.method !== "GET") for (const code of BODY_REFUSALS) codes.add(code);
  if (route.method !== "GET" && !route.rawBytes) codes.add("unsupported_media_type");
  codes.add("unavailable");
  return [...codes].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
};

/** `not_found` → `NotFound`; two codes with one status → `NotAllowedOrStaleSignIn` */
const responseName = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => code.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())).join("Or");

interface ErrorResponse {
  readonly status: number;
  readonly name: string;
  readonly codes: readonly ErrorCode[];
  /** The form of their own in which handlers of the route refuse; the edge refuses as everywhere. */
  readonly own: { readonly contentType: string; readonly schema: z.ZodType } | undefined;
}

const statusOf = ([code]: readonly ErrorCode[]): number => (code ? ERROR_STATUS[code] : 0);

/** The refusals of a route, one response for each status. */
const responsesOf = (route: Route, nameOf: NameOf): ErrorResponse[] => {
  const { refusal, contentType = "" } = route.raw ?? {};
  return [...Map.groupBy(refusalsOf(route), (code) => ERROR_STATUS[code]).values()].map((codes) => {
    const isOwn = codes.some((code) => route.errors?.includes(code));
    const own = refusal && isOwn ? { contentType, schema: refusal } : undefined;
    const name = own ? `${responseName(codes)}As${nameOf(own.schema)}` : responseName(codes);
    return { status: statusOf(codes), name, codes, own };
  });
};

export const errorResponses = (route: Route, nameOf: NameOf): Json =>
  Object.fromEntries(
    responsesOf(route, nameOf).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  );

/** One response for each error code of the given routes, and for codes of one route that share their status. */
export const errorComponents = (routes: readonly Route[], nameOf: NameOf): Json => {
  const used = new Map(routes.flatMap((route) => responsesOf(route, nameOf)).map((one) => [one.name, one]));
  return Object.fromEntries(
    [...used.values()]
      .sort((a, b) => a.status - b.status || a.codes.length - b.codes.length)
      .map(({ name, codes, own }) => [
        name,
        {
          description: codes.map((code) => `${code}: ${ERROR_DESCRIPTIONS[code]}`).join(" "),
          ...(codes.some((code) => RETRY_CODES.has(code)) && { headers: RETRY_AFTER }),
          content: {
            "application/json": { schema: markedSchema(errorReply, "output", nameOf) },
            ...(own && { [own.contentType]: { schema: markedSchema(own.schema, "output", nameOf) } }),
          },
        },
      ]),
  );
};
