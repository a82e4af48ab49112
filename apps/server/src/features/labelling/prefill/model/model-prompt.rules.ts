import type { FieldSpec, LabelField, LabelInput, SpecOf } from "@dailies/contract";

const quoted = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(", ");

/** "3 to 5 segments", "at least 3 segments", "at most 5 segments", or as many as there are. */
const between = (what: string, min: number | undefined, max: number | undefined): string => {
  if (min !== undefined && max !== undefined) return `${min} to ${max} ${what}`;
  if (min !== undefined) return `at least ${min} ${what}`;
  return max === undefined ? what : `at most ${max} ${what}`;
};

const describeText = ({ options, min_length: min, max_length: max, pattern }: SpecOf<"text">): string => {
  if (options) return `one of ${quoted(options)}`;
  const length = min === undefined && max === undefined ? "a text" : `a text of ${between("characters", min, max)}`;
  return pattern === undefined ? length : `${length} that matches the regular expression ${pattern}`;
};

const describeNumber = ({ min, max, is_integer: isInteger, step, unit, labels = [] }: SpecOf<"number">): string =>
  [
    isInteger ? "a whole number" : "a number",
    ...(min === undefined ? [] : [`from ${min}`]),
    ...(max === undefined ? [] : [`up to ${max}`]),
    ...(step === undefined ? [] : [`in steps of ${step}`]),
    ...(unit === undefined || unit === "" ? [] : [`in ${unit}`]),
    ...(labels.length === 0 ? [] : [`where ${labels.map(({ value, words }) => `${value} is "${words}"`).join(", ")}`]),
  ].join(" ");

const describeList = ({
  item_type: type,
  options,
  min_items: min,
  max_items: max,
  is_unique: isUnique,
}: SpecOf<"list">): string =>
  `a JSON array of ${between(`${isUnique ? "different " : ""}${type} values`, min, max)}` +
  (options ? `, each one of ${quoted(options)}` : "");

const describeKeyValue = ({ value_type: type, keys, max_entries: max }: SpecOf<"key_value">): string =>
  `a JSON object of ${type} values ${keys ? `with the keys ${quoted(keys)}` : `by key${max === undefined ? "" : `, at most ${max}`}`}`;

const describeField = (spec: FieldSpec): string => {
  switch (spec.type) {
    case "text":
      return describeText(spec);
    case "number":
      return describeNumber(spec);
    case "boolean":
      return "true or false";
    case "list":
      return describeList(spec);
    case "key_value":
      return describeKeyValue(spec);
  }
};

const describeInput = (input: LabelInput): string => {
  switch (input.kind) {
    case "field":
      return describeField(input.field);
    case "caption":
      return `a text of at most ${input.max_length} characters`;
    case "segments":
      return (
        `a JSON array of at most ${input.max_segments} segments {"start_us": …, "end_us": …, "class": …} with whole ` +
        `microseconds from the start of the clip, each class one of ${quoted(input.classes)}` +
        (input.allows_overlap ? "" : "; segments do not overlap")
      );
    case "pairwise":
      return '"A", "B", "tie" or "both_bad"';
  }
};

const describe = ({ key, name, help, shown_when: condition, input }: LabelField): string =>
  [
    `- ${JSON.stringify(key)} (${name}): ${describeInput(input)}.`,
    ...(condition ? [`Only if ${JSON.stringify(condition.key)} is ${JSON.stringify(condition.value)}.`] : []),
    ...(help === "" ? [] : [help]),
  ].join(" ");

/** What a performer is told about each clip: the fields of the template and the owner's instruction. */
export const buildModelPrompt = (fields: readonly LabelField[], instruction: string): string =>
  [
    "Look at the clip and fill in a form about it.",
    ...(instruction.trim() === "" ? [] : [instruction.trim()]),
    'Answer with one JSON object and nothing else: {"values": {…}, "score": …}.',
    '"values" has a value for each key below; leave out a key whose value the clip does not show.',
    '"score" says how sure you are, from 0 to 1; leave it out if you cannot tell.',
    ...fields.map(describe),
  ].join("\n");
