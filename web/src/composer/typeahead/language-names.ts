/** Every name that can be written after a fence: more than a thousand, loaded when a fence is first completed. */
import table from "@parley/server/text/markdown/code/languages.json" with { type: "json" };

export const LANGUAGE_NAMES: readonly string[] = Object.values(table).flatMap(([, names = ""]) => names.split(" "));
