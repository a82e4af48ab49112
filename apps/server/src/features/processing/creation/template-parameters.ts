import {
  type FieldValue,
  PROCESSING_TEMPLATE_SPECS,
  type ProcessingTemplate,
  parseFieldValue,
} from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { ItemVersion } from "../../datasets/index.ts";

type Given = Readonly<Record<string, FieldValue>>;

const invalid = (message: string): DomainError => new DomainError("invalid", message);

/** Values of every parameter of a template, checked by its fields. Refuses unknown ones. */
export const readParameters = (template: ProcessingTemplate, given: Given): Record<string, FieldValue> => {
  const { parameters } = PROCESSING_TEMPLATE_SPECS[template];
  const unknown = Object.keys(given).find((name) => !parameters.some((parameter) => parameter.name === name));
  if (unknown !== undefined) throw invalid(`this template has no parameter ${JSON.stringify(unknown)}`);
  return Object.fromEntries(
    parameters.map(({ name, spec, initial }) => {
      const parsed = parseFieldValue(spec, given[name] ?? initial);
      if (!parsed.isValid) throw invalid(`${name}: ${parsed.faults[0]?.message ?? "this value cannot be used"}`);
      return [name, parsed.value];
    }),
  );
};

const textsOf = (value: FieldValue | undefined): string[] => {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" && value !== "" ? [value] : [];
};

/** The columns that parameters name, each once. */
export const namedColumns = (template: ProcessingTemplate, parameters: Given): string[] => {
  const named = PROCESSING_TEMPLATE_SPECS[template].parameters.filter(({ isColumns }) => isColumns);
  return [...new Set(named.flatMap(({ name }) => textsOf(parameters[name])))];
};

/** Columns that are copied to the output. */
export const keptColumns = (parameters: Given): string[] => textsOf(parameters.columns);

const READABLE: ReadonlySet<string> = new Set(["text", "integer", "number", "boolean", "time"]);

/** Refuses columns that the version does not have, or that are no simple values. */
export const checkColumns = ({ columns }: Pick<ItemVersion, "columns">, names: readonly string[]): void => {
  for (const name of names) {
    const found = columns.find((column) => column.name === name) ?? BUILT_IN.find((column) => column.name === name);
    if (!found) throw invalid(`there is no column ${JSON.stringify(name)} in this version of the dataset`);
    if (!READABLE.has(found.type) || ("is_indexed" in found && !found.is_indexed))
      throw invalid(`${JSON.stringify(name)} holds no simple values`);
  }
};

/** Columns that every version has, and that every job gets. */
export const BUILT_IN = [
  { name: "caption", type: "text" },
  { name: "duration_s", type: "number" },
  { name: "width", type: "integer" },
  { name: "height", type: "integer" },
  { name: "fps", type: "number" },
  { name: "frames", type: "integer" },
] as const;
