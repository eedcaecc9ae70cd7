/** Compares everything but messages as one person sees it on both servers, and makes it equal. */
import type { Fields } from "../imports/json.ts";
import type { SkippedRecord } from "../imports/records.ts";
import { ApiError } from "../kernel/api/index.ts";
import { deleteQueue, register } from "../registration/contract.ts";
import { botDifferences } from "./bots.ts";
import { channelDifferences, subscriptionDifferences } from "./channels.ts";
import { defaultGroupDifferences } from "./default-groups.ts";
import type { Difference } from "./difference.ts";
import { domainDifferences } from "./domains.ts";
import { emojiDifferences } from "./emoji.ts";
import { folderDifferences } from "./folders.ts";
import { groupDifferences } from "./groups.ts";
import type { Correspondence } from "./ids.ts";
import type { LocalServer } from "./local.ts";
import { organizationPictureDifferences } from "./organization-pictures.ts";
import { ownFileDifferences } from "./own-files.ts";
import { ownTextDifferences } from "./own-texts.ts";
import { peopleDifferences } from "./people.ts";
import { personalDifferences } from "./personal.ts";
import { pictureDifferences } from "./pictures.ts";
import { playgroundDifferences } from "./playgrounds.ts";
import { profileFieldDifferences } from "./profile-fields.ts";
import type { RemoteServer } from "./remote.ts";
import { settingDifferences } from "./settings.ts";
import type { Sides } from "./sides.ts";
import { CAPABILITIES, FETCHED, FETCHED_OF_OWN, type OrganizationState, stateIn } from "./state.ts";
import { statusDifferences } from "./statuses.ts";

type Part = (sides: Sides) => Difference[] | Promise<Difference[]>;

/** In this order: each names what those before it have made. */
const PARTS: readonly Part[] = [
  peopleDifferences,
  groupDifferences,
  channelDifferences,
  subscriptionDifferences,
  botDifferences,
  // Removing the last domain, or a playground, changes a setting.
  domainDifferences,
  playgroundDifferences,
  // A default channel cannot be put into a group, and a channel of a group can become a default channel.
  defaultGroupDifferences,
  settingDifferences,
  organizationPictureDifferences,
  emojiDifferences,
  folderDifferences,
  profileFieldDifferences,
  pictureDifferences,
  statusDifferences,
  personalDifferences,
];

/** After the messages: reminders are of some, and a file that a message has is its sender's. */
const OWN_PARTS: readonly Part[] = [ownFileDifferences, ownTextDifferences];

/** Of the organization as a whole; only an administrator sees all of it. */
const SHARED: readonly Part[] = [
  groupDifferences,
  botDifferences,
  domainDifferences,
  playgroundDifferences,
  defaultGroupDifferences,
  settingDifferences,
  organizationPictureDifferences,
  emojiDifferences,
  folderDifferences,
  profileFieldDifferences,
  pictureDifferences,
  statusDifferences,
];

/** Names that were exchanged, or groups that contain each other's groups, need more than one. */
const MOST_ROUNDS = 4;

const REGISTERING = {
  event_types: ["restart"],
  client_capabilities: CAPABILITIES,
  client_gravatar: false,
  include_subscribers: "true",
};

export const stateThere = async (remote: RemoteServer): Promise<OrganizationState> =>
  stateIn(await registered(remote, FETCHED));

async function registered(remote: RemoteServer, fetch_event_types: readonly string[]): Promise<Fields> {
  const answer = await remote.post("/register", { ...REGISTERING, fetch_event_types });
  if (typeof answer.queue_id === "string") await remote.delete("/events", { queue_id: answer.queue_id });
  return answer;
}

export async function stateHere(server: LocalServer, as: number): Promise<OrganizationState> {
  server.forget();
  const fetch_event_types = [...FETCHED, ...FETCHED_OF_OWN];
  const answer = (await server.call(as, register, { ...REGISTERING, fetch_event_types } as never)) as Fields;
  await server.call(as, deleteQueue, { queue_id: answer.queue_id as string });
  return stateIn(answer);
}

export interface StateSyncOptions {
  readonly server: LocalServer;
  readonly ids: Correspondence;
  readonly remote: RemoteServer;
  /** Undefined while the person has no account here. */
  account(): number | undefined;
  owner(): Promise<number>;
  readonly isAdministrator: boolean;
  readonly mends: boolean;
  /** Of the other server. */
  readonly address: string;
  readonly refused: Set<string>;
  leaveOut(record: SkippedRecord, identity?: string): void;
}

export interface SyncOutcome {
  readonly state: OrganizationState;
  /** What is left: all of it if nothing was mended. */
  readonly differences: readonly string[];
}

export async function sync(options: StateSyncOptions): Promise<SyncOutcome> {
  const { remote, isAdministrator } = options;
  const state = await stateThere(remote);
  const parts = PARTS.filter((part) => isAdministrator || !SHARED.includes(part));
  return { state, differences: await differencesIn(parts, options, state) };
}

/** What the person has written and not sent, with its files. What differs is returned. */
export async function syncOwnTexts(options: StateSyncOptions, ownId: number): Promise<readonly string[]> {
  const fields = await registered(options.remote, FETCHED_OF_OWN);
  return differencesIn(OWN_PARTS, options, stateIn({ ...fields, user_id: ownId }));
}

async function differencesIn(
  parts: readonly Part[],
  options: StateSyncOptions,
  state: OrganizationState,
): Promise<string[]> {
  const { mends } = options;
  let differences: string[] = [];
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    differences = [];
    let mended = 0;
    for (const part of parts)
      for (const difference of await part(await sidesOf(options, state))) {
        const fault = mends ? await faultOfMending(difference) : "";
        if (fault === undefined) mended++;
        else differences.push([difference.says, fault].filter((text) => text !== "").join(" "));
      }
    if (mended === 0) break;
  }
  return differences;
}

/** Undefined if it is mended now. */
async function faultOfMending({ mend }: Difference): Promise<string | undefined> {
  if (!mend) return "";
  try {
    await mend();
    return undefined;
  } catch (error) {
    // What nobody here could ask for stays as it is, and is said.
    if (error instanceof ApiError) return `(${error.message})`;
    throw error;
  }
}

async function sidesOf(
  { server, ids, remote, account, owner, address, mends, refused, leaveOut }: StateSyncOptions,
  state: OrganizationState,
): Promise<Sides> {
  const own = await owner();
  const as = account() ?? own;
  const local = await stateHere(server, as);
  ids.matchSystemGroups(state, local);
  const openPicture = (path: string) => remote.openPath(path);
  const openUpload = (path: string) => remote.openUpload(path);
  const found = { address, mends, refused, openPicture, openUpload, leaveOut };
  return { remote: state, local, ids, server, as, owner: own, ...found };
}
