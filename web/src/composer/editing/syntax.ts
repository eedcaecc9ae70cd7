/** The exact syntax for people, groups, channels and topics. */
import type { State } from "@parley/client";
import { narrowAddress } from "../../address/address.ts";
import { fragmentOf } from "../../address/fragment.ts";
import type { Names } from "../../address/names.ts";
import { channelNarrow, nearMessage, topicNarrow } from "../../address/narrow.ts";
import { topicName } from "../../state/conversation-names.ts";

/** Words that mean everyone in place of a name. */
const WILDCARDS = new Set(["all", "everyone", "channel", "stream", "topic"]);
const ENDS_LIKE_ID = /\|\d{1,15}$/;
const BREAKS_MENTION = /[*\n`]|\$\$/;

interface MentionedPerson {
  readonly user_id: number;
  readonly full_name: string;
}

interface Mentioning {
  readonly isSilent?: boolean;
  /** Whether others have the same name: then the id is included. */
  readonly isAmbiguous?: boolean;
}

const at = (isSilent = false) => (isSilent ? "@_" : "@");

export function personMention(
  { user_id, full_name }: MentionedPerson,
  { isSilent, isAmbiguous }: Mentioning = {},
): string {
  // A name that would end the mention is left out; the id identifies the user.
  if (BREAKS_MENTION.test(full_name)) return `${at(isSilent)}**|${user_id}**`;
  const needsId = isAmbiguous || WILDCARDS.has(full_name) || ENDS_LIKE_ID.test(full_name);
  return `${at(isSilent)}**${full_name}${needsId ? `|${user_id}` : ""}**`;
}

export const wildcardMention = (name: "all" | "topic", { isSilent }: Mentioning = {}): string =>
  `${at(isSilent)}**${name}**`;

/** Whether someone else has the same name, ignoring case like the server. */
export function isAmbiguousName({ user_id, full_name }: MentionedPerson, { users }: Pick<State, "users">): boolean {
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

/** Characters that end the syntax or have another meaning in it. */
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

/** A name as link text, with Markdown escaped. */
const escaped = (name: string) => name.replaceAll(/[&`<>*[\]$\n]/g, (sign) => ENTITIES[sign] ?? sign);

export interface LinkedTopic {
  readonly channelId: number;
  readonly topic?: string;
  readonly messageId?: number;
}

/** A link to a channel, a topic or a message; a plain link if a name does not fit the short form. */
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
