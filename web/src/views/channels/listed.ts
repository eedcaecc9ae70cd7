/** The channels of a list, by name. */
import { type Channel, holderOf, realmSettings, type State } from "@parley/client";
import { hasContentAccess, mayCreate, mayOpenToEverybody } from "@parley/server/channels/permissions.ts";
import { isVisitor } from "@parley/server/kernel/access/roles.ts";
import { byName } from "../../inbox-order/folders.ts";
import { nameFilter } from "../../ranking/match.ts";

export const LISTS = ["subscribed", "available", "all"] as const;
export type ListName = (typeof LISTS)[number];

/** Archived channels appear only under All. */
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

/** Anyone who can read a channel may subscribe to it. */
export function mayJoin(state: State, channel: Channel): boolean {
  const reader = holderOf(state);
  return !channel.is_archived && !isVisitor(reader) && hasContentAccess(reader, channel);
}

const KINDS = ["public", "privateShared", "privateProtected", "webPublic"] as const;
export type NewChannelKind = (typeof KINDS)[number];

/** In the API's terms. */
export const READING: Readonly<Record<NewChannelKind, object>> = {
  public: { invite_only: false, is_web_public: false },
  privateShared: { invite_only: true, is_web_public: false, history_public_to_subscribers: true },
  privateProtected: { invite_only: true, is_web_public: false, history_public_to_subscribers: false },
  webPublic: { invite_only: false, is_web_public: true },
};

/** The channel types that the reader may create. */
export function kindsToMake(state: State): readonly NewChannelKind[] {
  const [reader, settings] = [holderOf(state), realmSettings(state)];
  const isPublic = mayCreate(reader, settings, { invite_only: false });
  const isPrivate = mayCreate(reader, settings, { invite_only: true });
  const isWebPublic =
    isPublic &&
    mayOpenToEverybody(reader, settings) &&
    state.realm.server_web_public_streams_enabled === true &&
    settings.enable_spectator_access;
  const may = { public: isPublic, privateShared: isPrivate, privateProtected: isPrivate, webPublic: isWebPublic };
  return KINDS.filter((kind) => may[kind]);
}
