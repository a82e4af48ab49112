import { z } from "zod";
import type { Access } from "./access.ts";
import type { ErrorCode } from "./errors.ts";

export type FreshSignIn = "always" | "sometimes";

interface RouteCommon {
  path: `/api/${string}` | `/api_v1/${string}`;
  access: Access;
  /**
   * A proof of identity older than five minutes is refused with `stale_sign_in`: by every call, or only by those that reach
   * above a limit or touch a right, as the summary says.
   */
  freshSignIn?: FreshSignIn;
  /** Open to an account that still has to set up its required second factor. */
  beforeSecondFactor?: true;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Error codes beyond those every route of this shape can return. */
  errors?: readonly ErrorCode[];
  /** A GET with side effects: accepts same-origin requests only, like a POST. */
  changesState?: true;
  /** Its answer takes long to make: each person has few of them at a time, and they are made beside all others. */
  isCostly?: true;
  /** Answered with all others, but one person has so many of them under way at a time, and the others wait unread. */
  atOnce?: number;
}

/** A route with a JSON reply, validated by its schema. */
export interface JsonRoute extends RouteCommon {
  method: "GET" | "POST" | "DELETE";
  body?: z.ZodType;
  /** For the few routes that accept a whole text file; all others share one limit. */
  maxBodyBytes?: number;
  reply: z.ZodType;
  raw?: never;
  form?: never;
  rawBytes?: never;
}

/** A stream, download or upload: the handler writes the response itself. */
export interface RawRoute extends RouteCommon {
  /** PUT and PATCH are for standards that fix their methods. */
  method: JsonRoute["method"] | "PUT" | "PATCH";
  raw: {
    status: number;
    contentType: string;
    /** Of the refusals that the handler writes itself, in its content type; the edge refuses as everywhere. */
    refusal?: z.ZodType;
  };
  /** Accepts multipart/form-data instead of JSON: one file named `file`, plus these fields. */
  form?: z.ZodObject;
  /**
   * Accepts the raw body bytes, whatever their content type: from an external sender, whose signature covers exactly these
   * bytes or is among them, or from browsers of their own accord. Our pages never call it, so it may come from anywhere.
   */
  rawBytes?: { max: number };
  body?: never;
  reply?: never;
}

export type Route = JsonRoute | RawRoute;
export type Routes = Record<string, Route>;

export const defineRoutes = <const T extends Routes>(routes: T): T => routes;

type Part<R extends Route, K extends "params" | "query" | "body", Side extends "in" | "out"> = R[K] extends z.ZodType
  ? { [P in K]: Side extends "in" ? z.input<R[K]> : z.output<R[K]> }
  : unknown;

/** Input that a caller of the route supplies. */
export type RouteInput<R extends Route> = Part<R, "params", "in"> & Part<R, "query", "in"> & Part<R, "body", "in">;
/** Input that the handler receives, after parsing and defaults. */
export type RouteArgs<R extends Route> = Part<R, "params", "out"> & Part<R, "query", "out"> & Part<R, "body", "out">;
/** What the handler returns. */
export type RouteReply<R extends JsonRoute> = z.input<R["reply"]>;
/** What the caller receives. */
export type RouteResult<R extends JsonRoute> = z.output<R["reply"]>;

/** CSRF rule: a plain GET may be cross-site; every other request, and a GET with side effects, must be same-origin. */
export const changesState = (route: Route): boolean => route.method !== "GET" || route.changesState === true;

/** A query array: `?tag=a&tag=b`, and the single `?tag=a` that query parsers return as a string. */
export const queryArray = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item));

interface TextLimits {
  min?: number;
  max: number;
  /** Message for an empty or missing text. */
  required?: string;
}

const NO_NUL = z.regex(/^[^\u0000]*$/, "a NUL character is not allowed");
const WELL_FORMED = z.refine<string>((value) => value.isWellFormed(), "this text contains an invalid character");

/**
 * Text measured in code points, as in JSON Schema, without NUL and lone surrogates, which PostgreSQL cannot store in text or
 * JSON.
 * Every string of the contract has an upper bound: `z.string()` alone would accept megabytes.
 */
export const text = ({ min = 0, max, required }: TextLimits) =>
  z
    .string({ error: required })
    .check(
      NO_NUL,
      WELL_FORMED,
      z.superRefine((value, context) => {
        // A code point is one or two UTF-16 units, so most texts need no counting.
        if (value.length <= max && value.length >= 2 * min) return;
        const length = [...value].length;
        const fault = lengthFault(length, min, max, required);
        if (fault) context.addIssue({ code: "custom", message: fault });
      }),
    )
    .meta({ minLength: min, maxLength: max });

const lengthFault = (length: number, min: number, max: number, required?: string): string | undefined => {
  if (length === 0 && min > 0) return required ?? "this field is required";
  if (length < min) return `use at least ${min} characters`;
  if (length > max) return `use at most ${max} characters`;
  return undefined;
};

/** Shared instances: every schema is created at each start, and hundreds of them are these three. */
export const nonNegativeInt = z.int().nonnegative();
export const positiveInt = z.int().positive();
export const uuid = z.uuid();

/** Reply of a route that only confirms success. */
export const okReply = z.object({ ok: z.literal(true) });

/** A boolean in a query. */
export const queryFlag = z.enum(["true", "false"]);

/** Highest version number: the limit of the PostgreSQL integer column. */
const MAX_VERSION = 2_147_483_647;
export const versionNumber = positiveInt.max(MAX_VERSION);
export const versionInQuery = z.coerce.number<string | number>().int().positive().max(MAX_VERSION);

const NOT_AN_ADDRESS = "this is not an e-mail address";

export const email = z
  .email(NOT_AN_ADDRESS)
  .max(254)
  // RFC 5321 limits the local part to 64 characters, which the pattern does not.
  .refine((address) => address.indexOf("@") <= 64, NOT_AN_ADDRESS)
  .meta({ maxLength: 254 });

/** A UTC timestamp, ISO 8601 with offset. */
export const moment = z.iso.datetime({ offset: true });

const toIso = (time: string): string => `${time.replace(" ", "T")}Z`;

/** A time as users of the console write it, in UTC. */
const plainTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, "write a time as YYYY-MM-DD HH:mm:ss, in UTC")
  .transform(toIso)
  .pipe(moment);

/** A bound of a time range: ISO 8601 with offset, or `YYYY-MM-DD HH:mm:ss` in UTC. */
export const timeBound = z.union([moment, plainTime]);

/** A filter in a JSON body: an empty text means that there is no such filter, as an empty value does in a query. */
export const optionalFilter = <T extends z.ZodType>(filter: T) =>
  z.union([z.literal("").transform(() => undefined), filter]).optional();
