/** The translations of the interface: complete, with the same values, and with the plurals of their language. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { texts as ar } from "./ar/index.ts";
import { texts as de } from "./de/index.ts";
import { en } from "./en/index.ts";
import { auditLogTexts } from "./en/index-audit-log.ts";
import { channelTexts } from "./en/index-channels.ts";
import { importTexts } from "./en/index-imports.ts";
import { integrationTexts } from "./en/index-integrations.ts";
import { laterTexts } from "./en/index-later.ts";
import { openedTexts } from "./en/index-opened.ts";
import { overviewTexts } from "./en/index-overview.ts";
import { secondFactorTexts } from "./en/index-second-factors.ts";
import { settingsTexts } from "./en/index-settings.ts";
import { trustTexts } from "./en/index-trust.ts";
import { texts as zh } from "./zh/index.ts";

type Areas = Readonly<Record<string, Readonly<Record<string, string>>>>;

const english: Areas = {
  ...en,
  ...laterTexts,
  ...openedTexts,
  ...settingsTexts,
  ...channelTexts,
  ...importTexts,
  ...secondFactorTexts,
  ...auditLogTexts,
  ...integrationTexts,
  ...overviewTexts,
  ...trustTexts,
};
const TRANSLATIONS: Readonly<Record<string, Areas>> = { ar, de, zh };
/** A longer text that equals the English one has been forgotten. */
const FORGOTTEN = /\p{L}{2,}(?:[^\p{L}{}]+\p{L}{2,}){3}/u;
const EXACTLY = { zero: "=0", one: "=1", two: "=2" } as Readonly<Record<string, string>>;

const parsed = (message: string) => parse(message, { ignoreTag: true });

function* elementsIn(elements: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const element of elements) {
    yield element;
    if ("options" in element) for (const { value } of Object.values(element.options)) yield* elementsIn(value);
  }
}

/** The values that a message needs, with how it shows them. */
function valuesIn(message: string): string[] {
  const found = new Set<string>();
  for (const element of elementsIn(parsed(message)))
    if (element.type !== TYPE.literal && element.type !== TYPE.pound && "value" in element)
      found.add(`${element.value} ${TYPE[element.type]}`);
  return [...found].sort();
}

/** Categories of the language that a plural of the message leaves out. */
function missingPlurals(message: string, language: string): string[] {
  const missing: string[] = [];
  for (const element of elementsIn(parsed(message))) {
    if (element.type !== TYPE.plural) continue;
    const type = element.pluralType as Intl.PluralRuleType;
    const given = Object.keys(element.options);
    // The text is the same for every number.
    if (given.every((option) => option === "other" || option.startsWith("="))) continue;
    const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
    missing.push(...pluralCategories.filter((each) => !given.includes(each) && !given.includes(EXACTLY[each] ?? each)));
  }
  return missing;
}

function* textsOf(areas: Areas): Generator<[key: string, text: string]> {
  for (const [area, texts] of Object.entries(areas))
    for (const [name, text] of Object.entries(texts)) yield [`${area}.${name}`, text];
}

for (const [language, areas] of Object.entries(TRANSLATIONS)) {
  test(`${language} has every text, and no other`, () => {
    const [here, there] = [areas, english].map((each) => [...textsOf(each)].map(([key]) => key).sort());
    assert.deepEqual(here, there);
  });

  test(`${language} shows the values that English shows`, () => {
    const translated = new Map(textsOf(areas));
    for (const [key, text] of textsOf(english)) {
      const wanted = valuesIn(text);
      // Where the number chooses the words in English alone, it may be shown as a number.
      const names = (values: readonly string[]) => [...new Set(values.map((value) => value.split(" ")[0]))];
      assert.deepEqual(names(valuesIn(translated.get(key) ?? "")), names(wanted), `${language} ${key}`);
    }
  });

  test(`${language} has the plurals of its language`, () => {
    for (const [key, text] of textsOf(areas)) assert.deepEqual(missingPlurals(text, language), [], `${key}: ${text}`);
  });

  test(`${language} leaves no sentence in English`, () => {
    const translated = new Map(textsOf(areas));
    const forgotten = [...textsOf(english)].filter(
      ([key, text]) => FORGOTTEN.test(text) && translated.get(key) === text,
    );
    assert.deepEqual(forgotten, []);
  });
}
