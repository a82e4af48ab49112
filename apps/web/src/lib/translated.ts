/** The shape of a dictionary in any language: same keys, other strings. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
