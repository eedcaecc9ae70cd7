/** Finds what can be completed at the caret: people, channels, topics, messages, emoji, commands, languages, times. */
import { isInCode, openBlockAt } from "./fences.ts";

export type Completing =
  | { readonly kind: "mention"; readonly isSilent: boolean; readonly start: number; readonly query: string }
  | { readonly kind: "channel"; readonly start: number; readonly query: string }
  | { readonly kind: "topic"; readonly channel: string; readonly start: number; readonly query: string }
  | {
      readonly kind: "message";
      readonly channel: string;
      readonly topic: string;
      readonly start: number;
      readonly query: string;
    }
  | { readonly kind: "emoji" | "command" | "time"; readonly start: number; readonly query: string }
  | { readonly kind: "language"; readonly fence: string; readonly start: number; readonly query: string };

/** The characters that may precede a mention or a channel, as on the server. */
const BEFORE = "(?<=^|[\\s'\"({[/<])";
/** A name may contain spaces; longer text is not a name. */
const NAME = "(?!\\s)([^*@#\\n`]{0,60})";

const MENTION = new RegExp(`${BEFORE}@(_?)\\*{0,2}${NAME}$`);
const CHANNEL = new RegExp(`${BEFORE}#(?:\\*\\*)?(?!\\s|#)([^*@#>\\n\`]{0,60})$`);
// The channel may be complete or still being typed.
const TOPIC = new RegExp(`${BEFORE}#(?:\\*\\*)?([^*#>\\n\`]{1,60})(?:\\*\\*)? ?>(?!\\s)([^*\\n\`]{0,60}?)$`);
const MESSAGE = new RegExp(`${BEFORE}#(?:\\*\\*)?([^*#>\\n\`]{1,60})>([^*\\n\`]{0,60}?)(?:\\*\\*)?@(\\w{0,20})$`);
const EMOJI = /(?<=^|[\s'"({[/<>*_~]):([a-z0-9_+-][\w+-]{0,40})$/i;
const COMMAND = /^\/([a-z0-9_-]{0,30})$/i;
const LANGUAGE = /(?<=^|\n)(`{3,}|~{3,})([\w+\-./#]{0,30})$/;
const TIME = /<time(?::([^>\n]{0,40}))?$/;
/** The longest text that can be completed. */
const FAR = 160;

export function completingAt(text: string, caret: number): Completing | undefined {
  const before = text.slice(Math.max(0, caret - FAR), caret);
  const language = LANGUAGE.exec(before);
  if (language) return completingLanguage(text, caret, language);
  if (isInCode(text, caret) || isInCodeSpan(before)) return undefined;
  const command = caret <= FAR ? COMMAND.exec(text.slice(0, caret)) : null;
  if (command) return { kind: "command", start: 0, query: command[1] ?? "" };
  return completingName(before, caret) ?? completingSign(before, caret);
}

/** A closing fence has no language. */
function completingLanguage(text: string, caret: number, [whole, fence = "", query = ""]: RegExpExecArray) {
  const block = openBlockAt(text, caret);
  const closes = block?.fence === fence || (block !== undefined && isInCode(text, caret));
  if (closes || (query === "" && fence.length < 3)) return undefined;
  return { kind: "language" as const, fence, start: caret - whole.length, query };
}

function completingName(before: string, caret: number): Completing | undefined {
  const startOf = (match: RegExpExecArray) => caret - match[0].length;
  const message = MESSAGE.exec(before);
  if (message) {
    const [, channel = "", topic = "", query = ""] = message;
    return { kind: "message", channel, topic, start: startOf(message), query };
  }
  const topic = TOPIC.exec(before);
  if (topic) return { kind: "topic", channel: topic[1] ?? "", start: startOf(topic), query: topic[2] ?? "" };
  const channel = CHANNEL.exec(before);
  if (channel) return { kind: "channel", start: startOf(channel), query: channel[1] ?? "" };
  const mention = MENTION.exec(before);
  if (!mention) return undefined;
  return { kind: "mention", isSilent: mention[1] === "_", start: startOf(mention), query: mention[2] ?? "" };
}

function completingSign(before: string, caret: number): Completing | undefined {
  const emoji = EMOJI.exec(before);
  if (emoji) return { kind: "emoji", start: caret - emoji[0].length, query: emoji[1] ?? "" };
  const time = TIME.exec(before);
  return time ? { kind: "time", start: caret - time[0].length, query: time[1] ?? "" } : undefined;
}

/** An unclosed backtick on this line. */
function isInCodeSpan(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  let open: number | undefined;
  for (const [run] of line.matchAll(/`+/g)) {
    if (open === undefined) open = run.length;
    else if (open === run.length) open = undefined;
  }
  return open !== undefined;
}
