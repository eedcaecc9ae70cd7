/** Numbers of things, in the plural forms of each language. `#` stands for the number. */
import { languageTag, type SpokenLanguage } from "./languages.ts";

function counter<Form extends Intl.LDMLPluralRule>(language: SpokenLanguage) {
  const rules = new Intl.PluralRules(languageTag(language));
  const numbers = new Intl.NumberFormat(languageTag(language));
  return (count: number, forms: Readonly<Record<Form, string>>): string =>
    forms[rules.select(count) as Form].replace("#", numbers.format(count));
}

export const inEnglish = counter<"one" | "other">("en");
export const inGerman = counter<"one" | "other">("de");
export const inChinese = counter<"other">("zh");
export const inArabic = counter<"zero" | "one" | "two" | "few" | "many" | "other">("ar");
