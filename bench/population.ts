/**
 * An organization of 10,000 people, always the same: its texts come from a seed. Servers work on copies of it, so that
 * each measurement starts with the same data.
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp, type RunningApp } from "@parley/server/app.ts";
import { subscribe } from "@parley/server/channels/contract.ts";
import { type ChannelRow, channelsByName, insertChannel } from "@parley/server/channels/store.ts";
import { insertSubscriptions } from "@parley/server/channels/subscriptions/store.ts";
import { channelPermissions } from "@parley/server/kernel/access/permission-settings.ts";
import { Role } from "@parley/server/kernel/access/roles.ts";
import { addMembers } from "@parley/server/kernel/access/store.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import type { Realm } from "@parley/server/kernel/context.ts";
import type { TurnTx } from "@parley/server/kernel/db/handles.ts";
import { takeTurnOf } from "@parley/server/kernel/events/log.ts";
import { API_PREFIX } from "@parley/server/kernel/http/server.ts";
import { sendMessage } from "@parley/server/messages/contract.ts";
import { insertUser } from "@parley/server/people/users/store.ts";
import { pino } from "pino";
import { parleyWith } from "./processes.ts";

const PEOPLE = 10_000;
const MESSAGES = 2000;
/** The participants of a lively conversation. */
const SENDERS = 20;
/** Subscribers of each channel. */
const SUBSCRIBERS = { small: 10, room: 1000, large: PEOPLE } as const;

export type ChannelName = keyof typeof SUBSCRIBERS;

export interface BenchPerson {
  readonly id: number;
  /** Basic credentials. */
  readonly login: string;
}

export interface Population {
  readonly people: readonly BenchPerson[];
  readonly channels: Readonly<Record<ChannelName, { id: number; recipient_id: number }>>;
  /** Returns a data directory for one server. */
  copy(): Promise<string>;
  remove(): Promise<void>;
}

export interface Organization {
  realm_id: number;
  user_id: number;
  email: string;
  api_key: string;
}

