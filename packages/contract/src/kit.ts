import { z } from "zod";
import type { Access } from "./access.ts";
import type { ErrorCode } from "./errors.ts";

interface RouteCommon {
  method: "GET" | "POST" | "DELETE";
  path: `/api/${string}` | `/api_v1/${string}`;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Refusals beyond those that every route of its shape can give. */
  errors?: readonly ErrorCode[];
  /** A GET that changes something: it then answers same-origin callers only, as a POST does. */
  changesState?: true;
}

/** A call with a JSON reply, checked by its schema. */
export interface JsonRoute extends RouteCommon {
  body?: z.ZodType;
  /** For the few that take a whole file of text; all others share one limit. */
  maxBodyBytes?: number;
  reply: z.ZodType;
  raw?: never;
  form?: never;
  signedBytes?: never;
}

/** A stream, a download or an upload: the handler writes the response itself. */
export interface RawRoute extends RouteCommon {
  raw: { status: number; contentType: string };
  /** Takes multipart/form-data in the place of JSON: one file named `file`, and these fields beside it. */
  form?: z.ZodObject;
  /** Takes the bytes of the body as they came, from a machine outside: what it signs is these, and it is on no page of ours. */
  signedBytes?: { max: number };
  body?: never;
  reply?: never;
}

export type Route = JsonRoute | RawRoute;
export type Routes = Record<string, Route>;

export const defineRoutes = <const T extends Routes>(routes: T): T => routes;

type Part<R extends Route, K extends "params" | "query" | "body", Side extends "in" | "out"> = R[K] extends z.ZodType
  ? { [P in K]: Side extends "in" ? z.input<R[K]> : z.output<R[K]> }
  : unknown;

/** What a caller of the route must supply. */
export type RouteInput<R extends Route> = Part<R, "params", "in"> & Part<R, "query", "in"> & Part<R, "body", "in">;
/** What the handler receives, after parsing and defaults. */
export type RouteArgs<R extends Route> = Part<R, "params", "out"> & Part<R, "query", "out"> & Part<R, "body", "out">;
/** What the handler must return. */
export type RouteReply<R extends JsonRoute> = z.input<R["reply"]>;
/** What the caller gets back. */
export type RouteResult<R extends JsonRoute> = z.output<R["reply"]>;

/** A GET may travel from anywhere; everything else, and a GET that changes something, must come from our own pages. */
export const changesState = (route: Route): boolean => route.method !== "GET" || route.changesState === true;

/** A query array: `?tag=a&tag=b`, and also the one-element `?tag=a` that parsers hand over as a string. */
export const queryArray = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item));

interface TextLimits {
  min?: number;
  max: number;
  /** Said when the text is empty or missing. */
  required?: string;
}

const NO_NUL = z.regex(/^[^\u0000]*$/, "a NUL character is not allowed");
const WELL_FORMED = z.refine<string>((value) => value.isWellFormed(), "this text has half a character in it");

/**
 * Text counted in code points, as JSON Schema and people count, and without NUL and halves of characters, which PostgreSQL
 * cannot store, or not in JSON.
 * Every string of the contract has an upper bound: `z.string()` alone would take megabytes.
 */
export const text = ({ min = 0, max, required }: TextLimits) =>
  z
    .string({ error: required })
    .check(
      NO_NUL,
      WELL_FORMED,
      z.superRefine((value, context) => {
        // A code point takes one unit or two, so most texts are settled without counting.
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

/** Made once for the whole contract: all its schemas are made at each start, and hundreds of them are these three. */
export const nonNegativeInt = z.int().nonnegative();
export const positiveInt = z.int().positive();
export const uuid = z.uuid();

/** What a call replies that has nothing to tell but that it is done. */
export const okReply = z.object({ ok: z.literal(true) });

/** A yes or no in a query. */
export const queryFlag = z.enum(["true", "false"]);

/** The number of a version, as large as its column can hold. */
const MAX_VERSION = 2_147_483_647;
export const versionNumber = positiveInt.max(MAX_VERSION);
export const versionInQuery = z.coerce.number<string | number>().int().positive().max(MAX_VERSION);

const NOT_AN_ADDRESS = "this is not an e-mail address";

export const email = z
  .email(NOT_AN_ADDRESS)
  .max(254)
  // RFC 5321 ends the part before the at sign at 64 characters, which the pattern does not.
  .refine((address) => address.indexOf("@") <= 64, NOT_AN_ADDRESS)
  .meta({ maxLength: 254 });

/** A moment in UTC, ISO 8601 with its zone. */
export const moment = z.iso.datetime({ offset: true });
