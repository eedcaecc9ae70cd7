/** Numbers of things, in the plural forms of each language. `#` stands for the number. */
import { languageTag, type SpokenLanguage } from "./languages.ts";

function counter<Form extends Intl.LDMLPluralRule>(language: SpokenLanguage) {
  // Made with the first number: most servers speak few languages, and making these for all took 25 ms of a start.
  let made: { readonly rules: Intl.PluralRules; readonly numbers: Intl.NumberFormat } | undefined;
  return (count: number, forms: Readonly<Record<Form, string>>): string => {
    const tag = languageTag(language);
    made ??= { rules: new Intl.PluralRules(tag), numbers: new Intl.NumberFormat(tag) };
    return forms[made.rules.select(count) as Form].replace("#", made.numbers.format(count));
  };
}

export const inEnglish = counter<"one" | "other">("en");
export const inGerman = counter<"one" | "other">("de");
export const inChinese = counter<"other">("zh");
export const inArabic = counter<"zero" | "one" | "two" | "few" | "many" | "other">("ar");
