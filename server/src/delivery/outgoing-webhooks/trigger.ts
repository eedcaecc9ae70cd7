/** Which messages call an outgoing webhook bot: the calls are queued in the transaction that sends the message. */
import { BotType } from "../../kernel/access/roles.ts";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import type { Realm, WriteContext } from "../../kernel/context.ts";
import { enqueue } from "../../kernel/jobs/job-kind.ts";
import { webhookBots } from "../../people/bots/store.ts";
import { type CallToMake, callWebhook } from "./job-kind.ts";

/** A message to a channel, and whom it calls. */
interface Calling {
  readonly id: MessageId;
  readonly channel_id: ChannelId;
  /** By name: they need not be subscribed. */
  readonly named: readonly UserId[];
  /** By name or through a group, among those whom the message reaches. */
  readonly reached: readonly UserId[];
}

/** A mention calls a bot wherever it is; a wildcard calls none. What bots write calls none, or two would never end. */
export async function callMentionedBots(ctx: WriteContext, { id, channel_id, named, reached }: Calling): Promise<void> {
  if (ctx.user.is_bot || named.length + reached.length === 0) return;
  const bots = await webhookBotsOf(ctx);
  for (const bot_id of new Set([...named, ...reached]).intersection(bots))
    call(ctx, {
      bot_id,
      message_id: id,
      trigger: "mention",
      ...(reached.includes(bot_id) ? {} : { called_into: channel_id }),
    });
}

interface Participant {
  readonly id: UserId;
  readonly bot_type: number | null;
  readonly is_active: boolean;
}

/** A direct message calls every bot that it is for. */
export function callBotsAmong(ctx: WriteContext, message_id: MessageId, participants: readonly Participant[]): void {
  if (ctx.user.is_bot) return;
  for (const { id, bot_type, is_active } of participants)
    if (bot_type === BotType.outgoingWebhook && is_active)
      call(ctx, { bot_id: id, message_id, trigger: "direct_message" });
}

const call = (ctx: WriteContext, job: CallToMake) => enqueue(ctx, callWebhook(job), { lane: `${job.bot_id}` });

const remembered = new WeakMap<Realm, ReadonlySet<UserId>>();

/** An organization is another object as soon as anything of its accounts has changed: until then so are its bots. */
async function webhookBotsOf({ app, realm }: WriteContext): Promise<ReadonlySet<UserId>> {
  const known = remembered.get(realm) ?? new Set(await webhookBots(app.database.reader, realm.id));
  remembered.set(realm, known);
  return known;
}