/** On SQLite, or in the database of `env`, which all copies then share. */
export async function populate(env: Readonly<Record<string, string>> = {}): Promise<Population> {
  const root = await mkdtemp(join(tmpdir(), "parley-bench-"));
  const directory = join(root, "population");
  const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia"];
  const made = (await parleyWith(env, directory, "init", "--json", "--name", "Bench", ...owner)) as Organization;
  const app = await openApp(readConfig({ PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off", ...env }), {
    log: pino({ level: "error" }),
  });
  try {
    const channels = await makeChannels(app, made);
    const people = await writing(app, made.realm_id, (tx) => makePeople(app, tx, made, PEOPLE));
    await writing(app, made.realm_id, async (tx) => {
      for (const [name, count] of Object.entries(SUBSCRIBERS)) {
        const channel_id = channels[name as ChannelName].id;
        const joining = people.slice(0, count).map(({ id }) => ({ user_id: id, channel_id, color: "#76ce90" }));
        await insertSubscriptions(tx, joining, 0);
      }
    });
    await writeMessages(app, people, channels);
    let copies = 0;
    return {
      people,
      channels,
      async copy() {
        const target = join(root, `copy-${++copies}`);
        await cp(directory, target, { recursive: true });
        return target;
      },
      remove: () => rm(root, { recursive: true }),
    };
  } finally {
    await app.stop();
  }
}

/** Makes a request to an application in this process. */
export async function post(app: RunningApp, path: string, login: string, form: Record<string, string>): Promise<void> {
  const server = servers.get(app) ?? app.buildServer();
  servers.set(app, server);
  const answer = await server.inject({
    method: "POST",
    url: API_PREFIX + path,
    headers: {
      authorization: `Basic ${Buffer.from(login).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(form).toString(),
  });
  if (answer.statusCode !== 200) throw new Error(`POST ${path}: ${answer.body}`);
}
const servers = new WeakMap<RunningApp, ReturnType<RunningApp["buildServer"]>>();

async function makeChannels(app: RunningApp, owner: Organization): Promise<Population["channels"]> {
  const names = Object.keys(SUBSCRIBERS) as ChannelName[];
  const subscriptions = JSON.stringify(names.map((name) => ({ name })));
  await post(app, subscribe.path, `${owner.email}:${owner.api_key}`, {
    subscriptions,
    send_new_subscription_messages: "false",
  });
  const made = await channelsByName(app.database.reader, owner.realm_id, owner.user_id, names);
  return Object.fromEntries(made.map((channel) => [channel.name, channel])) as unknown as Population["channels"];
}

/** Writes directly to an organization's tables. */
export function writing<T>(app: RunningApp, realmId: number, work: (tx: TurnTx) => Promise<T>): Promise<T> {
  return app.database.transaction(async (tx) => work(await takeTurnOf(tx, realmId)));
}

/** Directly to the tables: ten thousand accounts created through the API would each be announced. */
export async function makePeople(
  app: RunningApp,
  tx: TurnTx,
  owner: { realm_id: number },
  count: number,
  from = 1,
): Promise<BenchPerson[]> {
  const realm = await app.identities.realmById(app.database.reader, owner.realm_id);
  const people: BenchPerson[] = [];
  for (let number = from; number < from + count; number++) {
    const delivery_email = `person${number}@example.com`;
    const { apiKey, ...key } = app.secrets.newApiKey();
    const { id } = await insertUser(tx, {
      realm_id: owner.realm_id,
      delivery_email,
      full_name: `Person ${number}`,
      role: Role.member,
      bot_type: null,
      bot_owner_id: null,
      date_joined: app.startedAt,
      settings: {},
      password_hash: null,
      can_create_users: false,
      can_change_user_emails: false,
      ...key,
    });
    people.push({ id, login: `${delivery_email}:${apiKey}` });
  }
  const groups = [realm.systemGroups["role:members"], realm.systemGroups["role:fullmembers"]];
  for (const group of groups)
    for (let start = 0; start < people.length; start += 1000)
      await addMembers(
        tx,
        group,
        people.slice(start, start + 1000).map((person) => person.id),
      );
  return people;
}

/** A channel, written directly to the tables, in which nobody has a permission but those given. */
export function insertBareChannel(
  tx: TurnTx,
  { id, systemGroups }: Realm,
  channel: Pick<ChannelRow, "name" | "invite_only"> & Partial<ChannelRow>,
): Promise<ChannelRow> {
  const nobody = systemGroups["role:nobody"];
  const closed = Object.fromEntries(Object.keys(channelPermissions).map((name) => [name, nobody]));
  return insertChannel(tx, {
    realm_id: id,
    description: "",
    rendered_description: "",
    date_created: 0,
    creator_id: null,
    is_web_public: false,
    history_public_to_subscribers: true,
    is_archived: false,
    is_recently_active: true,
    message_retention_days: null,
    topics_policy: "inherit",
    first_message_id: null,
    folder_id: null,
    ...(closed as Record<keyof typeof channelPermissions, number>),
    ...channel,
  });
}

/** Fills `room` with messages from several people. */
async function writeMessages(app: RunningApp, people: readonly BenchPerson[], channels: Population["channels"]) {
  for (const [index, text] of texts(MESSAGES).entries()) {
    const sender = people[index % SENDERS] as BenchPerson;
    await post(app, sendMessage.path, sender.login, sendForm(channels.room.id, `topic ${index % 20}`, text));
  }
}

export const sendForm = (channelId: number, topic: string, content: string) => ({
  type: "channel",
  to: String(channelId),
  topic,
  content,
});

const WORDS =
  "the we can ship release after review since tests pass on both engines and nobody saw errors during last night run".split(
    " ",
  );

/** Sentences of 10 to 30 words with the emphasis, code and links that people write. */
export function texts(count: number, seed = 1): string[] {
  const random = randomFrom(seed);
  const word = () => WORDS[Math.floor(random() * WORDS.length)] as string;
  return Array.from({ length: count }, () => {
    const words = Array.from({ length: 10 + Math.floor(random() * 20) }, word);
    if (random() < 0.3) words.push(`**${word()}**`);
    if (random() < 0.2) words.push(`\`${word()}()\``);
    if (random() < 0.1) words.push("https://example.com/notes");
    return words.join(" ");
  });
}

/** The mulberry32 generator. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
