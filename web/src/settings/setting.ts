/** What a setting is: declared once, drawn by the control of its kind, found by search, and locked by a rule. */
import type { Connection, State } from "@parley/client";
import type { Operation } from "@parley/server/contract";
import type { TextKey } from "../text/text.ts";
import type { WhoLimits } from "./who/who.ts";

type ChoiceValue = string | number | boolean | null;

export interface SettingOption {
  readonly value: ChoiceValue;
  readonly label: TextKey;
}

export type TextType = "text" | "url" | "date" | "long";

/** How long something is possible or kept: a number, `null` without a limit, "never" or "inherited". */
export interface LimitChoices {
  /** What the number counts. */
  readonly unit: "seconds" | "days";
  /** The lengths to choose from; others can be typed. */
  readonly lengths: readonly number[];
  readonly unlimited: TextKey;
  /** Only where it can also be impossible. */
  readonly never?: TextKey;
  /** Only where it can follow another setting: the value "inherited". */
  readonly inherited?: TextKey;
}

/** How a setting is changed. A new kind is a row here and a component in `controls/`. */
export type Control =
  | { readonly kind: "switch" }
  | { readonly kind: "choice"; readonly options: readonly SettingOption[] }
  /** The unit is a text with the number in it, for plurals: "{value, plural, …}". */
  | { readonly kind: "number"; readonly min: number; readonly max: number; readonly unit: TextKey }
  | { readonly kind: "text"; readonly max: number; readonly type?: TextType }
  | ({ readonly kind: "limit" } & LimitChoices)
  /** The id of a channel; -1 for none. */
  | { readonly kind: "channel"; readonly onlyPrivate: boolean }
  /** The id of a channel folder; null for none. */
  | { readonly kind: "folder" }
  /** Who holds a permission. */
  | { readonly kind: "who"; readonly limits: WhoLimits }
  | { readonly kind: "timeZone" }
  | { readonly kind: "language" };

/** Who may change a setting, by the server's own rule, and the sentence for everyone else. */
export interface SettingRule {
  readonly may: (state: State) => boolean;
  /** A function where the reason depends on what is locked. */
  readonly who: TextKey | ((state: State) => TextKey);
}

/** The reason why the reader may not change a setting; undefined if they may. */
export function lockOf(rule: SettingRule | undefined, state: State): TextKey | undefined {
  if (rule === undefined || rule.may(state)) return undefined;
  return typeof rule.who === "function" ? rule.who(state) : rule.who;
}

export interface Setting<Key extends string = string> {
  /** Its name in the API. */
  readonly key: Key;
  readonly control: Control;
  readonly label: TextKey;
  readonly help?: TextKey;
  /** More words to find it by. */
  readonly words?: TextKey;
  readonly rule?: SettingRule;
  /** What new organizations have; shown while the value is another one. */
  readonly defaultValue?: unknown;
}

/** Where settings are stored: how they are read from the store, and the operation that changes them. */
export interface SettingSource<Key extends string = string> {
  /** Undefined where nothing is sent to the server. */
  readonly operation?: Operation;
  read(state: State, key: Key): unknown;
  save(connection: Connection, key: Key, value: unknown): Promise<unknown>;
}

type More<Key extends string> = Partial<Omit<Setting<Key>, "key" | "control" | "label">>;

type Declare<Rest extends readonly unknown[]> = <Key extends string>(
  key: Key,
  label: TextKey,
  ...rest: [...Rest, more?: More<Key>]
) => Setting<Key>;

export const toggle: Declare<[]> = (key, label, more = {}) => ({ key, label, control: { kind: "switch" }, ...more });

export const choice: Declare<[options: readonly SettingOption[]]> = (key, label, choices, more = {}) => ({
  key,
  label,
  control: { kind: "choice", options: choices },
  ...more,
});

export const number: Declare<[limits: Omit<Extract<Control, { kind: "number" }>, "kind">]> = (
  key,
  label,
  limits,
  more = {},
) => ({ key, label, control: { kind: "number", ...limits }, ...more });

export const text: Declare<[max: number]> = (key, label, max, more = {}) => ({
  key,
  label,
  control: { kind: "text", max },
  ...more,
});

export const longText: Declare<[max: number]> = (key, label, max, more = {}) => ({
  key,
  label,
  control: { kind: "text", max, type: "long" },
  ...more,
});

export const limit: Declare<[choices: LimitChoices]> = (key, label, choices, more = {}) => ({
  key,
  label,
  control: { kind: "limit", ...choices },
  ...more,
});

export const channel: Declare<[which: "any" | "private"]> = (key, label, which, more = {}) => ({
  key,
  label,
  control: { kind: "channel", onlyPrivate: which === "private" },
  ...more,
});

export const folder: Declare<[]> = (key, label, more = {}) => ({ key, label, control: { kind: "folder" }, ...more });

export const who: Declare<[limits: WhoLimits]> = (key, label, limits, more = {}) => ({
  key,
  label,
  control: { kind: "who", limits },
  ...more,
});

export const timeZone: Declare<[]> = (key, label, more = {}) => ({
  key,
  label,
  control: { kind: "timeZone" },
  ...more,
});

export const language: Declare<[]> = (key, label, more = {}) => ({
  key,
  label,
  control: { kind: "language" },
  ...more,
});

/** An option for each value, in the order shown. */
export const options = (...pairs: readonly (readonly [ChoiceValue, TextKey])[]): readonly SettingOption[] =>
  pairs.map(([value, label]) => ({ value, label }));
