import type { z } from "zod";
import { timeRange } from "../credits/routes.ts";
import { type Route, text, uuid, versionInQuery } from "../kit.ts";
import { deepPageQuery, pageQuery } from "../lists.ts";
import { pageNumberQuery } from "../tasks/routes.ts";
import { type Json, markedSchema } from "./components.ts";
import type { NameOf } from "./schema-names.ts";

type ParameterLocation = "path" | "query";

const parameter = (name: string, place: ParameterLocation, schema: z.ZodType, nameOf: NameOf): Json => {
  const own = markedSchema(schema, "input", nameOf);
  const required = place === "path" || !schema.safeParse(undefined).success;
  return {
    name,
    in: place,
    required,
    // The server reads `?name=` as if the parameter were absent.
    ...(required ? {} : { allowEmptyValue: true }),
    schema: place === "query" ? allowEmptyItems(own) : own,
  };
};

/** Empty values of a repeated parameter are left out as well. */
const allowEmptyItems = (schema: Json): Json =>
  schema.type === "array" ? { ...schema, items: { anyOf: [schema.items, { const: "" }] } } : schema;

interface SharedParameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly schema: z.ZodType;
  readonly description: string;
}

/** Parameters shared by many operations. */
const SHARED: Readonly<Record<string, SharedParameter>> = {
  Id: { name: "id", in: "path", schema: uuid, description: "The id of what the path names." },
  PageLimit: { name: "limit", in: "query", schema: pageQuery.limit, description: "How many items to return." },
  PageOffset: { name: "offset", in: "query", schema: pageQuery.offset, description: "How many items to skip." },
  DeepOffset: { name: "offset", in: "query", schema: deepPageQuery.offset, description: "How many items to skip." },
  Words: {
    name: "q",
    in: "query",
    schema: text({ max: 200 }).optional(),
    description: "A part of what is looked for.",
  },
  Version: {
    name: "version",
    in: "query",
    schema: versionInQuery.optional(),
    description: "Without it, the newest version.",
  },
  Handle: { name: "handle", in: "path", schema: uuid, description: "The opened set of the viewer." },
  PageNumber: { name: "page", in: "query", schema: pageNumberQuery.page, description: "The page, counted from 1." },
  PageSize: { name: "page_size", in: "query", schema: pageNumberQuery.page_size, description: "Items on a page." },
  StartTime: {
    name: "start_time",
    in: "query",
    schema: timeRange.start_time,
    description: "From this moment on; without it, from the beginning.",
  },
  EndTime: {
    name: "end_time",
    in: "query",
    schema: timeRange.end_time,
    description: "Before this moment; without it, there is no end.",
  },
};

const HEADERS: Json = {
  Range: {
    name: "Range",
    in: "header",
    description: "Asks for a part of the bytes, such as bytes=0-1023 (RFC 9110).",
    schema: { type: "string" },
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of what the caller has; the same bytes are not sent again.",
    schema: { type: "string" },
  },
  LastEventId: {
    name: "Last-Event-ID",
    in: "header",
    description: "The id of the last event received; goes before the parameter last_event_id.",
    schema: { type: "string" },
  },
};

export const parameterComponents = (nameOf: NameOf): Json => {
  const shared = Object.entries(SHARED).map(([component, { name, in: place, schema, description }]) => {
    return [component, { ...parameter(name, place, schema, nameOf), description }] as const;
  });
  return { ...Object.fromEntries(shared), ...HEADERS };
};

/** Keyed by content, not by schema object: lists with the same pagination may each have their own schema. */
const sharedByContent = (nameOf: NameOf): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(SHARED).map(([component, { name, in: place, schema }]) => [
      JSON.stringify(parameter(name, place, schema, nameOf)),
      component,
    ]),
  );

/** Creates the parameters of a route; shared ones are references. */
export const createParameters = (nameOf: NameOf): ((route: Route) => Json[]) => {
  const shared = sharedByContent(nameOf);
  return (route) =>
    (["params", "query"] as const).flatMap((part) =>
      Object.entries(route[part]?.shape ?? {}).map(([name, schema]) => {
        const own = parameter(name, part === "params" ? "path" : "query", schema as z.ZodType, nameOf);
        const component = shared.get(JSON.stringify(own));
        return component === undefined ? own : { $ref: `#/components/parameters/${component}` };
      }),
    );
};
