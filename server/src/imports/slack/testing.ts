/** Makes exports as Slack describes them, of any size, the same for the same seed. */
import { Dice, type EntryContent, zipOf } from "../testing.ts";

/** 2 March 2020, in seconds. */
export const BEGIN = 1_583_107_200;
const DAY = 86_400;

export interface SlackUserOptions {
  readonly email?: string | undefined;
  readonly more?: object;
}

export const slackUser = (id: string, name: string, { email, more = {} }: SlackUserOptions = {}) => ({
  id,
  team_id: "T0001",
  name: name.toLowerCase().replaceAll(" ", "."),
  deleted: false,
  real_name: name,
  tz: "Europe/Oslo",
  profile: { real_name: name, display_name: "", ...(email === undefined ? {} : { email }) },
  is_bot: false,
  ...more,
});

export const slackChannel = (id: string, name: string, members: readonly string[], more: object = {}) => ({
  id,
  name,
  created: BEGIN - 100 * DAY,
  creator: members[0],
  is_archived: false,
  is_general: false,
  members,
  topic: { value: "", creator: "", last_set: 0 },
  purpose: { value: "", creator: "", last_set: 0 },
  ...more,
});

/** A time as Slack writes it: seconds with six digits behind the point, which tell messages apart. */
export const slackTime = (seconds: number, number = 1): string => `${seconds}.${String(number).padStart(6, "0")}`;

export const slackMessage = (user: string, text: string, ts: string, more: object = {}): SlackMessage => ({
  type: "message",
  user,
  text,
  ts,
  ...more,
});

const dayFile = (folder: string, ts: string) =>
  `${folder}/${new Date(Number.parseFloat(ts) * 1000).toISOString().slice(0, 10)}.json`;

export interface SlackMessage {
  readonly ts: string;
  readonly [name: string]: unknown;
}

/** Puts messages into the files of their days. */
export function slackDays(messages: readonly (readonly [folder: string, message: SlackMessage])[]) {
  const files = Map.groupBy(messages, ([folder, { ts }]) => dayFile(folder, ts));
  return [...files].map(([path, list]) => [path, list.map(([, message]) => message)] as const);
}

const WORDS = "the map of huts and paths was printed again after rain had spoiled the first one near our river".split(
  " ",
);

/** How many people of an archive have pictures, if any has. */
export const PICTURED = 5;

export interface LargeArchive {
  readonly messages: number;
  readonly people?: number;
  readonly channels?: number;
  readonly seed?: number;
  /** The address of the first person. */
  readonly firstEmail?: string;
  /** Of the first few people, where `slackdump` puts them. */
  readonly picture?: Buffer;
}

/** An archive with this many messages: a few days, threads, reactions, edits, mentions and links. */
export function largeSlackArchive({
  messages: count,
  people = 20,
  channels = 8,
  seed = 7,
  firstEmail = "p1@example.org",
  picture,
}: LargeArchive): Buffer {
  const dice = new Dice(seed);
  const userIds = Array.from({ length: people }, (_, n) => `U${String(n + 1).padStart(4, "0")}`);
  const channelIds = Array.from({ length: channels }, (_, n) => `C${String(n + 1).padStart(4, "0")}`);
  const emailOf = (n: number) => (n === 0 ? firstEmail : `p${n + 1}@example.org`);
  const users = userIds.map((id, n) => slackUser(id, `Person Number ${n + 1}`, { email: emailOf(n) }));
  const lists = channelIds.map((id, n) => slackChannel(id, `channel-${n + 1}`, userIds));
  const sent: (readonly [string, SlackMessage])[] = [];
  const threads: { folder: string; ts: string }[] = [];
  for (let n = 0; n < count; n++) {
    const ts = slackTime(BEGIN + n * 30, n % 1_000_000);
    const text = textFor(dice, userIds, channelIds);
    const user = dice.pick(userIds);
    const kind = dice.below(10);
    const thread = kind < 3 && threads.length > 0 ? dice.pick(threads.slice(-20)) : undefined;
    const folder = thread?.folder ?? `channel-${dice.below(channels) + 1}`;
    const isParent = !thread && kind === 3;
    if (isParent) threads.push({ folder, ts });
    sent.push([
      folder,
      slackMessage(user, text, ts, {
        ...(thread ? { thread_ts: thread.ts, parent_user_id: userIds[0] } : {}),
        ...(isParent ? { thread_ts: ts, reply_count: 1 } : {}),
        ...(kind === 4 ? { reactions: [{ name: "tada", users: [dice.pick(userIds)], count: 1 }] } : {}),
        ...(kind === 5 ? { edited: { user, ts: slackTime(BEGIN + n * 30 + 60) } } : {}),
      }),
    ]);
  }
  const entries: (readonly [string, EntryContent])[] = [
    ["users.json", users],
    ["channels.json", lists],
    ...slackDays(sent),
    ...(picture ? userIds.slice(0, PICTURED).map((id) => [`__avatars/${id}/me.png`, picture] as const) : []),
  ];
  return zipOf(entries);
}

function textFor(dice: Dice, users: readonly string[], channels: readonly string[]): string {
  const words = Array.from({ length: 5 + dice.below(20) }, () => dice.pick(WORDS)).join(" ");
  switch (dice.below(12)) {
    case 0:
      return `<@${dice.pick(users)}> ${words}`;
    case 1:
      return `*${words}* in <#${dice.pick(channels)}|somewhere>`;
    case 2:
      return `${words} <https://example.com/page?id=${dice.below(1000)}|as written here>`;
    case 3:
      return `${words}\n\`\`\`if (a &lt; b) return;\`\`\``;
    default:
      return words;
  }
}
