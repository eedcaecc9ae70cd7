import { hasContentAccess } from "../../channels/permissions.ts";
import { sightOf } from "../../channels/sight.ts";
import type { Channel } from "../../channels/store.ts";
import type { PersonalPart } from "../../kernel/api/event.ts";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { append } from "../../kernel/events/log.ts";
import { viewersOf } from "../../people/users/viewers.ts";
import type { Message } from "../access.ts";
import { type Viewing, viewingsOf } from "../audience.ts";
import { HIDDEN_CHANNEL } from "../contract.ts";
import { linksOfTopic } from "../linkifiers.ts";
import { updateMessageEvent } from "./events.ts";
import { type ReaderFlags, readerFlags } from "./flags.ts";
import type { Followers } from "./followers.ts";
import type { Move, NewContent } from "./plan.ts";
import { traitsOfMessage } from "./store.ts";

export interface EditAnnouncement {
  readonly edited?: { readonly content: NewContent; readonly before: EarlierText; readonly traits: number } | undefined;
  readonly move?: Move | undefined;
  /** The moved messages, or the edited one; ascending. */
  readonly ids: readonly MessageId[];
  /** Set when the channel changed. */
  readonly followers?: Followers | undefined;
  /** Users who were notified of this message before the change, although the change removed the reason. */
  readonly reached?: readonly UserId[] | undefined;
}

type EarlierText = Pick<Message, "content" | "rendered_content">;
/** The message named in the request, before the change. It may not be among the moved ones. */
type AnnouncedMessage = Pick<Message, "id" | "sender_id" | "subject" | "recipient_id" | "channel">;

/** Notifies everyone who can see the messages now. */
export async function announceUpdate(
  ctx: WriteContext,
  message: AnnouncedMessage,
  update: EditAnnouncement,
): Promise<void> {
  const { db } = ctx;
  const { edited, move, ids } = update;
  if (ids.length === 0) return;
  const channel = move?.to ?? message.channel;
  const place = { recipient_id: channel?.recipient_id ?? message.recipient_id, channel };
  const isHistoryShown = ctx.realm.settings.message_edit_history_visibility_policy === "all";
  const viewings: readonly EditAudience[] = update.followers
    ? await byKnowledge(ctx, message.channel as Channel, update.followers.told)
    : (await viewingsOf(db, place, ids)).map((viewing) => alsoTo(viewing, update.reached ?? []));
  for (const viewing of viewings) {
    const isSeen = viewing.ids.includes(message.id);
    // Hidden messages are not revealed, even if they move together with visible ones.
    const message_id = isSeen ? message.id : (viewing.ids[0] as MessageId);
    const traits = isSeen && edited ? edited.traits : await traitsOfMessage(db, message_id);
    const flags = await readerFlags(db, place, { id: message_id, traits });
    const event = updateMessageEvent({
      user_id: ctx.user.id,
      rendering_only: false,
      message_id,
      message_ids: [...viewing.ids],
      flags: flags.usual,
      edit_timestamp: ctx.now,
      ...originFields(message, viewing),
      ...(edited && isSeen ? contentFields(edited.content) : {}),
      ...(edited && isSeen && isHistoryShown ? earlierText(edited.before) : {}),
      ...(move ? moveFields(ctx, message, move, viewing) : {}),
    });
    const personal = personalFlags(flags, viewing);
    // Where earlier text is not shown, its author still knows it.
    if (edited && isSeen && !isHistoryShown)
      personal[message.sender_id] = { ...personal[message.sender_id], ...earlierText(edited.before) };
    append(ctx, event, viewing.audience, optionsWith(personal));
  }
}

/** Users are added by name only where everyone sees the same messages. */
function alsoTo(viewing: Viewing, reached: readonly UserId[]): Viewing {
  const { subscribersOf, except, users = [] } = viewing.audience;
  if (reached.length === 0 || subscribersOf === undefined || except) return viewing;
  return { ...viewing, audience: { ...viewing.audience, users: [...new Set([...users, ...reached])] } };
}

/** A new rendering, such as a preview, which is not an edit. */
export async function announceRendering(ctx: Writing, message: Message, rendered_content: string): Promise<void> {
  const { db, now } = ctx;
  const { id, content } = message;
  for (const viewing of await viewingsOf(db, message, [id])) {
    const flags = await readerFlags(db, message, message);
    const event = updateMessageEvent({
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      flags: flags.usual,
      edit_timestamp: now,
      content,
      rendered_content,
    });
    append(ctx, event, viewing.audience, optionsWith(personalFlags(flags, viewing)));
  }
}

interface EditAudience extends Viewing {
  /** What users learn about where the messages came from. */
  readonly origin?: "place" | "channel" | "nothing";
}

/** Messages may move out of a private channel to people who could not read them there, or do not know it. */
async function byKnowledge(
  { db, realm }: WriteContext,
  from: Channel,
  told: readonly Viewing[],
): Promise<EditAudience[]> {
  if (!from.invite_only) return [...told];
  const people = told.flatMap(({ audience }) => audience.users ?? []);
  const viewers = await viewersOf(db, realm.id, people);
  const knowing = (await sightOf(db, [from], viewers)).get(from.id);
  const reading = (await sightOf(db, [from], viewers, hasContentAccess)).get(from.id);
  const originFor = (id: UserId) => (reading?.has(id) ? "place" : knowing?.has(id) ? "channel" : "nothing");
  return told.flatMap(({ ids, audience: { users = [] } }) =>
    [...Map.groupBy(users, originFor)].map(([origin, some]) => ({ ids, audience: { users: some }, origin })),
  );
}

/** Where the messages were. */
function originFields({ channel }: AnnouncedMessage, { origin }: EditAudience) {
  if (!channel) return {};
  return origin === "nothing" ? { stream_id: HIDDEN_CHANNEL } : { stream_id: channel.id, stream_name: channel.name };
}

const contentFields = ({ content, rendered }: NewContent) => ({
  content,
  rendered_content: rendered.html,
  is_me_message: content.startsWith("/me "),
});

const earlierText = ({ content, rendered_content }: EarlierText) => ({
  orig_content: content,
  orig_rendered_content: rendered_content,
});

/** An unchanged topic would reveal the hidden one: where it is hidden, it is always reported as changed. */
function moveFields(
  { realm }: WriteContext,
  message: AnnouncedMessage,
  move: Move,
  { origin = "place" }: EditAudience,
) {
  const isHidden = origin !== "place";
  return {
    propagate_mode: move.mode,
    ...(isHidden ? { orig_subject: "", is_topic_hidden: true } : { orig_subject: message.subject }),
    ...(move.changesTopic || isHidden ? { subject: move.topic, topic_links: linksOfTopic(realm, move.topic) } : {}),
    ...(move.changesChannel ? { new_stream_id: move.to.id } : {}),
  };
}

/**
 * Only for users whose flags differ from the usual ones; users who are notified without having received it have read
 * it.
 */
function personalFlags({ usual, others, known }: ReaderFlags, { audience }: Viewing): Record<UserId, PersonalPart> {
  const personal: Record<UserId, PersonalPart> = {};
  for (const [id, flags] of others) personal[id] = { flags };
  if (`${usual}` !== "read")
    for (const id of audience.users ?? []) if (!known.has(id)) personal[id] = { flags: ["read"] };
  return personal;
}

const optionsWith = (personal: Record<UserId, PersonalPart>) => (Object.keys(personal).length > 0 ? { personal } : {});
