/** Converts pasted rich text to Markdown. The HTML is read in an inert document and then discarded. */
import { fenced } from "./fences.ts";
import { inParentheses, isAddress, linkText } from "./links.ts";
import { tableOf } from "./tables.ts";

/** The parts of a document node that are needed. */
export interface RichNode {
  /** 1 for an element, 3 for text. */
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<RichNode>;
  getAttribute?(name: string): string | null;
}

const ELEMENT = 1;
const TEXT = 3;

const UNSEEN = new Set(["head", "meta", "style", "script", "title", "template", "noscript", "svg", "link"]);
const BLOCKS = new Set(
  "address article aside body dd div dl dt figure figcaption footer form header main nav p section".split(" "),
);
const MARKED: Readonly<Record<string, string>> = {
  b: "**",
  strong: "**",
  i: "*",
  em: "*",
  s: "~~",
  del: "~~",
  strike: "~~",
};
/** Elements that mean more than their text. */
const MEANINGFUL = /^(?:b|strong|i|em|s|del|strike|code|pre|a|h[1-6]|ul|ol|blockquote|table|hr|img)$/;

/** The Markdown of the pasted content, or undefined if it is really plain text. */
export function markdownOf(body: RichNode): string | undefined {
  if (!isMeaningful(body)) return undefined;
  const text = blocksOf(body).trim();
  return text === "" ? undefined : text;
}

const tagOf = (node: RichNode) => node.nodeName.toLowerCase();
const attribute = (node: RichNode, name: string) => node.getAttribute?.(name) ?? "";

function isMeaningful(node: RichNode): boolean {
  for (const child of node.childNodes) {
    if (child.nodeType !== ELEMENT) continue;
    if (MEANINGFUL.test(tagOf(child)) && markOf(child) !== "") return true;
    if (!UNSEEN.has(tagOf(child)) && isMeaningful(child)) return true;
  }
  return false;
}

/** The mark of an element; empty if its style overrides it, as word processors do. */
function markOf(node: RichNode): string | undefined {
  const mark = MARKED[tagOf(node)];
  const style = attribute(node, "style");
  if (mark === "**" && /font-weight:\s*(?:normal|[1-4]00)/.test(style)) return "";
  if (mark === "*" && /font-style:\s*normal/.test(style)) return "";
  return mark;
}

const isBlock = (node: RichNode) =>
  BLOCKS.has(tagOf(node)) || /^(?:h[1-6]|ul|ol|li|pre|blockquote|table|hr)$/.test(tagOf(node));

function hasBlocks(node: RichNode): boolean {
  for (const child of node.childNodes)
    if (child.nodeType === ELEMENT && (isBlock(child) || hasBlocks(child))) return true;
  return false;
}

/** Blocks separated by an empty line; text between blocks is a paragraph. */
function blocksOf(node: RichNode): string {
  const blocks: string[] = [];
  let words = "";
  const endWords = () => {
    const text = tidied(words);
    if (text !== "") blocks.push(text);
    words = "";
  };
  for (const child of node.childNodes) {
    const holdsBlocks = child.nodeType === ELEMENT && (isBlock(child) || hasBlocks(child));
    if (!holdsBlocks) {
      words += inlineOf(child, "");
      continue;
    }
    endWords();
    const block = blockOf(child);
    if (block.trim() !== "") blocks.push(block);
  }
  endWords();
  return blocks.join("\n\n");
}

/** Collapses white space like a browser; `br` is a line break. */
const tidied = (text: string) =>
  text
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/ {2,}/g, " ")
    .trim();

function blockOf(node: RichNode): string {
  const tag = tagOf(node);
  if (UNSEEN.has(tag)) return "";
  if (/^h[1-6]$/.test(tag)) return `${"#".repeat(Number(tag[1]))} ${oneLine(node)}`;
  switch (tag) {
    case "ul":
    case "ol":
      return listOf(node);
    case "pre":
      return fenced((node.textContent ?? "").replace(/\n$/, ""), languageOf(node));
    case "blockquote":
      return blocksOf(node).replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">");
    case "table":
      return tableOf(rowsOf(node));
    case "hr":
      return "---";
    default:
      return blocksOf(node);
  }
}

