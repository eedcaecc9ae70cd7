/** Many people register with everything, in organizations of two sizes, on both engines. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApp } from "@parley/server/app.ts";
import { insertSubscriptions } from "@parley/server/channels/subscriptions/store.ts";
import { readConfig } from "@parley/server/kernel/config.ts";
import { insertChannelMessage } from "@parley/server/messages/store.ts";
import { pino } from "pino";
import { startPostgres } from "../../server/test/postgres.ts";
import type { LoadRequest } from "../load/jobs.ts";
import { insertBareChannel, makePeople, type Organization, writing } from "../population.ts";
import { load, parleyWith, startParley } from "../processes.ts";
import { against, type Figure, median, type Scenario } from "../scenario.ts";

const CHANNELS = 100;
/** Subscribers per channel; everyone is in the first one. */
const SUBSCRIBERS = 100;
const WRITERS = 200;
const MESSAGES = 5000;
/** For everyone. */
const UNREAD = 50;
const CALLERS = 50;
const ROUNDS = 3;

interface Size {
  readonly people: number;
  /** Processor time of the server for one registration. */
  readonly mostMilliseconds?: number;
  readonly leastPerSecond?: number;
}

const SIZES: readonly Size[] = [
  { people: 1000, mostMilliseconds: 5 },
  { people: 20_000, leastPerSecond: 50 },
];

/** Everything that a current client asks for, with the active subscribers of large channels. */
const registration = (as: string, isCompressed: boolean): LoadRequest => ({
  method: "POST",
  path: "/api/v1/register",
  as,
  isCompressed,
  form: {
    apply_markdown: "true",
    client_gravatar: "false",
    slim_presence: "true",
    include_subscribers: "partial",
    client_capabilities: JSON.stringify(
      Object.fromEntries(
        [
          "notification_settings_null",
          "bulk_message_deletion",
          "stream_typing_notifications",
          "user_settings_object",
          "linkifier_url_template",
          "user_list_incomplete",
          "include_deactivated_groups",
          "archived_channels",
          "empty_topic_name",
          "simplified_presence_events",
        ].map((name) => [name, true]),
      ),
    ),
  },
});

type Env = Readonly<Record<string, string>>;

/** Writes an organization directly to the tables; returns who registers. */
async function furnish(directory: string, env: Env, size: number): Promise<string[]> {
  const owner = ["--owner-email", "owner@example.com", "--owner-name", "Olivia"];
  const made = (await parleyWith(env, directory, "init", "--json", "--name", "Company", ...owner)) as Organization;
  const app = await openApp(readConfig({ PARLEY_DATA: directory, PARLEY_RATE_LIMITS: "off", ...env }), {
    log: pino({ level: "error" }),
  });
  try {
    const realm = await app.identities.realmById(app.database.reader, made.realm_id);
    return await writing(app, made.realm_id, async (tx) => {
      const people = await makePeople(app, tx, made, size - 1);
      const channels = [];
      for (let number = 0; number < CHANNELS; number++) {
        const channel = await insertBareChannel(tx, realm, {
          name: `channel ${number}`,
          description: `Where ${number} is talked about.`,
          rendered_description: `<p>Where ${number} is talked about.</p>`,
          invite_only: number % 10 === 9,
          can_send_message_group: realm.systemGroups["role:everyone"],
        });
        channels.push(channel);
        const start = (number * SUBSCRIBERS) % people.length;
        const members = number === 0 ? people : people.slice(start, start + SUBSCRIBERS);
        const rows = members.map(({ id }) => ({ user_id: id, channel_id: channel.id, color: "#76ce90" }));
        await insertSubscriptions(tx, rows, 0);
      }
      const [all] = channels as [(typeof channels)[number], ...unknown[]];
      let newest = 0;
      for (let number = 0; number < MESSAGES; number++) {
        const { id } = await insertChannelMessage(tx, all.id, {
          realm_id: made.realm_id,
          recipient_id: all.recipient_id,
          sender_id: people[number % WRITERS]?.id as number,
          subject: `topic ${number % 10}`,
          content: "As we said.",
          rendered_content: "<p>As we said.</p>",
          sent_at: app.startedAt,
          client: "bench",
          traits: 0,
        });
        newest = id;
      }
      await tx
        .updateTable("subscription")
        .set({ read_upto: newest - UNREAD })
        .execute();
      return people.slice(0, CALLERS).map(({ login }) => login);
    });
  } finally {
    await app.stop();
  }
}

async function measure(engine: string, databaseUrl: string | undefined, size: Size): Promise<Figure[]> {
  const root = await mkdtemp(join(tmpdir(), "parley-registration-"));
  const directory = join(root, "data");
  const env: Record<string, string> = databaseUrl === undefined ? {} : { PARLEY_DATABASE_URL: databaseUrl };
  try {
    const logins = await furnish(directory, env, size.people);
    const parley = await startParley(directory, env);
    try {
      const figures: Figure[] = [];
      for (const isCompressed of [false, true]) {
        const requests = logins.map((login) => registration(login, isCompressed));
        const rounds = [];
        for (let round = 0; round <= ROUNDS; round++) {
          const job = { kind: "closed-loop" as const, connections: 2, warmUpSeconds: 1, seconds: 4, requests };
          rounds.push(await against(parley, () => load({ ...job, port: parley.port })));
        }
        const [, ...measured] = rounds;
        const what = `register, ${size.people} people, ${engine}${isCompressed ? ", gzip" : ""}`;
        const rate = median(measured.map(({ perSecond }) => perSecond));
        const cpu = median(measured.map(({ cpuMicros }) => (cpuMicros ?? Number.NaN) / 1000));
        const { leastPerSecond, mostMilliseconds } = size;
        figures.push({
          what,
          unit: "/s",
          parley: rate,
          ...(leastPerSecond && { target: { atLeast: leastPerSecond } }),
        });
        figures.push({
          what: "… processor time of the server",
          unit: " ms",
          parley: cpu,
          ...(mostMilliseconds && { target: { atMost: mostMilliseconds } }),
        });
      }
      return figures;
    } finally {
      await parley.stop();
    }
  } finally {
    await rm(root, { recursive: true });
  }
}

export const registeringTogether: Scenario = {
  name: "registration-sizes",
  question: "How often a second can people register with 1,000 and with 20,000 others, on both engines?",
  async measureAlone() {
    const figures: Figure[] = [];
    for (const size of SIZES) {
      figures.push(...(await measure("SQLite", undefined, size)));
      const postgres = await startPostgres();
      try {
        figures.push(...(await measure("PostgreSQL", postgres.url, size)));
      } finally {
        await postgres.stop();
      }
    }
    return figures;
  },
};
