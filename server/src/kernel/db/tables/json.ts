import type { ColumnType } from "kysely";

/** Read as a value, written through `json()`. */
export type Json<T> = ColumnType<T, string, string>;
