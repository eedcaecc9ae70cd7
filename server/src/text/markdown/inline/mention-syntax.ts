/**
 * Parses mentions and links to channels and topics. `namesIn` and the rules share these patterns. Only the rules check
 * the preceding character, because list and quote marks have been removed by then.
 */
import { matchAt } from "./scan.ts";

const USER = /@(_?)\*\*([^*\n]+)\*\*/y;
const GROUP = /@(_?)\*([^*\n]+)\*/y;
const CHANNEL = /#\*\*([^*\n>]+)(?:>([^*\n]*))?\*\*/y;
const MAY_PRECEDE = /[\s'"({[/<]/;

export const CHANNEL_WILDCARDS: ReadonlySet<string> = new Set(["all", "everyone", "stream", "channel"]);
export const TOPIC_WILDCARD = "topic";

export interface WrittenUser {
  readonly silent: boolean;
  readonly name: string;
  /** From `Name|12`; then the name can be empty. */
  readonly id: number | undefined;
  readonly end: number;
}

export interface WrittenGroup {
  readonly silent: boolean;
  readonly name: string;
  readonly end: number;
}

export interface WrittenChannel {
  readonly channel: string;
  readonly topic: string | undefined;
  /** From `topic@214`. */
  readonly messageId: number | undefined;
  readonly end: number;
}

export function mayBeginAt(source: string, at: number): boolean {
  return at === 0 || MAY_PRECEDE.test(source[at - 1] ?? "");
}

export function writtenUser(source: string, at: number, limit = source.length): WrittenUser | undefined {
  const match = matchAt(USER, source, at, limit);
  if (match === undefined) return undefined;
  const written = match[2] ?? "";
  const withId = /^(.*)\|([0-9]{1,15})$/.exec(written);
  return {
    silent: match[1] === "_",
    name: withId?.[1] ?? written,
    id: withId === null ? undefined : Number(withId[2]),
    end: at + match[0].length,
  };
}

export function writtenGroup(source: string, at: number, limit = source.length): WrittenGroup | undefined {
  const match = matchAt(GROUP, source, at, limit);
  if (match === undefined) return undefined;
  return { silent: match[1] === "_", name: match[2] ?? "", end: at + match[0].length };
}

export function writtenChannel(source: string, at: number, limit = source.length): WrittenChannel | undefined {
  const match = matchAt(CHANNEL, source, at, limit);
  if (match === undefined) return undefined;
  const withMessage = /^(.*)@([0-9]{1,15})$/.exec(match[2] ?? "");
  return {
    channel: match[1] ?? "",
    topic: withMessage?.[1] ?? match[2],
    messageId: withMessage === null ? undefined : Number(withMessage[2]),
    end: at + match[0].length,
  };
}
