/** A user's muted channels, except for topics they unmuted or follow, and muted topics. */
import type { ChannelId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { fold } from "../../kernel/db/names.ts";

const MUTED = 1;

export interface Mutes {
  isMuted(channelId: ChannelId, topic: string): boolean;
}

export async function mutesOf(db: Db, userId: UserId): Promise<Mutes> {
  const [muted, topics] = await Promise.all([mutedChannels(db, { userId }), topicPolicies(db, { userId })]);
  const channels = new Set(muted.map((row) => row.channel_id));
  const policies = new Map(topics.map((row) => [`${row.channel_id}:${row.topic_key}`, row.visibility_policy]));
  return {
    isMuted(channelId, topic) {
      const policy = policies.get(`${channelId}:${fold(topic)}`) ?? 0;
      return policy === 0 ? channels.has(channelId) : policy === MUTED;
    },
  };
}

const mutedChannels = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("subscription").select("channel_id").where("user_id", "=", userId).where("is_muted", "=", true),
);

const topicPolicies = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("user_topic").select(["channel_id", "topic_key", "visibility_policy"]).where("user_id", "=", userId),
);
