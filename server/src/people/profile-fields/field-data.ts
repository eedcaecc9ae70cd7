/** Type-specific data of a field: the choices of a list, or the external account. */
import { ApiError, demand, said } from "../../kernel/api/index.ts";
import {
  AccountWithoutPattern,
  BlankChoice,
  DuplicateChoices,
  InvalidAccount,
  MalformedPattern,
  NoChoices,
} from "./contract.ts";
import { knownAccount, USERNAME } from "./external-accounts.ts";
import { FieldTypeId } from "./types.ts";
import { isLink } from "./value-rules.ts";

export type FieldData = Readonly<Record<string, unknown>>;

/** The stored form; null for types without such data, whatever was sent. */
export function fieldDataOf(type: number, sent: FieldData = {}): FieldData | null {
  switch (type) {
    case FieldTypeId.choice:
      return choicesOf(sent);
    case FieldTypeId.externalAccount:
      return accountOf(sent);
    default:
      return null;
  }
}

function choicesOf(sent: FieldData): FieldData {
  const entries = Object.entries(sent);
  demand(entries.length > 0, new NoChoices());
  const choices = entries.map(([key, choice]) => {
    demand(key.trim() !== "", new BlankChoice());
    return [key, choiceOf(key, choice)] as const;
  });
  const texts = new Set(choices.map(([, { text }]) => text));
  demand(texts.size === choices.length, new DuplicateChoices());
  return Object.fromEntries(choices);
}

function choiceOf(key: string, sent: unknown): { text: string; order: string } {
  const at = `field_data["${key}"]`;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) throw new ApiError(said`${at} is not a dict`);
  const { text, order, ...others } = sent as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new ApiError(said`Argument "${unknown}" at ${`${at}["${unknown}"]`} is unexpected`);
  return { text: filled(text, `${at}["text"]`), order: filled(order, `${at}["order"]`) };
}

function filled(value: unknown, at: string): string {
  if (value === undefined) throw new ApiError(said`${at} field is missing: Field required`);
  if (typeof value !== "string") throw new ApiError(said`${at} is not a string`);
  if (value.trim() === "") throw new ApiError(said`${at} cannot be blank`);
  return value;
}

function accountOf(sent: FieldData): FieldData {
  const { subtype, url_pattern } = sent;
  if (subtype === "custom") {
    demand(url_pattern !== undefined, new AccountWithoutPattern());
    return { subtype, url_pattern: patternOf(url_pattern) };
  }
  demand(knownAccount(FieldTypeId.externalAccount, sent) !== undefined, new InvalidAccount());
  return { subtype };
}

function patternOf(sent: unknown): string {
  demand(typeof sent === "string" && sent.split(USERNAME).length === 2, new MalformedPattern());
  const pattern = sent as string;
  demand(isLink(pattern.replace(USERNAME, "username")), new ApiError(said`url_pattern is not a URL`));
  return pattern;
}
