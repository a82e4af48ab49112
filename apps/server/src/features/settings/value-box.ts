import type { FieldValue } from "@dailies/contract";
import { createSeal, SealError } from "../../platform/crypto/seal.ts";

/** A value as a row of config_version holds it: in the clear or sealed, never both. */
export interface StoredValue {
  readonly value: unknown;
  readonly sealed_value: Buffer | null;
}

interface Place {
  readonly key: string;
  readonly version: number;
}

export interface ValueBox {
  pack(place: Place, isSensitive: boolean, value: FieldValue): StoredValue;
  /** Throws a SealError when a sealed value cannot be opened. */
  unpack(place: Place, stored: StoredValue): unknown;
}

/** Sealed for its key and version: a sealed value copied to another row does not open there. */
export const createValueBox = (secretKey: Buffer): ValueBox => {
  const { seal, open } = createSeal(secretKey, "settings");
  const about = ({ key, version }: Place): readonly string[] => [key, String(version)];
  return {
    pack: (place, isSensitive, value) =>
      isSensitive
        ? { value: null, sealed_value: seal(JSON.stringify(value), about(place)) }
        : { value, sealed_value: null },
    unpack: (place, stored) =>
      stored.sealed_value === null ? stored.value : parseOpened(open(stored.sealed_value, about(place))),
  };
};

const parseOpened = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the text, which is a secret.
    throw new SealError("the sealed value has an invalid content");
  }
};
