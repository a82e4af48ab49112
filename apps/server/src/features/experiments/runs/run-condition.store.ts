import type { RunComparator, RunCondition, RunTextComparator } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";

type Condition = RawBuilder<boolean>;

/** From a closed set: an operator cannot be a parameter. */
const SIGNS: Readonly<Record<RunComparator | RunTextComparator, RawBuilder<unknown>>> = {
  "=": sql`=`,
  "!=": sql`<>`,
  "<": sql`<`,
  "<=": sql`<=`,
  ">": sql`>`,
  ">=": sql`>=`,
  like: sql`like`,
  ilike: sql`ilike`,
};

/** Without an escape character, with which a pattern could end and fail. */
const compareText = (value: RawBuilder<unknown>, comparator: RunTextComparator, text: string): Condition =>
  comparator === "like" || comparator === "ilike"
    ? sql<boolean>`${value} ${SIGNS[comparator]} ${text}::text escape ''`
    : sql<boolean>`${value} ${SIGNS[comparator]} ${text}::text`;

/** PostgreSQL holds NaN for greater than every number; here it is in no order with any. */
const compareMetric = (comparator: RunComparator, value: number): Condition => {
  const isOrder = comparator !== "=" && comparator !== "!=";
  if (isOrder && Number.isNaN(value)) return sql<boolean>`false`;
  const order = isOrder ? sql`m.last_value <> 'NaN' and` : sql``;
  return sql<boolean>`${order} m.last_value ${SIGNS[comparator]} ${String(value)}::float8`;
};

/** Texts that are surely numbers within the range of a double. */
const NUMBER = "^[+-]?([0-9]{1,30}([.][0-9]{0,30})?|[.][0-9]{1,30})([eE][+-]?[0-9]{1,2})?$";

/** A condition on a run `r`, with every name and value of the filter as a parameter. */
export const toSqlCondition = (condition: RunCondition): Condition => {
  const { about, key, comparator } = condition;
  if (about === "metric") {
    return sql<boolean>`exists (select 1 from experiment_metric m
      where m.run_id = r.id and m.key = ${key}::text and ${compareMetric(comparator, condition.value)})`;
  }
  if (about === "attribute") {
    const column = { status: sql`lower(r.status)`, name: sql`r.name`, owner: sql`r.owner` }[key];
    return compareText(column, comparator, key === "status" ? condition.text.toLowerCase() : condition.text);
  }
  const value = about === "tag" ? sql`r.tags ->> ${key}::text` : sql`r.params ->> ${key}::text`;
  if ("text" in condition) return compareText(sql`(${value})`, condition.comparator, condition.text);
  return sql<boolean>`case when ${value} ~ ${NUMBER} then (${value})::float8 ${SIGNS[comparator]}
    ${String(condition.value)}::float8 else false end`;
};
