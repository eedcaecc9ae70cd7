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
import { ownTextDifferences } from "./own-texts.ts";
import { peopleDifferences } from "./people.ts";
import { personalDifferences } from "./personal.ts";
import { pictureDifferences } from "./pictures.ts";
import { playgroundDifferences } from "./playgrounds.ts";
import { profileFieldDifferences } from "./profile-fields.ts";
import type { RemoteServer } from "./remote.ts";
import { settingDifferences } from "./settings.ts";
import type { Sides } from "./sides.ts";
import { CAPABILITIES, FETCHED, type OrganizationState, stateIn } from "./state.ts";
import { statusDifferences } from "./statuses.ts";

/** In this order: each names what those before it have made. */
const PARTS: readonly ((sides: Sides) => Difference[] | Promise<Difference[]>)[] = [
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
  ownTextDifferences,
];

/** Of the organization as a whole; only an administrator sees all of it. */
const SHARED: readonly (typeof PARTS)[number][] = [
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
  fetch_event_types: FETCHED,
  client_capabilities: CAPABILITIES,
  client_gravatar: false,
  include_subscribers: "true",
};

export async function stateThere(remote: RemoteServer): Promise<OrganizationState> {
  const answer = await remote.post("/register", { ...REGISTERING, event_types: ["restart"] });
  if (typeof answer.queue_id === "string") await remote.delete("/events", { queue_id: answer.queue_id });
  return stateIn(answer);
}

export async function stateHere(server: LocalServer, as: number): Promise<OrganizationState> {
  server.forget();
  const answer = (await server.call(as, register, { ...REGISTERING, event_types: ["restart"] } as never)) as Fields;
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
  leaveOut(record: SkippedRecord): void;
}

export interface SyncOutcome {
  readonly state: OrganizationState;
  /** What is left: all of it if nothing was mended. */
  readonly differences: readonly string[];
}

export async function sync(options: StateSyncOptions): Promise<SyncOutcome> {
  const { remote, mends, isAdministrator } = options;
  const state = await stateThere(remote);
  const parts = PARTS.filter((part) => isAdministrator || !SHARED.includes(part));
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
  return { state, differences };
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
  { server, ids, remote, account, owner, leaveOut }: StateSyncOptions,
  state: OrganizationState,
): Promise<Sides> {
  const own = await owner();
  const as = account() ?? own;
  const local = await stateHere(server, as);
  ids.matchSystemGroups(state, local);
  const openPicture = (path: string) => remote.openPath(path);
  return { remote: state, local, ids, server, as, owner: own, openPicture, leaveOut };
}
