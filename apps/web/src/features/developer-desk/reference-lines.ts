import type { Access, Route, Routes } from "@dailies/contract";

export interface ReferenceLine {
  /** `auth.login`, as the client names it. */
  name: string;
  route: Route;
  /** The fields it takes, by location. */
  takes: string[];
}

/** The field names of an object; for a union, those of each variant. */
const fieldsOf = (schema: unknown): string[] => {
  if (typeof schema !== "object" || schema === null) return [];
  if ("shape" in schema) return Object.keys(schema.shape as object);
  if ("options" in schema && Array.isArray(schema.options)) {
    return [schema.options.map((option) => fieldsOf(option).join(" + ")).join(" | ")];
  }
  return [];
};

const takes = (route: Route): string[] => [
  ...fieldsOf(route.params),
  ...fieldsOf(route.query).map((field) => `?${field}`),
  ...fieldsOf(route.body),
];

export const referenceLines = (contract: Record<string, Routes>): ReferenceLine[] =>
  Object.entries(contract).flatMap(([feature, routes]) =>
    Object.entries(routes).map(([name, route]) => ({ name: `${feature}.${name}`, route, takes: takes(route) })),
  );

/** The access rule as written in the code, for searching. */
export const accessWords = (access: Access): string[] => {
  if (typeof access === "string") return [access];
  if ("service" in access) return [access.service];
  const codes: readonly string[] = "any" in access ? access.any : [];
  return [...("permission" in access ? [access.permission] : codes), ...(access.flags ?? [])];
};

export const matching = (lines: readonly ReferenceLine[], search: string): ReferenceLine[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter(({ name, route }) => {
    const text = [name, route.method, route.path, route.summary, ...accessWords(route.access)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
};
