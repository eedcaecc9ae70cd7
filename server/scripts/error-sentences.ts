/**
 * The sentences in the server's code that are translated: templates tagged with `said`, and the string literals of
 * `apiError` and `badRequest`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, parse, walk } from "../mutate/parse.ts";
import { sources } from "./import-graph.ts";

const SOURCES = join(import.meta.dirname, "../src");
/** Where the declarations themselves are made. */
const DECLARING = new Set(["kernel/api/errors.ts", "kernel/api/sentences.ts"]);

interface FoundSentences {
  /** With the files that say them. */
  readonly sentences: ReadonlyMap<string, readonly string[]>;
  /** Declarations whose message is put together in another way, so that no translation could be found. */
  readonly unclear: readonly string[];
}

export function errorSentences(): FoundSentences {
  const sentences = new Map<string, string[]>();
  const unclear: string[] = [];
  for (const file of sources()) {
    const source = readFileSync(join(SOURCES, file), "utf8");
    if (!/\b(?:said|apiError|badRequest)\b/.test(source)) continue;
    const add = (sentence: string) => sentences.set(sentence, [...(sentences.get(sentence) ?? []), file]);
    walk(parse(file, source), (node) => {
      if (node.type === "TaggedTemplateExpression" && isNamed(node.tag, "said")) add(templateOf(node.quasi.quasis));
      const declared = messageIn(node);
      if (declared?.type === "Literal") add(String(declared.value));
      else if (declared && !DECLARING.has(file) && !isSaid(declared))
        unclear.push(`${file}: ${source.slice(declared.start, declared.end)}`);
    });
  }
  return { sentences, unclear };
}

const isNamed = (node: Node, name: string): boolean => node.type === "Identifier" && node.name === name;

const templateOf = (quasis: readonly { readonly value: { readonly cooked: string | null } }[]): string =>
  quasis.map(({ value }, index) => (index === 0 ? "" : `{${index - 1}}`) + value.cooked).join("");

/** The message of an error's declaration. */
function messageIn(node: Node): Node | undefined {
  if (node.type !== "CallExpression") return undefined;
  if (isNamed(node.callee, "apiError")) return node.arguments[1];
  return isNamed(node.callee, "badRequest") ? node.arguments[0] : undefined;
}

/** The compiler checks what functions and names return. */
const isSaid = ({ type }: Node): boolean =>
  type === "TaggedTemplateExpression" || type === "ArrowFunctionExpression" || type === "Identifier";
