/** Declares settings: the type, the default, who can change it, and how changes are announced. */
import {
  BadValue,
  bareOrQuoted,
  either,
  type Field,
  int,
  optional,
  type Shape,
  shortText,
} from "../../kernel/api/index.ts";

export interface Setting<T = unknown, Sent = unknown> {
  /** The format in storage and in responses. */
  readonly field: Field<T>;
  readonly default: T;
  /** The format in requests; `from` converts it. */
  readonly param: Field<Sent, boolean, true>;
  from(sent: Sent, name: string): T;
  readonly changedBy: "administrator" | "owner" | "server";
  /** `update` sends one property and its value, `update_dict` several. */
  readonly announced: "update" | "update_dict";
}

type SettingOptions = Partial<Pick<Setting, "changedBy" | "announced">>;

export function setting<T>(field: Field<T, boolean, true>, fallback: T, options: SettingOptions = {}): Setting<T, T> {
  const base = { field, param: field, default: fallback, from: (sent: T) => sent };
  return { changedBy: "administrator", announced: "update", ...base, ...options };
}

/** For settings whose request format differs, such as `unlimited` for no limit. */
export function sentAs<T, Sent>(
  plain: Setting<T, T>,
  param: Field<Sent, boolean, true>,
  from: (sent: Sent, name: string) => T,
): Setting<T, Sent> {
  return { ...plain, param, from };
}

export const limited = bareOrQuoted(either(int(), shortText()));

/** A positive number of seconds or days, or `unlimited`. */
export function limitFrom<N>(sent: number | string, name: string, unlimited: N): number | N {
  if (sent === "unlimited") return unlimited;
  if (typeof sent === "string" || sent <= 0) throw new BadValue({ var_name: name, bad_value: sent });
  return sent;
}

/** Settings of any type; where a setting is named, its types are known. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` lets rows of different types stand in one table.
export type SettingsTable = Readonly<Record<string, Setting<any, any>>>;
type SentOf<S> = S extends Setting<infer _, infer Sent> ? Sent : never;
export type ValuesOf<T> = { -readonly [K in keyof T]: T[K] extends Setting<infer V, infer _> ? V : never };

/** The stored values, and defaults for the others. */
export function withDefaults<T extends SettingsTable>(
  table: T,
  stored: Readonly<Record<string, unknown>>,
): ValuesOf<T> {
  return { ...defaultsOf(table), ...stored } as ValuesOf<T>;
}

const knownDefaults = new WeakMap<SettingsTable, Readonly<Record<string, unknown>>>();

function defaultsOf(table: SettingsTable): Readonly<Record<string, unknown>> {
  let defaults = knownDefaults.get(table);
  defaults ??= Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row.default]));
  knownDefaults.set(table, defaults);
  return defaults;
}

/** The optional parameters of an operation that changes the settings. */
export function paramsOf<T extends SettingsTable>(table: T): { [K in keyof T]: Field<SentOf<T[K]>, true, true> } {
  const rows = Object.entries(table).filter(([, row]) => row.changedBy !== "server");
  return Object.fromEntries(rows.map(([name, row]) => [name, optional(row.param)])) as never;
}

/** The fields under prefixed names. */
export type Prefixed<S, P extends string> = { [K in keyof S & string as `${P}${K}`]: S[K] };

export function prefixed<S extends Shape, P extends string>(shape: S, prefix: P): Prefixed<S, P> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [prefix + name, field])) as never;
}

/** The settings as fields of a response. */
export function fieldsOf<T extends SettingsTable>(table: T): { [K in keyof T & string]: T[K]["field"] } {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row.field])) as never;
}
