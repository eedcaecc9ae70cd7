/** The attacked organization: 1,000 people, 100 channels and 30,000 messages, on either engine. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp, type RunningApp } from "@parley/server/app.ts";
import { insertSubscriptions } from "@parley/server/channels/subscriptions/store.ts";
import { Role } from "@parley/server/kernel/access/roles.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import { insertChannelMessage } from "@parley/server/messages/store.ts";
import { indexSome } from "@parley/server/text/search/progress.ts";
import { pino } from "pino";
import {
  type BenchPerson,
  insertBareChannel,
  makePeople,
  type Organization,
  post,
  texts,
  writing,
} from "../population.ts";
import { parleyWith } from "../processes.ts";

const PEOPLE = 1000;
const CHANNELS = 100;
const MESSAGES = 30_000;
const TOPICS_PER_CHANNEL = 10;
/** The number of messages in one topic of the first channel. */
const IN_LARGE_TOPIC = 5000;
const SUBSCRIBERS = 100;
const GUESTS = 60;
const OWNERS = 30;

export interface AttackedChannel {
  readonly id: number;
  readonly name: string;
}

/** What an attacker can discover about the organization. */
export interface Surroundings {
  readonly people: readonly number[];
  /** Everyone is in the first one. */
  readonly channels: readonly AttackedChannel[];
  readonly largeTopic: { readonly name: string; readonly newestMessageId: number };
}

export interface Site {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly surroundings: Surroundings;
  /** They send, read and listen during the attacks, in a channel of their own. */
  readonly victims: { readonly people: readonly [BenchPerson, BenchPerson, BenchPerson]; readonly channelId: number };
  /** Every attack gets a new account, so that no attack uses up another's rate limits. */
  readonly attackers: Readonly<Record<"member" | "guest" | "owner", readonly BenchPerson[]>>;
  remove(): Promise<void>;
}

export async function makeSite(databaseUrl?: string): Promise<Site> {
  const root = await mkdtemp(join(tmpdir(), "parley-hostile-"));
  const directory = join(root, "data");
  const env: Record<string, string> = databaseUrl === undefined ? {} : { PARLEY_DATABASE_URL: databaseUrl };
  const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia"];
  const made = (await parleyWith(env, directory, "init", "--json", "--name", "Attacked", ...owner)) as Organization;
  const app = await openApp(readConfig({ PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off", ...env }), {
    log: pino({ level: "error" }),
  });
  try {
    const people = await writing(app, made.realm_id, (tx) => makePeople(app, tx, made, PEOPLE));
    const channels = await makeChannels(app, made.realm_id, people);
    const newestMessageId = await writeMessages(app, made.realm_id, people, channels);
    while (await app.database.transaction((tx) => indexSome(tx, made.realm_id, { messages: 2000, bytes: 10_000_000 })));
    const [sender, reader, listener, ...others] = people as [BenchPerson, BenchPerson, BenchPerson, ...BenchPerson[]];
    const guests = others.slice(0, GUESTS);
    const owners = others.slice(GUESTS, GUESTS + OWNERS);
    const promote = (who: readonly BenchPerson[], role: number) =>
      Promise.all(
        who.map(({ id }) =>
          post(app, `/users/${id}`, `${made.email}:${made.api_key}`, { method: "PATCH", role: String(role) }),
        ),
      );
    await promote(guests, Role.guest);
    await promote(owners, Role.owner);
    const [victims, ...known] = channels as [ChannelMade, ...ChannelMade[]];
    return {
      directory,
      env,
      surroundings: {
        people: people.map(({ id }) => id),
        channels: known.map(({ id, name }) => ({ id, name })),
        largeTopic: { name: LARGE_TOPIC, newestMessageId },
      },
      victims: { people: [sender, reader, listener], channelId: victims.id },
      attackers: { guest: guests, owner: owners, member: others.slice(GUESTS + OWNERS) },
      remove: () => rm(root, { recursive: true }),
    };
  } finally {
    await app.stop();
  }
}

const LARGE_TOPIC = "a large topic";

interface ChannelMade extends AttackedChannel {
  readonly recipient_id: number;
}

/** The first two contain everyone; the first is the victims' own. */
async function makeChannels(app: RunningApp, realmId: number, people: readonly BenchPerson[]): Promise<ChannelMade[]> {
  const realm = await app.identities.realmById(app.database.reader, realmId);
  const everyone = realm.systemGroups["role:everyone"];
  return writing(app, realmId, async (tx) => {
    const channels: ChannelMade[] = [];
    for (let number = 0; number < CHANNELS; number++) {
      const channel = await insertBareChannel(tx, realm, {
        name: number === 0 ? "calm" : `channel ${number}`,
        invite_only: false,
        can_send_message_group: everyone,
        can_subscribe_group: everyone,
      });
      channels.push(channel);
      const start = (number * SUBSCRIBERS) % people.length;
      const joining = number < 2 ? people : people.slice(start, start + SUBSCRIBERS);
      await insertSubscriptions(
        tx,
        joining.map(({ id }) => ({ user_id: id, channel_id: channel.id, color: "#76ce90" })),
        0,
      );
    }
    return channels;
  });
}

/** Returns the newest message of the large topic. */
async function writeMessages(
  app: RunningApp,
  realm_id: number,
  people: readonly BenchPerson[],
  channels: readonly ChannelMade[],
): Promise<number> {
  const large = channels[1] as ChannelMade;
  const written = texts(1000);
  let newestOfLarge = 0;
  await writing(app, realm_id, async (tx) => {
    for (let number = 0; number < MESSAGES; number++) {
      const isLarge = number % Math.floor(MESSAGES / IN_LARGE_TOPIC) === 0;
      const channel = isLarge ? large : (channels[number % CHANNELS] as ChannelMade);
      const content = written[number % written.length] as string;
      const { id } = await insertChannelMessage(tx, channel.id, {
        realm_id,
        recipient_id: channel.recipient_id,
        sender_id: (people[number % people.length] as BenchPerson).id,
        subject: isLarge ? LARGE_TOPIC : `topic ${number % TOPICS_PER_CHANNEL}`,
        content,
        rendered_content: `<p>${content}</p>`,
        sent_at: 1_700_000_000 + number,
        client: "bench",
        traits: 0,
      });
      if (isLarge) newestOfLarge = id;
    }
    // One in ten has been away for long, and has everything unread.
    const present = people.filter((_, index) => index % 10 !== 0).map(({ id }) => id);
    await tx.updateTable("subscription").set({ read_upto: newestOfLarge }).where("user_id", "in", present).execute();
  });
  return newestOfLarge;
}
