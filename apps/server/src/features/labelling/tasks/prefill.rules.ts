import type { ColumnType, DatasetColumn, LabelField, LabelInput, PrefillColumn } from "@dailies/contract";

/** Column types whose values a field can start with. */
const typesFor = (input: LabelInput): readonly ColumnType[] => {
  if (input.kind === "caption") return ["text"];
  if (input.kind === "segments" || input.kind === "pairwise") return [];
  switch (input.field.type) {
    case "text":
      return ["text"];
    case "number":
      return ["integer", "number"];
    case "boolean":
      return ["boolean"];
    default:
      return [];
  }
};

/** Why a column cannot be the score of prefilled values; undefined when it can. */
export const scoreColumnFault = (
  name: string | null,
  prefill: readonly PrefillColumn[],
  columns: readonly DatasetColumn[],
): string | undefined => {
  if (name === null) return undefined;
  if (prefill.length === 0) return "a score belongs to prefilled values: choose a column that a field starts with";
  const column = columns.find((each) => each.name === name && each.is_indexed);
  if (!column) return `the dataset has no column ${JSON.stringify(name)} to take the score from`;
  return ["integer", "number"].includes(column.type) ? undefined : `the column ${JSON.stringify(name)} has no numbers`;
};

/** Why a mapping from columns to fields cannot be used; undefined when it can. */
export const prefillFault = (
  prefill: readonly PrefillColumn[],
  fields: readonly LabelField[],
  columns: readonly DatasetColumn[],
): string | undefined => {
  const seen = new Set<string>();
  for (const { field: key, column: name } of prefill) {
    const field = fields.find((each) => each.key === key);
    const column = columns.find((each) => each.name === name && each.is_indexed);
    if (!field) return `the template has no field ${JSON.stringify(key)}`;
    if (seen.has(key)) return `the field ${JSON.stringify(key)} is prefilled from two columns`;
    if (!column) return `the dataset has no column ${JSON.stringify(name)} to start from`;
    if (!typesFor(field.input).includes(column.type))
      return `the column ${JSON.stringify(name)} does not have the type of the field ${JSON.stringify(key)}`;
    seen.add(key);
  }
  return undefined;
};
