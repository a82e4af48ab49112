import type { z } from "zod";

/** Exports of the contract by name. */
export type ContractExports = Readonly<Record<string, unknown>>;

/** Name of a schema in the API description; undefined for a schema that is inlined. */
export type NameOf = (schema: z.core.$ZodType) => string | undefined;

/** Each use of an enum creates a new schema, so enums are identified by their values. */
const valuesKey = (values: readonly unknown[]): string => JSON.stringify(values);

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === "object" && value !== null && "_zod" in value;

const isListOfWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");

const pascalCase = (camelCase: string): string => camelCase.charAt(0).toUpperCase() + camelCase.slice(1);

const SINGULAR_ENDINGS: Readonly<Record<string, string>> = { IES: "Y", BASES: "BASIS", SES: "S" };

/** `PLAN_STATUSES` → `PlanStatus`, `COST_BASES` → `CostBasis`, `VISIBILITIES` → `Visibility`. */
export const enumName = (constant: string): string =>
  constant
    .replace(/(IES|BASES|SES|S)$/, (ending) => SINGULAR_ENDINGS[ending] ?? "")
    .split("_")
    .map((word) => pascalCase(word.toLowerCase()))
    .join("");

const claim = <K>(owners: Map<K, string>, key: K, name: string): void => {
  const owner = owners.get(key);
  // Of an export and its alias the shorter name wins, then the alphabetically first, regardless of their order.
  const isBetter = owner === undefined || name.length < owner.length || (name.length === owner.length && name < owner);
  if (isBetter) owners.set(key, name);
};

/** `{ items, total }` of a named schema is its page type. */
const pageItem = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  const { def } = schema._zod as { def: z.core.$ZodTypeDef & { shape?: Record<string, z.core.$ZodType> } };
  if (def.type !== "object" || Object.keys(def.shape ?? {}).join() !== "items,total") return undefined;
  const items = def.shape?.items?._zod.def as z.core.$ZodTypeDef & { element?: z.core.$ZodType };
  return items.type === "array" ? items.element : undefined;
};

/**
 * Names come from the exports of the contract: `datasetSummary` is `DatasetSummary`, the enum of `TASK_KINDS` is `TaskKind`,
 * a page of `datasetSummary` is `DatasetPage`. Nothing is registered at run time, so naming costs the server and the browser
 * nothing.
 */
export const nameSchemas = (exported: ContractExports): NameOf => {
  const schemas = new Map<z.core.$ZodType, string>();
  const enums = new Map<string, string>();
  for (const [name, value] of Object.entries(exported)) {
    if (isSchema(value)) claim(schemas, value, pascalCase(name));
    else if (isListOfWords(value)) claim(enums, valuesKey(value), enumName(name));
  }
  const nameOf: NameOf = (schema) => {
    const own = schemas.get(schema);
    if (own !== undefined) return own;
    const { def } = schema._zod as { def: z.core.$ZodTypeDef & { entries?: Record<string, unknown> } };
    if (def.type === "enum") return enums.get(valuesKey(Object.values(def.entries ?? {})));
    const item = pageItem(schema);
    const itemName = item && nameOf(item);
    return itemName === undefined ? undefined : `${itemName.replace(/(?:Item|Summary)$/, "")}Page`;
  };
  return nameOf;
};
