import { checkLabelValues, type LabelField, type LabelValues } from "@dailies/contract";
import { InvalidRequest } from "../../../errors.ts";

/** What the values of a form are validated against. */
interface AskedForm {
  readonly fields: readonly LabelField[];
  readonly duration_us: number | null;
}

type Issues = ConstructorParameters<typeof InvalidRequest>[1];

/** The values that count, or a refusal that names what the form would not accept and the other issues of the request. */
export const requireLabelValues = (
  { fields, duration_us }: AskedForm,
  given: LabelValues,
  others: Issues = [],
): LabelValues => {
  const { values, faults } = checkLabelValues(fields, given, duration_us);
  const issues = [...faults.map(({ key, path, message }) => ({ path: ["values", key, ...path], message })), ...others];
  if (issues.length > 0) throw new InvalidRequest("body", issues);
  return values;
};
