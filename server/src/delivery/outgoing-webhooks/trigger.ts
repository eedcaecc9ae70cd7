/** Decides which messages trigger outgoing webhook bots. Calls are queued in the transaction that sends the message. */
import { BotType } from "../../kernel/access/roles.ts";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import type { Realm, WriteContext } from "../../kernel/context.ts";
import { enqueue } from "../../kernel/jobs/job-kind.ts";
import { on } from "../../kernel/moments.ts";
import { Flag } from "../../messages/flags.ts";
import { type Arrived, messageArrived } from "../../messages/moments.ts";
import { webhookBots } from "../../people/bots/store.ts";
import { type CallToMake, callWebhook } from "./job-kind.ts";

/** Bots do not trigger bots: two of them might never stop. */
export const callingBots = on(messageArrived, (ctx, arrived) => {
  if (ctx.user.is_bot) return;
  const { conversation } = arrived;
  if ("channel" in conversation) return callMentionedBots(ctx, arrived, conversation.channel.id);
  callBotsAmong(ctx, arrived.id, conversation.participants);
});

/**
 * Mentions trigger a bot: by name anywhere, subscribed or not, and through a group if the message reaches the bot.
 * Wildcard mentions do not.
 */
function callMentionedBots(ctx: WriteContext, arrived: Arrived, channelId: ChannelId): Promise<void> | undefined {
  const named = arrived.rendered.mentions.users;
  if (named.length + arrived.mentioned.size === 0) return undefined;
  const reached = [...arrived.mentioned].flatMap(([id, flags]) => (flags & Flag.mentioned ? [id] : []));
  return named.length + reached.length === 0 ? undefined : queueCalls(ctx, arrived.id, channelId, named, reached);
}

async function queueCalls(
  ctx: WriteContext,
  message_id: MessageId,
  called_into: ChannelId,
  named: readonly UserId[],
  reached: readonly UserId[],
): Promise<void> {
  const bots = await webhookBotsOf(ctx);
  for (const bot_id of new Set([...named, ...reached]).intersection(bots))
    call(ctx, {
      bot_id,
      message_id,
      trigger: "mention",
      ...(reached.includes(bot_id) ? {} : { called_into }),
    });
}

interface Participant {
  readonly id: UserId;
  readonly bot_type: number | null;
  readonly is_active: boolean;
}

/** A direct message triggers every bot among its recipients. */
function callBotsAmong(ctx: WriteContext, message_id: MessageId, participants: readonly Participant[]): void {
  for (const { id, bot_type, is_active } of participants)
    if (bot_type === BotType.outgoingWebhook && is_active)
      call(ctx, { bot_id: id, message_id, trigger: "direct_message" });
}

const call = (ctx: WriteContext, job: CallToMake) => enqueue(ctx, callWebhook(job), { lane: `${job.bot_id}` });

const webhookBotsByRealm = new WeakMap<Realm, ReadonlySet<UserId>>();

/** Cached per realm object: the organization gets a new object whenever its accounts change. */
async function webhookBotsOf({ app, realm }: WriteContext): Promise<ReadonlySet<UserId>> {
  const known = webhookBotsByRealm.get(realm) ?? new Set(await webhookBots(app.database.reader, realm.id));
  webhookBotsByRealm.set(realm, known);
  return known;
}
