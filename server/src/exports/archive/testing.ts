/**
 * Builds random small organizations for tests: each step is chosen by three numbers. Steps that are refused do not
 * matter.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Organization, Person } from "../../../test/index.ts";
import { asFile, uploads } from "../../messages/uploads/testing.ts";

export interface ArchiveWorld {
  readonly acme: Organization;
  readonly people: Person[];
  readonly channels: string[];
  readonly groups: number[];
  readonly folders: number[];
  readonly messages: number[];
  readonly paths: string[];
}

export type ArchiveStep = readonly [kind: number, a: number, b: number];

type Take = (world: ArchiveWorld, a: number, b: number, person: Person) => Promise<unknown>;

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
const TOPICS = ["logo", "Logo", "colour", ""];

function textFor({ people, channels, messages, paths }: ArchiveWorld, a: number, b: number): string {
  const [person, channel, message, path] = [pick(people, b), pick(channels, b), pick(messages, b), pick(paths, b)];
  const texts = [
    "plain *words* and `code`",
    `@**${person?.name}|${person?.id}** and @_**${person?.name}**`,
    `#**${channel}** and #**${channel}>logo** and #**${channel}>logo@${message}**`,
    `@*designers* and @**all** :tada:`,
    `[f](/user_uploads/${path}) ![i](/user_uploads/${path})`,
    "/poll Lunch?\nSoup\nBread",
    "Line\u2028separator 😀 'quotes' \\ and \"more\"",
  ];
  return texts[a % texts.length] as string;
}

const STEPS: Readonly<Record<string, Take>> = {
  async sends(world, a, b, person) {
    const to = pick(world.channels, a) as string;
    const content = textFor(world, b, a);
    const { id } = await person.asks("POST", "/messages", {
      type: "channel",
      to,
      topic: pick(TOPICS, b) ?? "",
      content,
    });
    if (typeof id === "number") world.messages.push(id);
  },
  async writes(world, a, b, person) {
    const to = [pick(world.people, a)?.id, ...(b % 3 === 0 ? [pick(world.people, b)?.id] : [])];
    const content = textFor(world, a, b);
    const { id } = await person.asks("POST", "/messages", { type: "direct", to: JSON.stringify(to), content });
    if (typeof id === "number") world.messages.push(id);
  },
  async uploads(world, a, b, person) {
    world.paths.push(await uploads(person, asFile(`file ${a}`, `f${b}.txt`)));
  },
  edits: (world, a, b, person) =>
    person.asks("PATCH", `/messages/${pick(world.messages, a)}`, { content: textFor(world, b, a) }),
  moves: (world, a, b) =>
    world.acme.owner.asks("PATCH", `/messages/${pick(world.messages, a)}`, {
      topic: pick(TOPICS, b) as string,
      propagate_mode: b % 2 === 0 ? "change_one" : "change_all",
    }),
  deletes: (world, a) => world.acme.owner.asks("DELETE", `/messages/${pick(world.messages, a)}`),
  reacts: (world, a, b, person) =>
    person.asks(b % 4 === 0 ? "DELETE" : "POST", `/messages/${pick(world.messages, a)}/reactions`, {
      emoji_name: ["tada", "heart", "+1"][b % 3] as string,
    }),
  flags: (world, a, b, person) =>
    person.asks("POST", "/messages/flags", {
      messages: JSON.stringify(world.messages.slice(a)),
      op: b % 3 === 0 ? "remove" : "add",
      flag: ["read", "starred", "collapsed"][b % 3] as string,
    }),
  async opensChannel(world, a, b, person) {
    const name = `channel ${world.channels.length}`;
    const { result } = await person.asks("POST", "/users/me/subscriptions", {
      subscriptions: JSON.stringify([{ name, description: textFor(world, a, b) }]),
      principals: JSON.stringify([person.id, pick(world.people, b)?.id]),
      invite_only: String(a % 3 !== 0),
      history_public_to_subscribers: String(b % 2 === 0),
    });
    if (result === "success") world.channels.push(name);
  },
  joins: (world, a, b, person) =>
    person.asks(b % 3 === 0 ? "DELETE" : "POST", "/users/me/subscriptions", {
      subscriptions: JSON.stringify(b % 3 === 0 ? [pick(world.channels, a)] : [{ name: pick(world.channels, a) }]),
    }),
  choosesTopic: (_, a, b, person) =>
    person.asks("POST", "/user_topics", {
      stream_id: String(a + 1),
      topic: pick(TOPICS, b) as string,
      visibility_policy: String(b % 4),
    }),
  async makesGroup(world, a, b) {
    const answer = await world.acme.owner.asks("POST", "/user_groups/create", {
      name: world.groups.length === 0 ? "designers" : `group ${world.groups.length}`,
      description: "A group",
      members: JSON.stringify([pick(world.people, a)?.id]),
      can_manage_group: JSON.stringify({ direct_members: [pick(world.people, b)?.id], direct_subgroups: [] }),
    });
    if (typeof answer.group_id === "number") world.groups.push(answer.group_id);
  },
  async makesFolder(world, a) {
    const name = `folder ${world.folders.length}`;
    const answer = await world.acme.owner.asks("POST", "/channel_folders/create", { name, description: `about ${a}` });
    if (typeof answer.channel_folder_id === "number") world.folders.push(answer.channel_folder_id);
  },
  async arranges(world, a, b) {
    const { stream_id } = await world.acme.owner.asks("GET", "/get_stream_id", {
      stream: pick(world.channels, a) as string,
    });
    const { id: member } = pick(world.people, b) as Person;
    const setting = JSON.stringify({ new: { direct_members: [member], direct_subgroups: [] } });
    await world.acme.owner.asks("PATCH", `/streams/${stream_id}`, {
      ...(b % 2 === 0 ? { can_send_message_group: setting } : { folder_id: String(pick(world.folders, b) ?? "null") }),
    });
  },
  sets: (world, a, b) =>
    world.acme.owner.asks("PATCH", "/realm", {
      ...(a % 2 === 0 ? { message_content_edit_limit_seconds: String(60 * (b + 1)) } : { description: `About ${b}` }),
      ...(b % 2 === 0
        ? {
            can_create_groups: JSON.stringify({
              new: { direct_members: [pick(world.people, b)?.id], direct_subgroups: [] },
            }),
          }
        : {}),
    }),
  prefers: (_, a, b, person) =>
    person.asks("PATCH", "/settings", {
      ...(a % 2 === 0 ? { enter_sends: "true" } : { timezone: "Europe/Oslo" }),
      email_address_visibility: String(1 + (b % 5)),
    }),
  async makesBot(world, a, b, person) {
    const bot_type = 1 + (a % 3);
    await person.asks("POST", "/bots", {
      full_name: `Bot ${a} ${b}`,
      short_name: `bot${a}${b}`,
      bot_type: String(bot_type),
      payload_url: "https://example.com/hook",
      default_sending_stream: world.channels[0] as string,
    });
  },
  async asksForMore({ acme }, a, b) {
    const choices = { "0": { text: "red", order: "1" }, "1": { text: "blue", order: "2" } };
    const [field_type, field_data] = [[1, {}] as const, [6, {}] as const, [3, choices] as const][b % 3] ?? [2, {}];
    await acme.owner.asks("POST", "/realm/profile_fields", {
      field_type: String(field_type),
      name: `Field ${a} ${b}`,
      field_data: JSON.stringify(field_data),
    });
  },
  async tellsMore({ people }, a, b, person) {
    const { custom_fields } = await person.asks("GET", "/realm/profile_fields");
    const { id, type } = pick(custom_fields as { id: number; type: number }[], a) ?? { id: 0, type: 0 };
    const value = type === 6 ? [pick(people, b)?.id] : type === 3 ? "1" : `about ${b}`;
    await person.asks("PATCH", "/users/me/profile_data", { data: JSON.stringify([{ id, value }]) });
  },
  saysHowItIs: (_, a, b, person) =>
    person.asks("POST", "/users/me/status", {
      status_text: `at ${a}`,
      emoji_name: b % 2 === 0 ? "tada" : "",
    }),
  listensFor: (_, a, b, person) =>
    person.asks(b % 4 === 0 ? "DELETE" : "POST", "/users/me/alert_words", {
      alert_words: JSON.stringify([`word${a % 3}`, "Logo"]),
    }),
  async keeps({ people, channels, acme, messages }, a, b, person) {
    const { stream_id } = await acme.owner.asks("GET", "/get_stream_id", { stream: pick(channels, a) as string });
    const content = `about @_**|${pick(people, b)?.id}** and ${a}`;
    const drafts = [
      { type: "stream", to: [stream_id], topic: pick(TOPICS, b), content },
      { type: "private", to: [pick(people, a)?.id, pick(people, b)?.id], topic: "", content },
      { type: "", to: [], topic: "", content },
    ];
    await person.asks("POST", "/drafts", { drafts: JSON.stringify(drafts) });
    await person.asks("POST", "/saved_snippets", { title: `Snippet ${b}`, content });
    await person.asks("POST", "/navigation_views", {
      fragment: `narrow/channel/${stream_id}-x/topic/logo/near/${pick(messages, b) ?? 1}`,
      is_pinned: String(b % 2 === 0),
      name: `View ${a}`,
    });
    await person.asks("POST", "/users/me/onboarding_steps", { onboarding_step: "intro_resolve_topic" });
  },
  mutes: ({ people }, a, b, person) =>
    person.asks(b % 4 === 0 ? "DELETE" : "POST", `/users/me/muted_users/${pick(people, a)?.id}`),
  isThere: (_, a, b, person) =>
    person.asks("POST", "/users/me/presence", { status: (a + b) % 2 === 0 ? "active" : "idle" }),
  async equips({ acme: { owner } }, a, b) {
    const url_template = `https://tracker.example/${b}/{id}`;
    await owner.asks("POST", "/realm/filters", { pattern: `T${a}-(?P<id>[0-9]+)`, url_template });
    const code = `https://try.example/${b}?c={code}`;
    await owner.asks("POST", "/realm/playgrounds", { name: `Try ${a}`, pygments_language: "Rust", url_template: code });
    const program = { bot_type: "3", payload_url: `https://program.example/${b}` };
    const { user_id } = (await owner.asks("POST", "/bots", {
      ...{ full_name: `Caller ${a}`, short_name: `caller${a}` },
      ...program,
    })) as { user_id?: number };
    await owner.asks("POST", `/bots/${user_id}/commands`, { name: `call-${a}`, arguments: '[{"name":"what"}]' });
    await owner.asks("POST", "/realm/domains", { domain: `d${a}.example`, allow_subdomains: String(b % 2 === 0) });
  },
  async schedules(world, a, b, person) {
    const at = Math.floor(world.acme.clock.now() / 1000) + 86_400 + a;
    const to = b % 2 === 0 ? [pick(world.people, a)?.id] : a + 1;
    await person.asks("POST", "/scheduled_messages", {
      type: b % 2 === 0 ? "direct" : "channel",
      to: JSON.stringify(to),
      topic: pick(TOPICS, b) as string,
      content: textFor(world, b, a),
      scheduled_delivery_timestamp: String(at),
    });
  },
  remindsOneself: (world, a, b, person) =>
    person.asks("POST", "/reminders", {
      message_id: String(pick(world.messages, a)),
      scheduled_delivery_timestamp: String(Math.floor(world.acme.clock.now() / 1000) + 86_400 + b),
      note: `about ${b}`,
    }),
  async leaves({ acme, people }, a, b) {
    const leaver = pick(people.slice(1), a);
    if (leaver && b === 0 && people.length > 3) {
      await acme.deactivate(leaver);
      people.splice(people.indexOf(leaver), 1);
    }
  },
};

export const STEP_KINDS: readonly string[] = Object.keys(STEPS);

export async function worldOf(acme: Organization): Promise<ArchiveWorld> {
  const people = [acme.owner, await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gus")];
  people.push(await acme.moderator("Mona"), await acme.bot("Robin", acme.owner));
  await acme.channel("town", people);
  const world = { acme, people, channels: ["town", "general"], groups: [], folders: [], messages: [], paths: [] };
  for (const kind of ["makesGroup", "uploads", "sends", "writes"]) await take(world, [STEP_KINDS.indexOf(kind), 1, 2]);
  return world;
}

export async function take(world: ArchiveWorld, [kind, a, b]: ArchiveStep): Promise<void> {
  const step = STEPS[STEP_KINDS[kind % STEP_KINDS.length] as string] as Take;
  await step(world, a, b, pick(world.people, a + b) as Person);
}

export type ArchiveRow = Record<string, unknown>;
export type Tamper = (row: ArchiveRow, table: string) => ArchiveRow | readonly ArchiveRow[];

let count = 0;

/** The archive with some rows changed, and a trailer that matches. */
export function tampered(file: string, tamper: Tamper): string {
  let table = "";
  let rows = 0;
  const lines = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ArchiveRow);
  const changed = lines.flatMap((line) => {
    if (typeof line.table === "string" && Object.keys(line).length === 1) table = line.table;
    else if (line.end === true) return { ...line, rows };
    else if (line.file === undefined && line.parley_export === undefined) {
      const made = [tamper(line, table)].flat() as ArchiveRow[];
      rows += made.length;
      return made;
    }
    return line;
  });
  const bad = join(file, "..", `bad-${++count}.gz`);
  writeFileSync(bad, gzipSync(`${changed.map((line) => JSON.stringify(line)).join("\n")}\n`));
  return bad;
}
