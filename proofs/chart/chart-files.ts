import { parse } from "yaml";
import { listFiles, readText } from "../../checks/repository.ts";

export const CHART = "ops/chart/dailies";
/** The values that have no default. */
export const EXAMPLE_VALUES = "ops/chart/values.example.yaml";

export type Values = { readonly [key: string]: unknown };

export const readYaml = (file: string): Values => parse(readText(file)) as Values;

const isMap = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

/** As Helm merges files of values: maps are merged, everything else is replaced. */
export const mergeValues = (base: Values, more: Values): Values =>
  Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(more)])].map((key) => {
      const [one, other] = [base[key], more[key]];
      if (other === undefined) return [key, one];
      return [key, isMap(one) && isMap(other) ? mergeValues(one, other) : other];
    }),
  );

/** All templates as one text. */
export const readTemplates = (): string =>
  listFiles()
    .filter((file) => file.startsWith(`${CHART}/templates/`))
    .map((file) => readText(file))
    .join("\n");

/** Names of the values that have no names below them, such as `api.scratch.size`. */
export const leavesOf = (values: Values, at = ""): string[] =>
  Object.entries(values).flatMap(([key, value]) =>
    isMap(value) && Object.keys(value).length > 0 ? leavesOf(value, `${at}${key}.`) : [`${at}${key}`],
  );