const oneLine = (node: RichNode) => tidied(childrenInline(node, "")).replaceAll("\n", " ");

function languageOf(node: RichNode): string {
  const [code] = elementsIn(node, "code");
  const classes = `${attribute(node, "class")} ${code ? attribute(code, "class") : ""}`;
  return /\b(?:language|lang)-([\w+#.-]+)/.exec(classes)?.[1] ?? "";
}

const INDENT = "  ";

function listOf(list: RichNode): string {
  const isNumbered = tagOf(list) === "ol";
  let number = Number(attribute(list, "start")) || 1;
  const items: string[] = [];
  for (const child of list.childNodes) {
    if (child.nodeType !== ELEMENT) continue;
    const tag = tagOf(child);
    // Some editors put a nested list next to its item.
    if (tag === "ul" || tag === "ol") items.push(listOf(child).replaceAll(/^/gm, INDENT));
    if (tag !== "li") continue;
    const text = blocksOf(child).replaceAll("\n\n", "\n").replaceAll("\n", `\n${INDENT}`);
    items.push(`${isNumbered ? `${number}.` : "-"} ${text}`);
    number += 1;
  }
  return items.join("\n");
}

function rowsOf(table: RichNode): string[][] {
  return elementsIn(table, "tr").map((row) =>
    [...row.childNodes].filter((cell) => /^t[dh]$/i.test(cell.nodeName)).map((cell) => oneLine(cell)),
  );
}

function elementsIn(node: RichNode, tag: string): RichNode[] {
  return [...node.childNodes].flatMap((child) => {
    if (child.nodeType !== ELEMENT) return [];
    return tagOf(child) === tag ? [child] : elementsIn(child, tag);
  });
}

const childrenInline = (node: RichNode, within: string): string =>
  [...node.childNodes].map((child) => inlineOf(child, within)).join("");

/** `within` contains the enclosing marks, which are not repeated. */
function inlineOf(node: RichNode, within: string): string {
  if (node.nodeType === TEXT) return (node.textContent ?? "").replaceAll(/\s+/g, " ");
  if (node.nodeType !== ELEMENT || UNSEEN.has(tagOf(node))) return "";
  const mark = markOf(node);
  if (mark !== undefined && mark !== "" && !within.includes(`[${mark}]`))
    return marked(childrenInline(node, `${within}[${mark}]`), mark);
  switch (tagOf(node)) {
    case "br":
      return "\n";
    case "code":
      return marked((node.textContent ?? "").replaceAll(/\s+/g, " "), "`");
    case "a":
      return linkOf(attribute(node, "href"), childrenInline(node, within));
    case "img":
      return linkOf(attribute(node, "src"), attribute(node, "alt"));
    default:
      return childrenInline(node, within);
  }
}

/** Marks need letters beside them, stay within one line, and enclose something. */
function marked(text: string, mark: string): string {
  // Two asterisks inside are bold, which italic may enclose.
  const within = mark === "*" ? text.replaceAll("**", "") : text;
  if (text.trim() === "" || within.includes(mark)) return text;
  return text
    .split("\n")
    .map((line) =>
      line.replace(/^(\s*)(.*?)(\s*)$/, (_, before, words, after) => {
        return words === "" ? line : `${before}${mark}${words}${mark}${after}`;
      }),
    )
    .join("\n");
}

function linkOf(address: string, words: string): string {
  const name = tidied(words).replaceAll("\n", " ");
  if (!isAddress(address)) return words;
  if (name === "" || name === address || `${name}/` === address) return address;
  return `[${linkText(name)}](${inParentheses(address)})`;
}
