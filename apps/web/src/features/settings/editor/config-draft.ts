import {
  type ConfigItem,
  type FieldSpec,
  type FieldValue,
  parseFieldValue,
  type updateConfigBody,
} from "@dailies/contract";
import type { z } from "zod";
import { isSpecValid, sameField } from "../../../ui/field/field-draft.ts";

/** The edited state of a key, and the version it is based on. */
export interface ConfigDraft {
  base: ConfigItem;
  /** Undefined while the input is invalid, and for an unchanged sensitive value. */
  value: FieldValue | undefined;
  schema: FieldSpec;
  description: string;
  /** A sensitive value is being replaced. */
  isReplacing: boolean;
}

type UpdateBody = z.input<typeof updateConfigBody>;

export const draftFrom = (base: ConfigItem): ConfigDraft => ({
  base,
  value: base.value ?? undefined,
  schema: base.schema,
  description: base.description,
  isReplacing: false,
});

const sorted = (spec: FieldSpec): string => JSON.stringify(Object.entries(spec).sort(([a], [b]) => (a < b ? -1 : 1)));

export const isSameSchema = (one: FieldSpec, other: FieldSpec): boolean => sorted(one) === sorted(other);

const isValueChanged = ({ base, value, isReplacing }: ConfigDraft): boolean =>
  base.sensitive ? isReplacing : !sameField(value, base.value ?? undefined);

export const isDirty = (draft: ConfigDraft): boolean =>
  isValueChanged(draft) ||
  !isSameSchema(draft.schema, draft.base.schema) ||
  draft.description !== draft.base.description;

export type DraftFault = "badLimits" | "notFitting" | "replaceToo";

/** Why the draft cannot be saved, if so. New limits require re-entering a sensitive value, so they cannot probe it. */
export const faultOf = ({ base, value, schema, isReplacing }: ConfigDraft): DraftFault | undefined => {
  if (!isSpecValid(schema)) return "badLimits";
  if (base.sensitive && !isReplacing) return isSameSchema(schema, base.schema) ? undefined : "replaceToo";
  return value !== undefined && parseFieldValue(schema, value).isValid ? undefined : "notFitting";
};

/** Sends only changed fields, so that concurrent changes to other fields are kept. */
export const updateOf = (draft: ConfigDraft, expectedVersion: number): UpdateBody => ({
  key: draft.base.key,
  expected_version: expectedVersion,
  ...(isValueChanged(draft) && { value: draft.value }),
  ...(!isSameSchema(draft.schema, draft.base.schema) && { schema: draft.schema }),
  ...(draft.description !== draft.base.description && { description: draft.description }),
});
