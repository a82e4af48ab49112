import { z } from "zod";
import type { NameOf } from "./schema-names.ts";

export type Io = "input" | "output";
export type Json = Record<string, unknown>;

/** Marks a named schema, as `output DatasetSummary`, until `extractComponents` moves it. */
const MARK = "x-component";
/** These describe the use of a schema, not the schema. */
const ANNOTATIONS: ReadonlySet<string> = new Set(["default", "title", "description"]);

const isObject = (node: unknown): node is Json => typeof node === "object" && node !== null && !Array.isArray(node);

const mapChildren = (node: unknown, change: (child: unknown) => unknown): unknown => {
  if (Array.isArray(node)) return node.map(change);
  if (!isObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]));
};

/** The only recursive type is arbitrary JSON, which needs no constraints; a reference would point outside its schema. */
const withoutReferences = (node: unknown): unknown =>
  isObject(node) && "$ref" in node ? {} : mapChildren(node, withoutReferences);

/** Objects, enums, unions and texts of a fixed format become components; numbers, free text and lists are inlined. */
const deservesName = (node: Json): boolean =>
  node.type === "object" ||
  "enum" in node ||
  "anyOf" in node ||
  "oneOf" in node ||
  (node.type === "string" && ("pattern" in node || "format" in node || "allOf" in node));

const mark = (node: Json, io: Io, name: string): void => {
  if (deservesName(node)) node[MARK] = `${io} ${name}`;
};

/** JSON schema of a request or reply, with a mark on every named part. */
export const markedSchema = (schema: z.ZodType, io: Io, nameOf: NameOf, rootName?: string): Json => {
  const {
    $schema: _dialect,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod as { def: { discriminator?: string } };
      if (def.discriminator !== undefined) (jsonSchema as Json).discriminator = { propertyName: def.discriminator };
      const name = nameOf(zodSchema);
      if (name !== undefined) mark(jsonSchema as Json, io, name);
    },
  });
  const root = ($defs === undefined ? rest : withoutReferences(rest)) as Json;
  if (rootName !== undefined && !(MARK in root)) mark(root, io, rootName);
  return root;
};

const withoutMarks = (node: unknown): unknown =>
  isObject(node)
    ? mapChildren(Object.fromEntries(Object.entries(node).filter(([key]) => key !== MARK)), withoutMarks)
    : mapChildren(node, withoutMarks);

interface Marked {
  readonly io: Io;
  readonly name: string;
  /** The schema itself; its nested parts are still marked. */
  readonly schema: Json;
  /** Annotations added where the schema is used. */
  readonly annotations: Json;
}

const readMark = (node: unknown): Marked | undefined => {
  if (!isObject(node) || typeof node[MARK] !== "string") return undefined;
  const [io, name] = node[MARK].split(" ") as [Io, string];
  const entries = Object.entries(node).filter(([key]) => key !== MARK);
  return {
    io,
    name,
    schema: Object.fromEntries(entries.filter(([key]) => !ANNOTATIONS.has(key))),
    annotations: Object.fromEntries(entries.filter(([key]) => ANNOTATIONS.has(key))),
  };
};

interface Variant {
  readonly schema: Json;
  readonly content: string;
}
type Variants = Partial<Record<Io, Variant>>;

const collect = (node: unknown, named: Map<string, Variants>): void => {
  const found = readMark(node);
  if (found) {
    const { io, name, schema } = found;
    const variants = named.get(name) ?? {};
    const content = JSON.stringify(withoutMarks(schema));
    const known = variants[io];
    if (known && known.content !== content) throw new Error(`two schemas are called ${name}: give one another name`);
    variants[io] = known ?? { schema, content };
    named.set(name, variants);
  }
  if (Array.isArray(node)) for (const child of node) collect(child, named);
  else if (isObject(node)) for (const child of Object.values(node)) collect(child, named);
};

/** Input and output share a name unless defaults or transforms make them differ. */
const componentName = (name: string, io: Io, { input, output }: Variants): string =>
  io === "input" && input && output && input.content !== output.content ? `${name}Input` : name;

/** Maps each discriminator value to its union member; undefined when a member has no name. */
const discriminatorMapping = (union: Json, propertyName: string, referTo: (node: unknown) => Json) => {
  const members = (union.oneOf as Json[]).map((member) => {
    const { const: value } = ((member.properties as Json)[propertyName] ?? {}) as { const?: unknown };
    return [value, referTo(member).$ref] as const;
  });
  const isComplete = members.every(([value, ref]) => typeof value === "string" && ref !== undefined);
  return isComplete ? (Object.fromEntries(members) as Json) : undefined;
};

/** Moves every marked schema to `components/schemas` and leaves a reference in its place. */
export const extractComponents = (document: Json): { document: Json; schemas: Json } => {
  const named = new Map<string, Variants>();
  collect(document, named);
  const describe = (node: unknown): unknown => {
    const described = mapChildren(node, refer);
    if (!isObject(node) || !isObject(described) || !isObject(node.discriminator) || !("oneOf" in node))
      return described;
    const { discriminator, ...union } = described;
    const { propertyName } = node.discriminator as { propertyName: string };
    const mapping = discriminatorMapping(node, propertyName, (member) => refer(member) as Json);
    return mapping === undefined ? union : { ...union, discriminator: { propertyName, mapping } };
  };
  const refer = (node: unknown): unknown => {
    const found = readMark(node);
    if (!found) return describe(node);
    const name = componentName(found.name, found.io, named.get(found.name) ?? {});
    return { $ref: `#/components/schemas/${name}`, ...found.annotations };
  };
  const schemas = new Map<string, unknown>();
  for (const [name, variants] of named) {
    for (const io of ["output", "input"] as const) {
      const variant = variants[io];
      const component = componentName(name, io, variants);
      if (!variant || (io === "input" && component === name && variants.output)) continue;
      if (schemas.has(component)) throw new Error(`two schemas are called ${component}: give one another name`);
      schemas.set(component, describe(variant.schema));
    }
  }
  const sorted = [...schemas].sort(([a], [b]) => (a < b ? -1 : 1));
  return { document: refer(document) as Json, schemas: Object.fromEntries(sorted) };
};
