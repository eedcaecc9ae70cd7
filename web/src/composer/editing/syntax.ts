/** How people, groups, channels and topics are written so that the server understands exactly them. */
import type { State } from "@parley/client";
import { narrowAddress } from "../../address/address.ts";
import { fragmentOf } from "../../address/fragment.ts";
import type { Names } from "../../address/names.ts";
import { channelNarrow, nearMessage, topicNarrow } from "../../address/narrow.ts";
import { topicName } from "../../state/conversation-names.ts";

/** Words that mean everybody when they stand where a name does. */
const WILDCARDS = new Set(["all", "everyone", "channel", "stream", "topic"]);
const ENDS_LIKE_ID = /\|\d{1,15}$/;
const BREAKS_MENTION = /[*\n`]|\$\$/;

interface Person {
  readonly user_id: number;
  readonly full_name: string;
}

interface Mentioning {
  readonly isSilent?: boolean;
  /** Whether others have the same name: then the id stands with it. */
  readonly isAmbiguous?: boolean;
}

const at = (isSilent = false) => (isSilent ? "@_" : "@");

export function personMention({ user_id, full_name }: Person, { isSilent, isAmbiguous }: Mentioning = {}): string {
  // A name that would end the mention is left out: the id says who is meant.
  if (BREAKS_MENTION.test(full_name)) return `${at(isSilent)}**|${user_id}**`;
  const needsId = isAmbiguous || WILDCARDS.has(full_name) || ENDS_LIKE_ID.test(full_name);
  return `${at(isSilent)}**${full_name}${needsId ? `|${user_id}` : ""}**`;
}

export const wildcardMention = (name: "all" | "topic", { isSilent }: Mentioning = {}): string =>
  `${at(isSilent)}**${name}**`;

/** Whether somebody else is called the same, for the server which does not mind case. */
export function isAmbiguousName({ user_id, full_name }: Person, { users }: Pick<State, "users">): boolean {
  const name = full_name.toLowerCase();
  for (const other of users.users.values())
    if (other.user_id !== user_id && other.full_name.toLowerCase() === name) return true;
  return false;
}

type Linking = Names & Pick<State, "groups" | "realm">;

export function groupMention(
  group: { readonly id: number; readonly name: string },
  { isSilent }: Mentioning,
  state: Linking,
): string {
  if (!BREAKS_MENTION.test(group.name)) return `${at(isSilent)}*${group.name}*`;
  const fragment = fragmentOf({ kind: "group", groupId: group.id, tab: "general" }, state);
  return `[${escaped(`@${group.name}`)}](#${fragment})`;
}

/** Signs that end the syntax or mean something else within it. */
const BREAKS_LINK = /[`>*&[\]\n]|\$\$/;
const ENDS_LIKE_MESSAGE = /@\d{1,15}$/;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "`": "&#96;",
  ">": "&gt;",
  "<": "&lt;",
  "*": "&#42;",
  "[": "&#91;",
  "]": "&#93;",
  $: "&#36;",
  "\n": " ",
};

/** Names as the text of a link, where nothing of them may be taken for Markdown. */
const escaped = (name: string) => name.replaceAll(/[&`<>*[\]$\n]/g, (sign) => ENTITIES[sign] ?? sign);

export interface LinkedTopic {
  readonly channelId: number;
  readonly topic?: string;
  readonly messageId?: number;
}

/** A channel, a topic in it, or a message there; as a plain link where their names do not fit the short form. */
export function channelLink({ channelId, topic, messageId }: LinkedTopic, state: Linking): string {
  const name = state.channels.channels.get(channelId)?.name ?? "";
  const fits = name !== "" && !BREAKS_LINK.test(name) && (topic === undefined || fitsTopic(topic, messageId));
  const behind = messageId === undefined ? "" : `@${messageId}`;
  if (fits) return `#**${name}${topic === undefined ? "" : `>${topic}${behind}`}**`;
  const narrow = topic === undefined ? channelNarrow(channelId) : topicNarrow(channelId, topic);
  const terms = messageId === undefined ? narrow : nearMessage(narrow, messageId);
  const called = topic === undefined ? "" : topicName(state, topic);
  const words = topic === undefined ? `#${name}` : `#${name} > ${called}${messageId === undefined ? "" : " @ 💬"}`;
  return `[${escaped(words)}](#${fragmentOf(narrowAddress(terms), state)})`;
}

const fitsTopic = (topic: string, messageId: number | undefined) =>
  !BREAKS_LINK.test(topic) && (messageId !== undefined || !ENDS_LIKE_MESSAGE.test(topic));
