/** A setting as a row of data: its type, its default, who may change it, and how a change is announced. */
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
  /** The value as it is stored and shown. */
  readonly field: Field<T>;
  readonly default: T;
  /** The value as it is sent, and what it means. */
  readonly param: Field<Sent, boolean, true>;
  from(sent: Sent, name: string): T;
  readonly changedBy: "administrator" | "owner" | "server";
  /** `update` tells one property and its value, `update_dict` a set of them. */
  readonly announced: "update" | "update_dict";
}

type SettingOptions = Partial<Pick<Setting, "changedBy" | "announced">>;

export function setting<T>(field: Field<T, boolean, true>, fallback: T, options: SettingOptions = {}): Setting<T, T> {
  const base = { field, param: field, default: fallback, from: (sent: T) => sent };
  return { changedBy: "administrator", announced: "update", ...base, ...options };
}

/** Sent in another form than it is stored: `unlimited` for no limit. */
export function sentAs<T, Sent>(
  plain: Setting<T, T>,
  param: Field<Sent, boolean, true>,
  from: (sent: Sent, name: string) => T,
): Setting<T, Sent> {
  return { ...plain, param, from };
}

export const limited = bareOrQuoted(either(int(), shortText()));

/** A number of seconds or days that must be positive, or a word for none. */
export function limitFrom<N>(sent: number | string, name: string, unlimited: N): number | N {
  if (sent === "unlimited") return unlimited;
  if (typeof sent === "string" || sent <= 0) throw new BadValue({ var_name: name, bad_value: sent });
  return sent;
}

/** Rows of every type: what each one takes and holds is known where it is named. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` lets rows of different types stand in one table.
export type SettingsTable = Readonly<Record<string, Setting<any, any>>>;
type SentOf<S> = S extends Setting<infer _, infer Sent> ? Sent : never;
export type ValuesOf<T> = { -readonly [K in keyof T]: T[K] extends Setting<infer V, infer _> ? V : never };

/** The complete values: what was set, and the defaults for the rest. */
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

/** The parameters of an operation that changes settings: every one of them, all optional. */
export function paramsOf<T extends SettingsTable>(table: T): { [K in keyof T]: Field<SentOf<T[K]>, true, true> } {
  const rows = Object.entries(table).filter(([, row]) => row.changedBy !== "server");
  return Object.fromEntries(rows.map(([name, row]) => [name, optional(row.param)])) as never;
}

/** The fields under prefixed names. */
export type Prefixed<S, P extends string> = { [K in keyof S & string as `${P}${K}`]: S[K] };

export function prefixed<S extends Shape, P extends string>(shape: S, prefix: P): Prefixed<S, P> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [prefix + name, field])) as never;
}

/** The fields under which clients read the settings. */
export function fieldsOf<T extends SettingsTable>(table: T): { [K in keyof T & string]: T[K]["field"] } {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row.field])) as never;
}
