/** What a setting is: declared once, drawn by the control of its kind, found by search, and locked by a rule. */
import type { Connection, State } from "@parley/client";
import type { Operation } from "@parley/server/contract";
import type { TextKey } from "../text/text.ts";

type ChoiceValue = string | number | boolean | null;

export interface SettingOption {
  readonly value: ChoiceValue;
  readonly label: TextKey;
}

export type TextType = "text" | "url" | "date" | "long";

/** How a setting is changed. A new kind is a row here and a component in `controls/`. */
export type Control =
  | { readonly kind: "switch" }
  | { readonly kind: "choice"; readonly options: readonly SettingOption[] }
  /** The unit is a text with the number in it, for plurals: "{value, plural, …}". */
  | { readonly kind: "number"; readonly min: number; readonly max: number; readonly unit: TextKey }
  | { readonly kind: "text"; readonly max: number; readonly type?: TextType }
  | { readonly kind: "timeZone" }
  | { readonly kind: "language" };

/** Who may change a setting, by the server's own rule, and the sentence for everyone else. */
export interface SettingRule {
  readonly may: (state: State) => boolean;
  readonly who: TextKey;
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
