/** Checks drafts against the rules for messages. */

import { InvalidChannelId } from "../../channels/contract.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import { channelsByIds } from "../../channels/store.ts";
import { ApiError, demand, said, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { InaccessibleRecipients } from "../../messages/contract.ts";
import { normaliseContent } from "../../messages/normalise.ts";
import { accessOf } from "../../people/users/access/viewer.ts";
import { addresseesWithIds } from "../../people/users/store.ts";
import { normaliseTopic } from "../../text/topics.ts";
import {
  NegativeTimestamp,
  NotOneChannel,
  type SentDraft,
  TimestampTooLarge,
  TopicHasNullBytes,
  UnaddressedHasRecipients,
} from "./contract.ts";
import type { DraftContents } from "./store.ts";

/** The last second of the year 9999: larger values are probably not seconds. */
const LATEST_TIMESTAMP = 253_402_300_799;

/** Returns the stored form. Looks up the recipients of all drafts at once. */
export async function checkedDrafts(ctx: Context, sent: readonly SentDraft[]): Promise<DraftContents[]> {
  const known = await addresseesOf(ctx, sent);
  return sent.map((draft) => ({
    content: normaliseContent(draft.content),
    last_edited_at: checkedTime(draft.timestamp ?? ctx.now),
    ...addressOf(ctx, draft, known),
  }));
}

type DraftTarget = Pick<DraftContents, "channel_id" | "to_user_ids" | "topic">;
const NOBODY: DraftTarget = { channel_id: null, to_user_ids: [], topic: "" };

function addressOf(ctx: Context, { type, to, topic }: SentDraft, known: Addressees): DraftTarget {
  switch (type) {
    case "stream": {
      const [id] = to;
      demand(!topic.includes("\0"), new TopicHasNullBytes());
      demand(id !== undefined && to.length === 1, new NotOneChannel());
      demand(known.hasChannel(id), new InvalidChannelId());
      return { ...NOBODY, channel_id: id, topic: normaliseTopic(topic) };
    }
    case "private":
      return { ...NOBODY, to_user_ids: peopleOf(ctx, to, known) };
    case "":
      demand(to.length === 0, new UnaddressedHasRecipients());
      return NOBODY;
    default:
      throw new Error(type satisfies never);
  }
}

/** The author is listed only in a note to themselves. */
function peopleOf({ user }: Context, to: readonly UserId[], known: Addressees): UserId[] {
  const ids = [...new Set(to)].sort((a, b) => a - b);
  const stranger = ids.find((id) => !known.hasUser(id));
  if (stranger !== undefined) throw new ApiError(said`Invalid user ID ${stranger}`);
  demand(ids.every(known.isAccessible), new InaccessibleRecipients());
  const others = ids.filter((id) => id !== user.id);
  return others.length > 0 ? others : ids;
}

function checkedTime(timestamp: number): number {
  demand(timestamp >= 0, new NegativeTimestamp());
  demand(timestamp <= LATEST_TIMESTAMP, new TimestampTooLarge());
  return Math.floor(timestamp);
}

interface Addressees {
  /** An active channel that the author can read. */
  hasChannel(id: number): boolean;
  /** Including deactivated users: the draft is saved, although it cannot be sent. */
  hasUser(id: number): boolean;
  isAccessible(id: number): boolean;
}

async function addresseesOf(ctx: Context, drafts: readonly SentDraft[]): Promise<Addressees> {
  const { db, realm, user } = ctx;
  const idsIn = (type: SentDraft["type"]) => drafts.flatMap((draft) => (draft.type === type ? draft.to : []));
  const [channelIds, userIds] = [idsIn("stream"), idsIn("private")];
  const channels = channelIds.length > 0 ? await channelsByIds(db, realm.id, user.id, channelIds) : [];
  const users = userIds.length > 0 ? await addresseesWithIds(db, realm.id, userIds) : [];
  const isAccessible = users.length > 0 ? await accessOf(ctx, userIds) : () => true;
  const open = new Set(
    channels.filter((each) => !each.is_archived && hasContentAccess(user, each)).map(({ id }) => id),
  );
  const people = new Map(users.map((each) => [each.id, isAccessible(each)]));
  return {
    hasChannel: (id) => open.has(id),
    hasUser: (id) => people.has(id),
    isAccessible: (id) => people.get(id) === true,
  };
}
