/** The interface texts: looked up by key and formatted by ICU rules in the reader's language. English is built in. */
import { isRightToLeft, spokenLanguage } from "@parley/server/kernel/languages.ts";
import { en } from "./en/index.ts";
import type { auditLogTexts } from "./en/index-audit-log.ts";
import type { channelTexts } from "./en/index-channels.ts";
import type { importTexts } from "./en/index-imports.ts";
import type { integrationTexts } from "./en/index-integrations.ts";
import type { laterTexts } from "./en/index-later.ts";
import type { openedTexts } from "./en/index-opened.ts";
import type { overviewTexts } from "./en/index-overview.ts";
import type { secondFactorTexts } from "./en/index-second-factors.ts";
import type { settingsTexts } from "./en/index-settings.ts";
import type { trustTexts } from "./en/index-trust.ts";
import { formatted, type ParsedMessage, parsedText } from "./message-format.ts";

type Catalogue = typeof en &
  typeof laterTexts &
  typeof openedTexts &
  typeof settingsTexts &
  typeof channelTexts &
  typeof secondFactorTexts &
  typeof auditLogTexts &
  typeof importTexts &
  typeof integrationTexts &
  typeof overviewTexts &
  typeof trustTexts;
export type TextKey = { [A in keyof Catalogue & string]: `${A}.${keyof Catalogue[A] & string}` }[keyof Catalogue &
  string];
export type TextValues = Readonly<Record<string, string | number | Date | null | undefined>>;

/** A plain text, or parsed by the build. */
type TextMessage = string | ParsedMessage;
type Texts = Partial<Record<string, Partial<Record<string, TextMessage>>>>;

/** The regional variant of the reader's language: "12 November" in Britain, "November 12" in America. */
const regional = (language: string): string =>
  navigator.languages.find(
    (each) => isTag(each) && each.split("-", 1)[0] === language && spokenLanguage(each) === language,
  ) ?? language;

/** Some systems report language names that no formatter accepts: "en-US@posix". */
const isTag = (name: string): boolean => /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(name);

const english: Texts = { ...en };
let locale = regional("en");
let catalogue: Texts = english;
const formats = new Map<string, (values: TextValues | undefined) => string>();

/** Switches to another language, loaded on demand; missing texts fall back to English. */
export function speak(language: string, texts: Texts): void {
  locale = regional(language);
  catalogue = texts;
  formats.clear();
}

/** Adds the English texts of a part of the client that is loaded later. */
export function learn(texts: Texts): void {
  Object.assign(english, texts);
  formats.clear();
}

export const currentLocale = (): string => locale;

export function t(key: TextKey, values?: TextValues): string {
  let format = formats.get(key);
  if (!format) {
    const [area = "", name = ""] = key.split(".");
    format = formatOf(catalogue[area]?.[name] ?? english[area]?.[name] ?? key);
    formats.set(key, format);
  }
  return format(values);
}

function formatOf(message: TextMessage): (values: TextValues | undefined) => string {
  if (typeof message === "string" && !/[{}']/.test(message)) return () => message;
  const parsed = typeof message === "string" ? parsedText(message) : message;
  const shown = isRightToLeft(locale) ? isolated : (values: TextValues | undefined) => values;
  const language = locale;
  return (values) => formatted(parsed, language, shown(values) ?? {});
}

/** Values that choose between words, and are not shown. */
const CHOICES = new Set(["yes", "no", "other"]);

/** Names from left to right must not reorder the words around them. */
const isolated = (values: TextValues | undefined): TextValues =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" && value !== "" && !CHOICES.has(value) ? `\u2068${value}\u2069` : value,
    ]),
  );
