/**
 * Formats ICU messages that the build has parsed. Of their syntax it knows what our texts use: values, numbers, plurals
 * and choices.
 */
import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from "@formatjs/icu-messageformat-parser";

/** Words, and what stands between them. The build leaves out what is usual. */
type TextElement = string | Exclude<MessageFormatElement, PluralElement | SelectElement> | PluralText | SelectText;
export type ParsedMessage = readonly TextElement[];

type Options = Readonly<Record<string, { readonly value: ParsedMessage }>>;
type SelectText = Pick<SelectElement, "type" | "value"> & { readonly options: Options };
type PluralText = Pick<PluralElement, "type" | "value"> &
  Partial<Pick<PluralElement, "offset" | "pluralType">> & { readonly options: Options };
type FormatValues = Readonly<Record<string, unknown>>;

const numberFormats = new Map<string, Intl.NumberFormat>();
const pluralRules = new Map<string, Intl.PluralRules>();

function numberText(value: number, locale: string, options: Intl.NumberFormatOptions = {}): string {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, format);
  return format.format(value);
}

function pluralOf(value: number, locale: string, type: Intl.PluralRuleType): string {
  const key = `${locale} ${type}`;
  const rules = pluralRules.get(key) ?? new Intl.PluralRules(locale, { type });
  pluralRules.set(key, rules);
  return rules.select(value);
}

/** Texts are parsed by the build; here only where there is none, as in tests. */
export const parsedText = (text: string): ParsedMessage => parse(text, { ignoreTag: true, captureLocation: false });

export function formatted(message: ParsedMessage, locale: string, values: FormatValues, counted?: number): string {
  let text = "";
  for (const element of message) text += formattedElement(element, locale, values, counted);
  return text;
}

function formattedElement(element: TextElement, locale: string, values: FormatValues, counted = 0): string {
  if (typeof element === "string") return element;
  if (element.type === TYPE.literal) return element.value;
  if (element.type === TYPE.pound) return numberText(counted, locale);
  if (!(element.value in values)) throw new Error(`The text needs a value for ${element.value}.`);
  const value = values[element.value];
  switch (element.type) {
    case TYPE.argument:
      return String(value ?? "");
    case TYPE.number: {
      const { style } = element;
      return numberText(Number(value), locale, typeof style === "object" ? (style?.parsedOptions ?? {}) : {});
    }
    case TYPE.select: {
      const chosen = element.options[String(value)] ?? element.options.other;
      return formatted(chosen?.value ?? [], locale, values, counted);
    }
    case TYPE.plural: {
      const { options, offset = 0, pluralType = "cardinal" } = element;
      const rest = Number(value) - offset;
      const chosen = options[`=${value}`] ?? options[pluralOf(rest, locale, pluralType)] ?? options.other;
      return formatted(chosen?.value ?? [], locale, values, rest);
    }
    default:
      throw new Error(`Texts do not use ${TYPE[element.type]}.`);
  }
}
