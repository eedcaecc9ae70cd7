/**
 * Translates Slack's markup ("mrkdwn") to Markdown: references in angle brackets, one star for bold, one underscore for
 * italics, one tilde for strikethrough. Code stays as it is, except that Slack escapes three characters everywhere.
 */
import { linkTarget } from "../links.ts";
import type { LocalNames } from "../records.ts";

/** The names that the archive itself has, as far as it was read: the same in every run. */
export interface NamesThere {
  person(id: string): string | undefined;
  channel(id: string): string | undefined;
}

/** What the markup refers to by ids. */
export interface SlackNames extends LocalNames {
  /** For what is not known here. */
  readonly there?: NamesThere | undefined;
}

const CODE = /```[\s\S]*?```|`[^`\n]+`/g;
const REFERENCE = /<([^<>\n]{1,4000})>/g;

/** Without any of these, a text is the same in Markdown. */
const MARKUP = /[<&*_~`•◦▪\uE000-\uE002]/;

export function markdownFrom(text: string, names: SlackNames): string {
  if (!MARKUP.test(text)) return text.trim();
  let result = "";
  let from = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    result += formatted(text.slice(from, index), names) + codeFrom(code);
    from = index + code.length;
  }
  return (result + formatted(text.slice(from), names)).trim();
}

/**
 * Without any markup, for the name of a topic. Names here do not matter for it: they may change while an import is interrupted,
 * and its replies would be in another topic.
 */
export function plainFrom(text: string, there?: NamesThere): string {
  const bare = text.replaceAll("```", " ").replace(REFERENCE, (_, inner: string) => plainReference(inner, there));
  return unescaped(bare.replace(/(^|[\s(])([*_~`])(\S(?:[^\n]*?\S)?)\2(?=$|[\s).,:;!?])/g, "$1$3")).trim();
}

export const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** Slack puts links into code too; a fence stands in lines of its own. */
function codeFrom(code: string): string {
  const linked = code.replace(REFERENCE, (_, inner: string) => {
    const [target = "", label] = split(inner);
    return label ?? target;
  });
  const plain = unescaped(linked);
  if (!plain.startsWith("```")) return plain;
  const inner = plain.slice(3, -3).replace(/^\n/, "").replace(/\n$/, "");
  return `\n\`\`\`\n${inner}\n\`\`\`\n`;
}

function formatted(text: string, names: SlackNames): string {
  const quoted = text.replace(/^(?:&gt;)+ ?/gm, (marks) => "> ".repeat(Math.min(3, marks.trim().length / 4)));
  const kept: string[] = [];
  // References are put aside, because URLs contain characters that are markup.
  const aside = quoted.replace(
    REFERENCE,
    (_, inner: string) => `\uE000${kept.push(reference(inner, names)) - 1}\uE001`,
  );
  const marked = unescaped(emphasized(aside)).replace(/^[ \t]*[•◦▪] ?/gm, "* ");
  return marked.replace(/\uE000(\d{1,9})\uE001/g, (_, index: string) => kept[Number(index)] ?? "");
}

const EDGE_BEFORE = "(?<=^|[\\s(\\[{\"'>*_~])";
const EDGE_AFTER = "(?=$|[\\s)\\]}\"'.,:;!?*_~-])";
const emphasis = (mark: string) =>
  new RegExp(`${EDGE_BEFORE}${mark}(?=\\S)([^${mark}\\n]*[^\\s${mark}])${mark}${EDGE_AFTER}`, "gm");
const [BOLD, ITALIC, STRIKE] = [emphasis("\\*"), emphasis("_"), emphasis("~")];

/** Italics first: their new stars must not be taken for bold ones. */
const emphasized = (text: string): string =>
  text.replace(ITALIC, "\uE002$1\uE002").replace(BOLD, "**$1**").replace(STRIKE, "~~$1~~").replaceAll("\uE002", "*");

function split(inner: string): [target: string, label: string | undefined] {
  const at = inner.indexOf("|");
  return at === -1 ? [inner, undefined] : [inner.slice(0, at), inner.slice(at + 1)];
}

function reference(inner: string, names: SlackNames): string {
  const [target, label] = split(inner);
  const id = target.slice(1);
  switch (target[0]) {
    case "@": {
      const person = names.person(id);
      return person ? `@**${person.full_name}|${person.id}**` : `@${label ?? names.there?.person(id) ?? id}`;
    }
    case "#": {
      const channel = names.channel(id);
      return channel === undefined ? `#${unescaped(label ?? id)}` : `#**${channel}**`;
    }
    case "!":
      return command(id, label);
    default:
      return link(unescaped(target), label === undefined ? undefined : unescaped(label));
  }
}

function command(name: string, label: string | undefined): string {
  if (["here", "channel", "everyone"].includes(name)) return "@**all**";
  const time = /^date\^(\d{1,11})\^/.exec(name)?.[1];
  if (time !== undefined) return `<time:${new Date(Number(time) * 1000).toISOString()}>`;
  return unescaped(label ?? name.split("^")[0] ?? name);
}

function link(target: string, label: string | undefined): string {
  const plain = target.replace(/^(?:mailto|tel):/i, "");
  if (label === undefined || label === "" || label === target || label === plain) return plain;
  return `[${label.replace(/[[\]\n]/g, " ").trim()}](${linkTarget(target)})`;
}

function plainReference(inner: string, there: NamesThere | undefined): string {
  const [target, label] = split(inner);
  const id = target.slice(1);
  if (target.startsWith("@")) return `@${there?.person(id) ?? label ?? id}`;
  if (target.startsWith("#")) return `#${there?.channel(id) ?? label ?? id}`;
  return label ?? (target.startsWith("!") ? `@${id.split("^")[0]}` : target);
}
