/** Loads what a webhook call needs: before the bot's URL is called, and again when its response is processed. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { Context, OpenContext } from "../../kernel/context.ts";
import { type Message, messageSeen } from "../../messages/access.ts";
import { webhookBotById } from "../../people/bots/store.ts";
import { userById } from "../../people/users/store.ts";
import type { CallToMake } from "./job-kind.ts";

export interface Service {
  readonly base_url: string;
  readonly interface: number;
  readonly token: string;
}

/** The context acts as the bot. */
export interface Call<C extends OpenContext = OpenContext> {
  readonly ctx: C & Context;
  readonly service: Service;
  readonly message: Message;
}

/** The client name of the messages that bots send as responses. */
const CLIENT = "OutgoingWebhookResponse";

/** A bot that may be called, and its service. The context acts as the bot. */
export type CalledBot<C extends OpenContext> = Pick<Call<C>, "ctx" | "service">;

/** Returns undefined if the bot or its owner is deactivated: then nothing may be sent to it any more. */
export async function calledBot<C extends OpenContext>(ctx: C, id: UserId): Promise<CalledBot<C> | undefined> {
  const { app, db, realm } = ctx;
  const row = realm.is_active ? await webhookBotById(db, realm.id, id) : undefined;
  if (!row?.is_active || (row.bot_owner_id !== null && !(await isActive(ctx, row.bot_owner_id)))) return undefined;
  const { base_url, interface: form, token_encrypted, ...account } = row;
  const asBot = { ...ctx, user: await app.identities.userWithin(db, account, realm.version), client: CLIENT };
  return { ctx: asBot, service: { base_url, interface: form, token: app.secrets.decrypt(token_encrypted) } };
}

/** Returns undefined if the bot cannot be called, or cannot see the message. */
export async function callOf<C extends OpenContext>(ctx: C, job: CallToMake): Promise<Call<C> | undefined> {
  const bot = await calledBot(ctx, job.bot_id);
  const message = bot && (await messageSeen(bot.ctx, job.message_id, job.called_into));
  return message && { ...bot, message };
}

async function isActive({ db, realm }: OpenContext, id: UserId): Promise<boolean> {
  return (await userById(db, realm.id, id))?.is_active === true;
}
