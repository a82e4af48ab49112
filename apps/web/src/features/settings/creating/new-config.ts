import {
  CONFIG_KEY,
  type createConfigBody,
  emptyValue,
  type FieldSpec,
  type FieldValue,
  parseFieldValue,
} from "@dailies/contract";
import { useState } from "react";
import type { z } from "zod";
import { isSpecValid } from "../../../ui/field/field-draft.ts";

export interface NewConfigDraft {
  key: string;
  schema: FieldSpec;
  /** Undefined while the input is invalid. */
  value: FieldValue | undefined;
  description: string;
  isSensitive: boolean;
  isDeclared: boolean;
  /** The user tried to submit, so errors may be shown. */
  isTried: boolean;
}

interface Declared {
  key: string;
  schema: FieldSpec;
  default_value: FieldValue;
  description: string;
}

const TEXT: FieldSpec = { type: "text" };

const blank = (namespace: string | undefined): NewConfigDraft => ({
  key: namespace === undefined ? "" : `${namespace}.`,
  schema: TEXT,
  value: emptyValue(TEXT),
  description: "",
  isSensitive: false,
  isDeclared: false,
  isTried: false,
});

/** Undefined while something is missing or invalid. */
export const bodyOf = (draft: NewConfigDraft): z.input<typeof createConfigBody> | undefined => {
  const { key, schema, value, description, isSensitive } = draft;
  if (!CONFIG_KEY.test(key) || !isSpecValid(schema) || value === undefined) return undefined;
  if (!parseFieldValue(schema, value).isValid) return undefined;
  return { key, schema, value, description, sensitive: isSensitive };
};

export const useNewConfig = (namespace: string | undefined) => {
  const [draft, setDraft] = useState(() => blank(namespace));

  const change = (part: Partial<NewConfigDraft>): void =>
    setDraft((old) => {
      const next = { ...old, ...part };
      const isOtherType = next.schema.type !== old.schema.type;
      return isOtherType && part.value === undefined ? { ...next, value: emptyValue(next.schema) } : next;
    });

  /** A key that the code declares provides its type, limits and default. */
  const choose = ({ key, schema, default_value, description }: Declared): void =>
    change({ key, schema, value: default_value, description, isDeclared: true });

  return { draft, change, choose };
};
