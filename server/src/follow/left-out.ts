/** What no key shows: for the report at the end. */
import { type SkippedRecord, skipped } from "../imports/records.ts";
import type { HistoryPart } from "./messages.ts";
import type { OrganizationState } from "./state.ts";

interface Known {
  readonly state: OrganizationState;
  /** Whose keys were given, by their ids there. */
  readonly followed: ReadonlySet<number>;
  readonly readable: ReadonlySet<HistoryPart>;
  /** How many invitations nobody has accepted yet. */
  readonly invitations: number;
}

export function leftBehind({ state, followed, readable, invitations }: Known): SkippedRecord[] {
  const people = [...state.people.values()];
  const channels = [...state.channels.values()];
  const active = people.filter(({ isActive, botType }) => isActive && botType === undefined);
  return [
    ...named(
      "people",
      "no key was given: their direct messages with others than those who gave one, their settings and what they have read stay behind",
      active.filter(({ id }) => !followed.has(id)),
    ),
    ...named(
      "email addresses",
      "the first key does not show them: the people cannot sign in here",
      active.filter(({ email }) => !email),
    ),
    ...named(
      "private channels",
      "nobody who gave a key is subscribed: their messages stay behind",
      channels.filter(({ id, isPrivate }) => isPrivate && !readable.has(id)),
    ),
    ...named(
      "channels with protected history",
      "the API shows only to each person what they have received: who gave no key sees what is sent after the switch",
      channels.filter(
        ({ id, isHistoryShared, subscribers = [] }) =>
          !isHistoryShared && readable.has(id) && subscribers.some((person) => !followed.has(person)),
      ),
    ),
    ...(invitations === 0
      ? []
      : [skipped("invitations", "their links lead nowhere here: invite again", "", invitations)]),
  ];
}

function named(what: string, reason: string, list: readonly { readonly name: string }[]): SkippedRecord[] {
  const [first] = list;
  return first === undefined ? [] : [skipped(what, reason, first.name, list.length)];
}
