import {
  emptyValue,
  type FieldFault,
  type FieldSpec,
  type FieldValue,
  fieldSpec,
  parseFieldValue,
  type ScalarType,
  sameValue,
} from "@dailies/contract";

/** Undefined while the input is not yet a value: an empty number, an unanswered question. */
export type ScalarDraft = string | number | boolean | undefined;

/** One row of a key_value or of a list, where the key stays empty. */
export interface EntryDraft {
  id: number;
  key: string;
  value: ScalarDraft;
}

/** The content of a control, whether or not it is valid. */
export type FieldDraft = ScalarDraft | readonly EntryDraft[];

export interface DraftFault {
  /** Absent if the error concerns the whole value. */
  entryId?: number;
  message: string;
}

export interface CheckedDraft {
  value: FieldValue | undefined;
  faults: readonly DraftFault[];
}

export const TWICE = "this key is listed twice";

let lastId = 0;

export const newEntry = (type: ScalarType, key = ""): EntryDraft => {
  lastId += 1;
  return { id: lastId, key, value: type === "text" ? "" : undefined };
};

export const entryTypeOf = (spec: FieldSpec): ScalarType | undefined => {
  if (spec.type === "key_value") return spec.value_type;
  return spec.type === "list" ? spec.item_type : undefined;
};

const entryOf = (key: string, value: ScalarDraft): EntryDraft => ({ ...newEntry("text", key), value });

export const draftOf = (spec: FieldSpec, value: FieldValue | undefined): FieldDraft => {
  if (entryTypeOf(spec) === undefined) {
    if (typeof value !== "object") return value ?? (spec.type === "text" && !spec.options ? "" : undefined);
    return undefined;
  }
  const given = typeof value === "object" ? value : emptyValue(spec);
  if (Array.isArray(given)) return given.map((item) => entryOf("", item));
  return Object.entries(given).map(([key, item]) => entryOf(key, item as ScalarDraft));
};

const isEntries = (draft: FieldDraft): draft is readonly EntryDraft[] => Array.isArray(draft);

const candidateOf = (spec: FieldSpec, draft: FieldDraft): unknown => {
  if (!isEntries(draft)) return draft;
  if (spec.type === "list") return draft.map(({ value }) => value);
  return Object.fromEntries(draft.map(({ key, value }) => [key, value]));
};

const placeFault = (spec: FieldSpec, draft: FieldDraft, { path: [place], message }: FieldFault): DraftFault => {
  if (!isEntries(draft) || place === undefined) return { message };
  const entry = spec.type === "list" ? draft[Number(place)] : draft.find(({ key }) => key === place);
  return { entryId: entry?.id, message };
};

const repeatedKeys = (spec: FieldSpec, draft: FieldDraft): DraftFault[] => {
  if (!isEntries(draft) || spec.type !== "key_value") return [];
  const seen = new Set<string>();
  return draft.flatMap(({ id, key }) => {
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [{ entryId: id, message: TWICE }] : [];
  });
};

/** Parses a draft by its specification: the value, or all its errors. */
export const checkDraft = (spec: FieldSpec, draft: FieldDraft): CheckedDraft => {
  const repeated = repeatedKeys(spec, draft);
  const parsed = parseFieldValue(spec, candidateOf(spec, draft));
  if (parsed.isValid && repeated.length === 0) return { value: parsed.value, faults: [] };
  const others = parsed.isValid ? [] : parsed.faults.map((fault) => placeFault(spec, draft, fault));
  return { value: undefined, faults: [...repeated, ...others] };
};

export const isSpecValid = (spec: FieldSpec): boolean => fieldSpec.safeParse(spec).success;

export const sameField = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  one === undefined || other === undefined ? one === other : sameValue(one, other);
