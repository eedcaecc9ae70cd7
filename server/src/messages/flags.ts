/** A user's stored flags on a message: only where they differ from what the read mark says. */
import { Trait } from "./traits.ts";

export const Flag = {
  read: 1,
  starred: 2,
  collapsed: 4,
  /** By name, or through a group. */
  mentioned: 8,
  has_alert_word: 16,
  /** Below the read mark, but unread. */
  unread: 32,
  topic_wildcard_mentioned: 64,
  /** A bot received it because it was mentioned, without a subscription. */
  received: 128,
} as const;

export const MENTION_FLAGS = Flag.mentioned | Flag.topic_wildcard_mentioned;
/** Flags that depend on the text: set when it is sent, and again when it is edited. */
export const TEXT_FLAGS = MENTION_FLAGS | Flag.has_alert_word;

/** In list order. The last one is set for either wildcard. */
const LISTED = [
  "read",
  "starred",
  "collapsed",
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "has_alert_word",
  "historical",
  "wildcard_mentioned",
];
const STORED = ["starred", "collapsed", "mentioned", "topic_wildcard_mentioned", "has_alert_word"] as const;

/** The names of stored flags, except for read state, which also depends on the read mark. */
export const flagNames = (stored: number): string[] => STORED.filter((name) => stored & Flag[name]);

/** Flags that the message's text gives to everyone who received it. */
export const sharedFlags = (traits: number): string[] =>
  traits & Trait.channelWildcard ? ["stream_wildcard_mentioned"] : [];

/** Flags from several sources in the order that clients expect. */
export function listed(flags: readonly string[]): string[] {
  const hasWildcard = flags.some((flag) => flag.endsWith("_wildcard_mentioned"));
  if (flags.length < 2 && !hasWildcard) return [...flags];
  const all = new Set(hasWildcard ? [...flags, "wildcard_mentioned"] : flags);
  return LISTED.filter((flag) => all.has(flag));
}

/** Visitors have nothing unread and no flags of their own. */
export const VISITORS_FLAGS: string[] = ["read"];

export interface ReadState {
  /** Messages up to this id are read, except for exceptions; undefined where nothing can be unread. */
  readonly readUpto: number | undefined;
  /** Whether the user received the message when it was sent. */
  readonly received: boolean;
  /** Of the message itself. */
  readonly traits: number;
}

export function flagsOf(messageId: number, stored: number, state: ReadState): string[] {
  const received = state.received || (stored & Flag.received) !== 0;
  const flags = isRead(messageId, stored, state.readUpto) ? ["read"] : [];
  if (stored === 0 && received && state.traits === 0) return flags;
  flags.push(...flagNames(stored), ...(received ? sharedFlags(state.traits) : ["historical"]));
  return listed(flags);
}

export function isRead(messageId: number, stored: number, readUpto: number | undefined): boolean {
  const mark = readUpto ?? markOfReceived(stored);
  if (mark === undefined) return true;
  return messageId <= mark ? (stored & Flag.unread) === 0 : (stored & Flag.read) !== 0;
}

/** Without a subscription nothing can be unread, except for received messages: those are read if their row says so. */
export const markOfReceived = (stored: number): number | undefined => (stored & Flag.received ? 0 : undefined);

/** Whether a message addresses a reader: by name or group, or as a wildcard in a conversation that is not muted. */
export function speaksToReader(stored: number, traits: number, isMuted: () => boolean): boolean {
  if (stored & Flag.mentioned) return true;
  const isForAll = (stored & Flag.topic_wildcard_mentioned) !== 0 || (traits & Trait.channelWildcard) !== 0;
  return isForAll && !isMuted();
}
