/** What no key shows: for the report at the end. */
import { objectsIn } from "../imports/json.ts";
import type { SkippedRecord } from "../imports/records.ts";
import { skipped } from "../imports/skipped.ts";
import { BotType } from "../kernel/access/roles.ts";
import { RemoteRefusal } from "./errors.ts";
import type { HistoryPart } from "./messages.ts";
import type { RemoteServer } from "./remote.ts";
import type { OrganizationState } from "./state.ts";

/** What only an administrator's key counts. */
export interface Counts {
  /** Invitations that nobody has accepted yet. */
  readonly invitations: number;
  /** Slash commands of bots, and the feeds that they post. */
  readonly commands: number;
  readonly feeds: number;
}

interface Known {
  readonly state: OrganizationState;
  /** Whose keys were given, by their ids there. */
  readonly followed: ReadonlySet<number>;
  readonly readable: ReadonlySet<HistoryPart>;
  readonly counts: Counts;
}

/** Only numbers: the addresses of those who were invited, and of feeds, are in no report. */
export async function countsAt(remote: RemoteServer, { bots, fields }: OrganizationState): Promise<Counts> {
  const count = async (path: `/${string}`, field: string): Promise<number> => {
    try {
      return objectsIn((await remote.get(path))[field]).length;
    } catch (error) {
      if (error instanceof RemoteRefusal) return 0;
      throw error;
    }
  };
  const invitations = await count("/invites", "invites");
  // Commands and feeds are Parley's own.
  if (typeof fields.server_version !== "string") return { invitations, commands: 0, feeds: 0 };
  let feeds = 0;
  for (const { id } of configured(bots)) feeds += await count(`/bots/${id}/feeds`, "feeds");
  return { invitations, commands: await count("/bot_commands", "bot_commands"), feeds };
}

/** Active bots that other services reach by a URL. */
const configured = (bots: OrganizationState["bots"]) =>
  bots.filter(({ type, isActive }) => isActive && type === BotType.incomingWebhook);

export function leftBehind({ state, followed, readable, counts }: Known): SkippedRecord[] {
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
    ...named(
      "configurations of bots",
      "the API does not show them: what services sign their requests with must be set again",
      configured(state.bots),
    ),
    ...named(
      "embedded bots",
      "there are none here: the accounts stay, and nothing answers for them",
      state.bots.filter(({ type, isActive }) => isActive && type === BotType.embedded),
    ),
    ...counted("commands of bots", "declare them again", counts.commands),
    ...counted("feeds of bots", "add them again", counts.feeds),
    ...counted("invitations", "their links lead nowhere here: invite again", counts.invitations),
  ];
}

const counted = (what: string, reason: string, count: number): SkippedRecord[] =>
  count === 0 ? [] : [skipped(what, reason, "", count)];

function named(what: string, reason: string, list: readonly { readonly name: string }[]): SkippedRecord[] {
  const [first] = list;
  return first === undefined ? [] : [skipped(what, reason, first.name, list.length)];
}
