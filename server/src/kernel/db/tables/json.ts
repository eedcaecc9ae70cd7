import type { ColumnType } from "kysely";

/** Read as a value, written through `json()`. */
export type Json<T> = ColumnType<T, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null, string | null>;
