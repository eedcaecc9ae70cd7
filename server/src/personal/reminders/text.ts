/**
 * The text of a reminder, with the permissions and in the language of its owner. In every language, the note is quoted
 * in the third paragraph, where the web client looks for it.
 */

import { MAX_MESSAGE_LENGTH } from "../../kernel/api/limits.ts";
import type { Context } from "../../kernel/context.ts";
import type { Message } from "../../messages/access.ts";
import { participantsOf } from "../../messages/store.ts";
import { firstOfWidget } from "../../messages/submessages/store.ts";
import { UNKNOWN_NAME } from "../../people/users/access/unknown.ts";
import { canAccess } from "../../people/users/access/viewer.ts";
import type { UserRow } from "../../people/users/present.ts";
import { usersWithIds } from "../../people/users/store.ts";
import { block, directMessagePath, messageLink, messagePath, shortened, silently } from "../../text/notices/markup.ts";
import { noticesIn } from "../../text/notices/texts/index.ts";

export async function reminderText(ctx: Context, message: Message, note: string): Promise<string> {
  const { channel, subject, id } = message;
  const texts = noticesIn(ctx.user.settings.default_language).reminders;
  const reminded = { author: await authorOf(ctx, message), path: await pathOf(ctx, message) };
  const opening = texts.opening({ link: channel && messageLink(channel, subject, id), note });
  const widget = await widgetOf(ctx, message);
  if (widget !== undefined) return `${opening}\n\n${texts[widget](reminded)}`;
  const head = `${opening}\n\n${texts.said(reminded)}\n\n`;
  const frame = block("quote", message.content).length - message.content.length;
  const room = Math.max(1, MAX_MESSAGE_LENGTH - head.length - frame);
  return `${head}${block("quote", shortened(message.content, room))}`;
}

/** Hides the author's name from users who cannot access them. */
async function authorOf(ctx: Context, { sender_id }: Message): Promise<string> {
  const [author] = (await usersWithIds(ctx.db, [sender_id])) as [UserRow];
  return (await canAccess(ctx, author)) ? silently(author) : UNKNOWN_NAME;
}

async function pathOf({ db, user }: Context, { id, channel, subject, recipient_id }: Message): Promise<string> {
  if (channel) return messagePath(channel, subject, id);
  const people = ((await participantsOf(db, [recipient_id])).get(recipient_id) ?? []).map((person) => person.id);
  const others = people.filter((each) => each !== user.id);
  return directMessagePath(others.length > 0 ? others : people, id);
}

/** Polls and to-do lists are not quoted, because their source text means little elsewhere. */
async function widgetOf({ db }: Context, { id, content }: Message): Promise<"poll" | "todo" | undefined> {
  const [, named] = /^\/(poll|todo)(?=\s|$)/.exec(content) ?? [];
  if (named === undefined || (await firstOfWidget(db, id)) === undefined) return undefined;
  return named as "poll" | "todo";
}
