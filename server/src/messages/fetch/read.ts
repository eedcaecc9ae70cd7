/** Reads messages: the narrow, the range around the anchor, and the reader's own view of it. */

import { allChannels, channelsOfRecipients, type NamedChannel } from "../../channels/store.ts";
import { isVisitor } from "../../kernel/access/roles.ts";
import type { MessageId, ShapeOf } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { allOf } from "../../kernel/db/one-by-one.ts";
import { mapInSteps } from "../../kernel/steps.ts";
import { presentUnknownSender } from "../../people/users/access/unknown.ts";
import { accessOf } from "../../people/users/access/viewer.ts";
import { usersWithIds } from "../../people/users/store.ts";
import { spelled } from "../../text/emoji/dialect.ts";
import type { Query } from "../../text/search/query.ts";
import type { getMessages } from "../contract.ts";
import { shapeMessage } from "../events.ts";
import { flagsOf, VISITORS_FLAGS } from "../flags.ts";
import { knowledgeOf } from "../history/places.ts";
import { type Edit, historiesInList } from "../history/store.ts";
import { isWithin } from "../periods.ts";
import {
  type PresentedConversation,
  type PresentedSender,
  presentEdits,
  presentSender,
  storedMessage,
} from "../present.ts";
import { reactionsTo } from "../reactions/store.ts";
import { type FetchedMessage, participantsOf, readMarks, storedFlags } from "../store.ts";
import { submessagesOf } from "../submessages/store.ts";
import { visibleTo } from "../visibility.ts";
import { matchOf } from "./matches.ts";
import { type Narrow, narrowed } from "./narrow.ts";
import { fetchAround, fetchByIds } from "./range.ts";

type GetMessagesRequest = ShapeOf<(typeof getMessages)["params"]>;
/** The message format that a client requests. */
type MessageFormat = Pick<GetMessagesRequest, "apply_markdown" | "client_gravatar" | "allow_empty_topic_name">;

export async function readMessages(ctx: Context, request: GetMessagesRequest) {
  const byIds = request.message_ids !== undefined;
  const narrow =
    byIds && request.narrow.length === 0 && !isVisitor(ctx.user)
      ? await everything(ctx)
      : await narrowed(ctx, request.narrow, { supportsWith: true });
  const { rows, ...found } = byIds ? await fetchByIds(ctx, request, narrow) : await fetchAround(ctx, request, narrow);
  return {
    ...found,
    history_limited: false,
    messages: await presentMessages(ctx, rows, request, { channels: narrow.channels, searched: narrow.search?.query }),
  };
}

/** A message can be read by id with any kind of access. */
async function everything({ db, realm, user }: Context): Promise<Narrow> {
  const condition = visibleTo(db, user, await allChannels(db, realm.id, user.id));
  return { condition, channels: [], isDirect: false };
}

interface FoundMessages {
  /** Channels that are known already. */
  readonly channels?: readonly NamedChannel[];
  /** After a search: the query. */
  readonly searched?: Query | undefined;
  /** Edit histories, if more is needed than a list contains. */
  readonly histories?: ReadonlyMap<MessageId, readonly Edit[]>;
}

/** Messages as the user may see them; after a search with the matches. */
export async function presentMessages(
  ctx: Context,
  rows: readonly FetchedMessage[],
  wanted: MessageFormat,
  { channels: known = [], searched, histories }: FoundMessages = {},
) {
  const { db, realm, user } = ctx;
  const isVisiting = isVisitor(user);
  // Visitors get no email address from which an avatar could be found.
  const client_gravatar = wanted.client_gravatar && !isVisiting;
  const isOfChannel = (row: FetchedMessage) => row.topic_id !== null;
  const ofChannels = [...new Set(rows.filter(isOfChannel).map((row) => row.recipient_id))];
  const ofPeople = [...new Set(rows.filter((row) => !isOfChannel(row)).map((row) => row.recipient_id))];
  const channels = new Map(known.map((channel) => [channel.recipient_id, channel]));
  const ids = rows.map((row) => row.id);
  const policy = realm.settings.message_edit_history_visibility_policy;
  // None needs another's result, so that on PostgreSQL they cost one round trip.
  const [channelRows, participants, senderRows, marks, flags, reactionRows, submessageRows, edits] = await allOf([
    channelsOfRecipients(
      db,
      ofChannels.filter((recipient) => !channels.has(recipient)),
    ),
    participantsOf(db, ofPeople),
    usersWithIds(db, [...new Set(rows.map((row) => row.sender_id))]),
    readMarks(db, user.id, ofChannels, ofPeople),
    storedFlags(db, user.id, ids),
    reactionsTo(db, ids),
    submessagesOf(db, ids),
    histories ? Promise.resolve(histories) : historiesInList(db, rows, policy),
  ]);
  for (const channel of channelRows) channels.set(channel.recipient_id, channel);
  const people = [...participants.values()].flat();
  const isAccessible = await accessOf(
    ctx,
    [...senderRows, ...people].map((each) => each.id),
  );
  for (const person of people) if (!isAccessible(person)) Object.assign(person, { isUnknown: true });
  const senders = new Map(
    senderRows.map((sender) => [
      sender.id,
      isAccessible(sender) ? presentSender(realm, sender, user) : presentUnknownSender(sender.id, realm),
    ]),
  );
  const reactions = Map.groupBy(reactionRows, (reaction) => reaction.message_id);
  const submessages = Map.groupBy(submessageRows, (submessage) => submessage.message_id);
  const knows = await knowledgeOf(ctx, [...edits.values()].flat());
  return mapInSteps(rows, (row) => {
    const channel = channels.get(row.recipient_id);
    const conversation: PresentedConversation = channel
      ? { channel }
      : { participants: participants.get(row.recipient_id) ?? [] };
    const message = storedMessage(realm, row, senders.get(row.sender_id) as PresentedSender, conversation, {
      reactions: (reactions.get(row.id) ?? []).map(({ message_id: _, ...reaction }) => spelled(reaction, ctx.dialect)),
      submessages: submessages.get(row.id) ?? [],
    });
    const { readUpto, periods = [] } = marks.get(row.recipient_id) ?? {};
    const received = isWithin(periods, row.id);
    return {
      ...shapeMessage(message, { ...wanted, client_gravatar }, wanted.allow_empty_topic_name),
      ...presentEdits(row, edits.get(row.id) ?? [], {
        policy,
        knows: (id) => knows(id, row.id, channel?.id),
        emptyTopic: wanted.allow_empty_topic_name,
      }),
      ...(searched ? matchOf(searched, row, wanted.allow_empty_topic_name) : {}),
      flags: isVisiting
        ? VISITORS_FLAGS
        : flagsOf(row.id, flags.get(row.id) ?? 0, { readUpto, received, traits: row.traits }),
    };
  });
}
