/** Resolves the recipients of a message from the many forms that clients send. */

import { checkChannelName } from "../channels/names.ts";
import { type Channel, channelById, channelsByName } from "../channels/store.ts";
import { ApiError, type ChannelId, demand, said, type UserId } from "../kernel/api/index.ts";
import type { Context } from "../kernel/context.ts";
import { addressKey } from "../kernel/names/address-key.ts";
import { defaultsOf } from "../people/bots/store.ts";
import { accessOf } from "../people/users/access/viewer.ts";
import { usersAddressed } from "../people/users/lookup.ts";
import type { UserRow } from "../people/users/present.ts";
import { addresseesWithIds } from "../people/users/store.ts";
import { ChannelDoesNotExist, InaccessibleRecipients, MissingChannel, MissingRecipients } from "./contract.ts";

/** A name or id; a list must contain exactly one. Without any, a bot's default channel is used. */
export async function channelAddress({ db, user }: Context, to: unknown): Promise<ChannelId | string> {
  if (to === undefined) {
    const own = user.is_bot ? await defaultsOf(db, user.id) : undefined;
    if (!own?.default_sending_channel_id) throw new MissingChannel();
    return own.default_sending_channel_id;
  }
  const address = Array.isArray(to) ? only(to) : to;
  if (Number.isSafeInteger(address) || typeof address === "string") return address as ChannelId | string;
  throw new ApiError(said`Invalid data type for channel`);
}

function only(list: readonly unknown[]): unknown {
  demand(list.length === 1, new ApiError(said`Expected exactly one channel`));
  return list[0];
}

/** How a channel with an id is found for the caller. */
export type FindChannel = (ctx: Context, id: ChannelId) => Promise<Channel | undefined>;

const findChannel: FindChannel = ({ db, realm, user }, id) => channelById(db, realm.id, user.id, id);

export async function channelAddressed(
  ctx: Context,
  address: ChannelId | string,
  find = findChannel,
): Promise<Channel> {
  if (typeof address === "number") return channelWithId(ctx, address, find);
  const name = checkChannelName(address);
  const [channel] = await channelsByName(ctx.db, ctx.realm.id, ctx.user.id, [name]);
  if (!channel) throw new ChannelDoesNotExist({ stream: name });
  return channel;
}

async function channelWithId(ctx: Context, id: ChannelId, find: FindChannel): Promise<Channel> {
  const channel = await find(ctx, id);
  if (!channel) throw new ChannelDoesNotExist({ stream_id: id });
  return channel;
}

/** The addressed people: ids or API emails, in a list or separated by commas. */
export async function peopleAddressed(ctx: Context, to: unknown = []): Promise<UserRow[]> {
  const list = typeof to === "string" ? to.split(",") : to;
  if (!Array.isArray(list)) throw new ApiError(said`Invalid data type for recipients`);
  const wanted = list.map((each) => (typeof each === "string" ? each.trim() : each)).filter((each) => each !== "");
  demand(wanted.length > 0, new MissingRecipients());
  if (wanted.every((each) => Number.isSafeInteger(each))) return peopleById(ctx, wanted as UserId[]);
  if (wanted.every((each) => typeof each === "string")) return peopleByEmail(ctx, wanted as string[]);
  const known = wanted.every((each) => typeof each === "string" || typeof each === "number");
  throw new ApiError(
    known
      ? said`Recipient lists may contain emails or user IDs, but not both.`
      : said`Invalid data type for recipients`,
  );
}

async function peopleById(ctx: Context, ids: readonly UserId[]): Promise<UserRow[]> {
  const users = new Map((await addresseesWithIds(ctx.db, ctx.realm.id, ids)).map((user) => [user.id, user]));
  return [...new Set(ids)].map((id) => {
    const user = users.get(id);
    if (!user) throw new ApiError(said`Invalid user ID ${id}`);
    return user;
  });
}

async function peopleByEmail(ctx: Context, emails: readonly string[]): Promise<UserRow[]> {
  const found = await usersAddressed(ctx, emails);
  const users = emails.map((email) => {
    const user = found.get(addressKey(email));
    if (!user) throw new ApiError(said`Invalid email '${email}'`);
    return user;
  });
  return [...new Map(users.map((user) => [user.id, user])).values()];
}

/** The sender must be able to access the recipients. */
export async function checkRecipients(ctx: Context, people: readonly UserRow[]): Promise<void> {
  const isAccessible = await accessOf(
    ctx,
    people.map((person) => person.id),
  );
  demand(people.every(isAccessible), new InaccessibleRecipients());
}
