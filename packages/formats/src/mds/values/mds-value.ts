import type { ArrayType, ArrayValues } from "./array-types.ts";

export interface ImageValue {
  readonly kind: "image";
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Raw pixels, as in Python's PIL. */
export interface PixelsValue {
  readonly kind: "pixels";
  readonly width: number;
  readonly height: number;
  readonly mode: string;
  readonly bytes: Uint8Array;
}

export interface ArrayValue {
  readonly kind: "array";
  readonly type: ArrayType;
  readonly shape: readonly number[];
  readonly values: ArrayValues;
}

export type MdsValue =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly mediaType: string | null }
  | { readonly kind: "text"; readonly text: string }
  /** A bigint for 64-bit and arbitrary-precision encodings. */
  | { readonly kind: "integer"; readonly value: number | bigint }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "decimal"; readonly text: string }
  | { readonly kind: "json"; readonly text: string; readonly value: unknown }
  | ImageValue
  | PixelsValue
  | { readonly kind: "images"; readonly items: readonly (ImageValue | PixelsValue)[] }
  | ArrayValue
  /** Unpickling would execute arbitrary code, so only the size is reported. */
  | { readonly kind: "pickle"; readonly sizeBytes: number }
  | { readonly kind: "unknown"; readonly encoding: string; readonly sizeBytes: number };
