/** A translation of an area: the keys of the English one, each with an ICU message. */
export type Translated<T> = { readonly [K in keyof T]: string };
