/** Channels and people in addresses. */
import type { State } from "@parley/client";
import { addressKey } from "@parley/server/kernel/names/address-key.ts";
import { decodePart, leadingId, slugged } from "./encoding.ts";

/** The state needed to read and write addresses. */
export type Names = Pick<State, "channels" | "users" | "settings">;

export const channelName = ({ channels }: Pick<Names, "channels">, id: number): string | undefined =>
  channels.channels.get(id)?.name;

export const userName = ({ users }: Pick<Names, "users">, id: number): string | undefined =>
  users.users.get(id)?.full_name;

export const channelSlug = (names: Names, id: number): string => slugged(id, channelName(names, id));
export const userSlug = (names: Names, id: number): string => slugged(id, userName(names, id));

/**
 * The channel that a part names: the id of a known channel first; then a whole name, as in very old links, possibly
 * with hyphens for spaces; then an unknown id.
 */
export function channelIn(names: Names, part: string): number | undefined {
  const text = decodePart(part);
  if (text === undefined) return undefined;
  const id = leadingId(text);
  if (id !== undefined && names.channels.channels.has(id)) return id;
  return channelNamed(names, text) ?? channelNamed(names, text.replaceAll("-", " ")) ?? id;
}

function channelNamed({ channels }: Names, name: string): number | undefined {
  const wanted = name.toLowerCase();
  for (const [id, channel] of channels.channels) if (channel.name.toLowerCase() === wanted) return id;
  return undefined;
}

/** A person by id, by email address as in old links, or `me`. */
export function userIn(names: Names, part: string): number | undefined {
  const text = decodePart(part);
  return text === undefined ? undefined : userWritten(names, text);
}

function userWritten(names: Names, text: string): number | undefined {
  if (text === "me") return names.users.ownId;
  return leadingId(text) ?? userWithEmail(names, text);
}

function userWithEmail({ users }: Names, text: string): number | undefined {
  const wanted = addressKey(text);
  for (const [id, { email, delivery_email }] of users.users)
    if (addressKey(email) === wanted || addressKey(delivery_email ?? "") === wanted) return id;
  return undefined;
}

const IDS = /^(\d+(?:,\d+)*)(?:-|$)/;

/** The other people in a conversation: `7-Mei-Tanaka`, `7,9-group`, or email addresses. The reader may be included. */
export function peopleIn(names: Names, part: string): number[] | undefined {
  const text = decodePart(part);
  if (text === undefined || text === "") return undefined;
  const written = IDS.exec(text)?.[1] ?? text;
  const ids = written.split(",").map((each) => userWritten(names, each.trim()));
  if (!ids.every((id) => id !== undefined)) return undefined;
  const others = new Set(ids.filter((id) => id !== names.users.ownId));
  return [...others].sort((a, b) => a - b);
}

/** People as an address spells them. Links for others include the reader. */
export function peopleSlug(names: Names, userIds: readonly number[], { isForOthers = false } = {}): string {
  const { ownId } = names.users;
  if (isForOthers) {
    const everybody = [...new Set([...userIds, ownId])].sort((a, b) => a - b);
    return `${everybody.join(",")}-${everybody.length > 2 ? "group" : "dm"}`;
  }
  const [first = ownId, ...more] = userIds;
  return more.length === 0 ? userSlug(names, first) : `${userIds.join(",")}-group`;
}
