/**
 * The request to a bot's URL when its command is called. The caller tells the bot that they called it, and what; where they
 * are, only as far as the bot could see for itself: a private channel's name is not the caller's to give away, nor is who
 * else is in a direct conversation (decision 122).
 */
import { hasMetadataAccess } from "../../../channels/permissions.ts";
import { channelById } from "../../../channels/store.ts";
import type { Context } from "../../../kernel/context.ts";
import { apiEmail, type UserRow } from "../../../people/users/present.ts";
import type { Service } from "../call.ts";
import { Interface } from "../interface.ts";
import { form, type WebhookRequest } from "../payload.ts";
import type { CommandPayload } from "./contract.ts";
import type { CommandCall } from "./store.ts";

/** The context acts as the bot. */
export interface CallOfCommand<C extends Context = Context> {
  readonly ctx: C;
  readonly service: Service;
  readonly call: CommandCall;
  readonly caller: UserRow;
}

export async function writeCall(of: CallOfCommand): Promise<WebhookRequest> {
  const payload = await payloadOf(of);
  if (of.service.interface === Interface.slack) return form(slackFields(of, payload));
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(payload) };
}

async function payloadOf({ ctx, service, call, caller }: CallOfCommand): Promise<CommandPayload> {
  const { realm, user } = ctx;
  return {
    bot_email: user.delivery_email,
    bot_full_name: user.full_name,
    data: lineOf(call),
    trigger: "command",
    token: service.token,
    call_id: call.id,
    command: call.command,
    arguments: call.arguments,
    argument_values: call.argument_values,
    caller: { user_id: caller.id, full_name: caller.full_name, email: apiEmail(realm, caller) },
    place: await placeToldTo(ctx, call),
  };
}

/** As the caller wrote it. */
const lineOf = ({ command, arguments: written }: CommandCall) =>
  written === "" ? `/${command}` : `/${command} ${written}`;

async function placeToldTo({ db, realm, user }: Context, call: CommandCall): Promise<CommandPayload["place"]> {
  const untold = { stream_id: null, stream_name: null, topic: null };
  if (call.channel_id === null) return { type: "direct", ...untold };
  const channel = await channelById(db, realm.id, user.id, call.channel_id);
  if (!channel || !hasMetadataAccess(user, channel)) return { type: "channel", ...untold };
  return { type: "channel", stream_id: channel.id, stream_name: channel.name, topic: call.topic };
}

/** The fields of Slack's slash commands, with its names for places that are not told. */
function slackFields({ ctx, service, caller }: CallOfCommand, payload: CommandPayload): Record<string, string> {
  const { realm, user } = ctx;
  const { type, stream_id, stream_name } = payload.place;
  return {
    token: service.token,
    team_id: `T${realm.id}`,
    team_domain: realm.host,
    channel_id: stream_id === null ? "" : `C${stream_id}`,
    channel_name: stream_name ?? (type === "direct" ? "directmessage" : "privategroup"),
    user_id: `U${caller.id}`,
    user_name: caller.full_name,
    command: `/${payload.command}`,
    text: payload.arguments,
    trigger_id: `${payload.call_id}`,
    service_id: `${user.id}`,
  };
}
