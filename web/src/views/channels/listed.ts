/** Which channels a list shows, by name. */
import type { Channel, State } from "@parley/client";
import { byName } from "../../inbox-order/folders.ts";
import { nameFilter } from "../../ranking/match.ts";
import { type GroupValue, holds, holdsInRealm } from "../../state/holds.ts";

export const LISTS = ["subscribed", "available", "all"] as const;
export type ListName = (typeof LISTS)[number];

/** Archived ones are only in All. */
const BELONGS: Readonly<Record<ListName, (channel: Channel) => boolean>> = {
  subscribed: (channel) => channel.is_subscribed && !channel.is_archived,
  available: (channel) => !channel.is_subscribed && !channel.is_archived,
  all: () => true,
};

export function listed({ channels }: Pick<State, "channels">, list: ListName, typed: string): readonly Channel[] {
  const matches = nameFilter(typed);
  return [...channels.channels.values()]
    .filter((channel) => BELONGS[list](channel) && (typed.trim() === "" || matches(channel.name, channel.description)))
    .sort((a, b) => byName.compare(a.name, b.name));
}

/** Public channels are open to all but guests; private ones to whom they say. */
export function mayJoin(state: State, channel: Channel): boolean {
  const { ownId, users } = state.users;
  const may = (value: unknown) => holds(state, ownId, value as GroupValue | undefined);
  if (channel.is_archived || ownId === 0) return false;
  if (!channel.invite_only && users.get(ownId)?.is_guest !== true) return true;
  return may(channel.can_subscribe_group) || may(channel.can_add_subscribers_group);
}

const KINDS = ["public", "privateShared", "privateProtected", "webPublic"] as const;
export type Kind = (typeof KINDS)[number];

/** As the API says who can read it. */
export const READING: Readonly<Record<Kind, object>> = {
  public: { invite_only: false, is_web_public: false },
  privateShared: { invite_only: true, is_web_public: false, history_public_to_subscribers: true },
  privateProtected: { invite_only: true, is_web_public: false, history_public_to_subscribers: false },
  webPublic: { invite_only: false, is_web_public: true },
};

/** The kinds that the reader may make. */
export function kindsToMake(state: State): readonly Kind[] {
  const isPublic = holdsInRealm(state, "can_create_public_channel_group");
  const isPrivate = holdsInRealm(state, "can_create_private_channel_group");
  const isWebPublic =
    holdsInRealm(state, "can_create_web_public_channel_group") &&
    state.realm.server_web_public_streams_enabled === true &&
    state.realm.realm_enable_spectator_access === true;
  const may = { public: isPublic, privateShared: isPrivate, privateProtected: isPrivate, webPublic: isWebPublic };
  return KINDS.filter((kind) => may[kind]);
}
