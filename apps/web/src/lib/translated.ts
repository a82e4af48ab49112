/** The shape of a dictionary in any language: the same keys, other words. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
