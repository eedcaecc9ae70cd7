/** Markup for notices, so that clients show people and places correctly. */

import { isLonger } from "../../kernel/names/printable.ts";
import { channelFragment, fragmentPart } from "../markdown/addresses.ts";

/** A silent mention of a user. */
export const silently = ({ full_name, id }: { full_name: string; id: number }): string => `@_**${full_name}|${id}**`;

interface NamedChannel {
  readonly id: number;
  readonly name: string;
}

/** In a name these would end the link. */
const UNLINKABLE = /[`>*&[\]]|\$\$/;

/** A silent mention of a group. */
export const silentlyGroup = ({ name }: { name: string }): string =>
  UNLINKABLE.test(name) ? `**${plainly(name)}**` : `@_*${name}*`;

export function channelLink(channel: NamedChannel): string {
  if (!UNLINKABLE.test(channel.name)) return `#**${channel.name}**`;
  return `[#${plainly(channel.name)}](${channelPath(channel)})`;
}

export function topicLink(channel: NamedChannel, topic: string): string {
  if (![channel.name, topic].some((name) => UNLINKABLE.test(name))) return `#**${channel.name}>${topic}**`;
  return `[#${plainly(channel.name)} > ${plainly(topic)}](${topicPath(channel, topic)})`;
}

export function messageLink(channel: NamedChannel, topic: string, messageId: number): string {
  if (![channel.name, topic].some((name) => UNLINKABLE.test(name))) return `#**${channel.name}>${topic}@${messageId}**`;
  return `[#${plainly(channel.name)} > ${plainly(topic)} @ 💬](${messagePath(channel, topic, messageId)})`;
}

/** A link to a message, with a custom text. */
export const messagePath = (channel: NamedChannel, topic: string, messageId: number): string =>
  `${topicPath(channel, topic)}/near/${messageId}`;

/** A link to a message in a direct conversation; the people are the others, or only oneself. */
export const directMessagePath = (userIds: readonly number[], messageId: number): string =>
  `/#narrow/dm/${userIds.join(",")}-${userIds.length > 1 ? "group" : "dm"}/near/${messageId}`;

const channelPath = ({ id, name }: NamedChannel) => channelFragment({ stream_id: id, name });
export const topicPath = (channel: NamedChannel, topic: string) =>
  `${channelPath(channel)}/topic/${fragmentPart(topic)}`;

const ENTITIES: Readonly<Record<string, string>> = {
  "`": "&#96;",
  ">": "&gt;",
  "*": "&#42;",
  "&": "&amp;",
  "[": "&#91;",
  "]": "&#93;",
  $: "&#36;",
};

/** A name as plain text. */
export const plainly = (name: string) => name.replace(/[`>*&[\]$]/g, (sign) => ENTITIES[sign] as string);

/** Line by line, so that nothing in the text can end the quote. */
export const quote = (text: string): string =>
  text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");

/** In a block of its kind (`spoiler Title`), with a fence that the text cannot close: the last thing in a notice. */
export function block(kind: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence} ${kind}\n${text}\n${fence}`;
}

/** Only the server's own text is truncated: a notice must not fail because of a long name. */
export function shortened(text: string, limit: number): string {
  // A character has at most two code units, so the rest is not looked at.
  return isLonger(text, limit) ? `${[...text.slice(0, 2 * limit)].slice(0, limit - 1).join("")}…` : text;
}
