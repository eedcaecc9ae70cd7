/** The channels of a list, by name. */
import { type Channel, holderOf, type State } from "@parley/client";
import { hasContentAccess } from "@parley/server/channels/permissions.ts";
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
