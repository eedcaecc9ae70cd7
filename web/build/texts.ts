/** Parses the message catalogue at build time, so that browsers load no parser. Plain sentences stay plain strings. */
import { pathToFileURL } from "node:url";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";
import type { ParsedMessage } from "../src/text/message-format.ts";

const CATALOGUE = /\/web\/src\/text\/[a-z]{2}(?:-\w+)?\/(?!index)[\w-]+\.ts$/;
/** A plain sentence must not contain ICU syntax, or the client would treat it as an unparsed message. */
const SYNTAX = /[{}']/;
const PARSER = "@formatjs/icu-messageformat-parser";

export function parsedTexts(): Plugin {
  return {
    name: "parsed-texts",
    apply: "build",
    enforce: "pre",
    config: () => ({
      resolve: { alias: [{ find: new RegExp(`^${PARSER}$`), replacement: `${PARSER}/no-parser.js` }] },
    }),
    async load(id) {
      if (!CATALOGUE.test(id)) return undefined;
      const areas = (await import(pathToFileURL(id).href)) as Record<string, Record<string, string>>;
      const lines = Object.entries(areas).map(([area, texts]) => {
        const parsed = Object.entries(texts).map(([key, message]) => [key, parsedMessage(message, `${area}.${key}`)]);
        return `export const ${area} = ${JSON.stringify(Object.fromEntries(parsed))};`;
      });
      return lines.join("\n");
    },
  };
}

function parsedMessage(message: string, key: string): string | ParsedMessage {
  try {
    const elements = parse(message, { ignoreTag: true, captureLocation: false });
    const [only] = elements;
    const isPlain = elements.length === 1 && only?.type === TYPE.literal && !SYNTAX.test(only.value);
    return isPlain ? only.value : short(elements);
  } catch (error) {
    throw new Error(`${key} is no ICU message: ${message}`, { cause: error });
  }
}

/** Words as they are, and without what is usual. */
const short = (elements: readonly MessageFormatElement[]): ParsedMessage =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return element.value;
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, { value }]) => [name, { value: short(value) }]);
    const rest = { type: element.type, value: element.value, options: Object.fromEntries(options) };
    if (element.type === TYPE.select) return rest;
    const { offset, pluralType } = element;
    return { ...rest, ...(offset === 0 ? {} : { offset }), ...(pluralType === "cardinal" ? {} : { pluralType }) };
  }) as ParsedMessage;
