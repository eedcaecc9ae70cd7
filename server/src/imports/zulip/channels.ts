/** Channels of a Zulip export. Of their permissions, only who may post comes: everything else could give somebody more here. */
import { type Fields, numberOrNothing, textIn } from "../json.ts";
import type { ChannelRecord, HoldersRecord, SkippedRecord } from "../records.ts";
import { skipped } from "../skipped.ts";
import { idIn, type ZulipArchive } from "./archive.ts";
import { type FoundHolders, holdersIn } from "./groups.ts";

/** Versions before 10 have a number instead of a group. */
const POST_POLICIES: Readonly<Record<number, string | undefined>> = {
  1: undefined,
  2: "role:administrators",
  3: "role:fullmembers",
  4: "role:moderators",
};

const SEND = "can_send_message_group";
const PERMISSION = /^can_\w+_group$/;
/** Of channels that nobody has changed; nobody of most. */
const DEFAULTS: Readonly<Record<string, string>> = {
  can_remove_subscribers_group: "role:administrators",
  can_create_topic_group: "role:everyone",
};
/** By default, whoever has created the channel. */
const ADMINISTER = "can_administer_channel_group";

const INHERITED: ReadonlySet<unknown> = new Set([undefined, null, 1, "inherit"]);

export function* channelsIn(
  archive: ZulipArchive,
  subscribersOf: (channel: string) => readonly string[],
): Generator<ChannelRecord | SkippedRecord> {
  const holders = holdersIn(archive);
  for (const stream of archive.rows("zerver_stream")) {
    const id = idIn(stream.id);
    yield {
      type: "channel",
      id,
      name: textIn(stream.name),
      description: textIn(stream.description),
      isPrivate: stream.invite_only === true,
      isHistoryProtected: isProtected(stream),
      isArchived: stream.deactivated === true,
      createdAt: numberOrNothing(stream.date_created),
      creator: idIn(stream.creator),
      subscribers: subscribersOf(id),
      posters: postersOf(stream, holders),
    };
    yield* settingsLeftOut(stream, holders);
  }
}

export const isProtected = (stream: Fields): boolean =>
  stream.invite_only === true && stream.history_public_to_subscribers !== true;

/** Undefined if everyone may. */
function postersOf(stream: Fields, holders: FoundHolders): HoldersRecord | undefined {
  const group = idIn(stream[SEND]);
  if (group !== "") return holders(group);
  const policy = numberOrNothing(stream.stream_post_policy) ?? 1;
  const role = policy in POST_POLICIES ? POST_POLICIES[policy] : "role:administrators";
  return role === undefined ? undefined : { roles: [role], groups: [], people: [] };
}

function* settingsLeftOut(stream: Fields, holders: FoundHolders): Generator<SkippedRecord> {
  const id = idIn(stream.id);
  const changed = Object.keys(stream).filter(
    (name) => PERMISSION.test(name) && name !== SEND && idIn(stream[name]) !== "" && !isDefault(name, stream, holders),
  );
  if (changed.length > 0) yield skipped(PERMISSIONS, "only who may post comes with a channel", id, changed.length);
  if (stream.is_web_public === true) yield skipped(PERMISSIONS, "an archive opens nothing to everyone on the web", id);
  const { message_retention_days: days, topics_policy } = stream;
  if (days !== undefined && days !== null)
    yield skipped(SETTINGS, "messages are kept as long as those of other channels", id);
  if (!INHERITED.has(topics_policy)) yield skipped(SETTINGS, "topics are as in other channels", id);
}

const PERMISSIONS = "permissions of channels";
const SETTINGS = "settings of channels";

function isDefault(name: string, stream: Fields, holders: FoundHolders): boolean {
  const { roles, groups, people } = holders(idIn(stream[name]));
  if (groups.length > 0) return false;
  if (name === ADMINISTER && people.length === 1) return roles.length === 0 && people[0] === idIn(stream.creator);
  return people.length === 0 && roles.every((role) => role === (DEFAULTS[name] ?? "role:nobody"));
}
