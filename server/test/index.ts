/**
 * The harness: an organization per test with named people, on each engine, with a clock that is advanced and never
 * waited for. Under test every response and event is held against its declaration, and at the end of a test the state
 * that each watching client keeps must equal a fresh snapshot.
 */
import { test as nodeTest, type TestContext, type TestOptions } from "node:test";
import * as channels from "../src/channels/contract.ts";
import { Role } from "../src/kernel/access/roles.ts";
import { raiseVersion } from "../src/kernel/access/store.ts";
import { change, type Realm } from "../src/kernel/context.ts";
import type { TurnTx } from "../src/kernel/db/handles.ts";
import { takeTurnOf } from "../src/kernel/events/log.ts";
import { createOrganization, serverContext } from "../src/organization/realms/create.ts";
import { announceNewBot } from "../src/people/bots/announce.ts";
import { createUser } from "../src/people/users/actions.ts";
import { deactivateUser } from "../src/people/users/deactivate/actions.ts";
import type { UserRow } from "../src/people/users/present.ts";
import { userById } from "../src/people/users/store.ts";
import type { TestClock } from "./clock.ts";
import { Person } from "./person.ts";
import { type Engine, engines, startServer, type TestServer } from "./server.ts";

export type { Heard } from "./heard.ts";
export { Listener, listen, until } from "./listener.ts";
export type { ApiResponse } from "./person.ts";
export { Person } from "./person.ts";
export type { TestServer } from "./server.ts";

/** What the tests of one file share: a server on each engine, until the last of them is over. */
class TestFile {
  readonly path: string;
  start: (engine: Engine) => Promise<TestServer> = startServer;
  readonly #servers = new Map<Engine, Promise<TestServer>>();
  #left = 0;

  constructor(path: string) {
    this.path = path;
  }

  expect(): void {
    this.#left++;
  }

  async finish(): Promise<void> {
    if (--this.#left === 0) await this.close();
  }

  serverOn(engine: Engine): Promise<TestServer> {
    const server = this.#servers.get(engine) ?? this.start(engine);
    this.#servers.set(engine, server);
    return server;
  }

  async close(): Promise<void> {
    const servers = [...this.#servers.values()];
    this.#servers.clear();
    for (const server of servers) await (await server).close();
  }
}

let file = new TestFile(process.argv[1] ?? "");
/** The tests that are declared from here on are another file's: several may run in one process (`together.ts`). */
export function beginFile(path: string): void {
  file = new TestFile(path);
}

/** Lets the tests of this file run on a server of their own making. */
export function useServer(starting: TestFile["start"]): void {
  file.start = starting;
}

const homes = new WeakMap<TestContext, { readonly file: TestFile; readonly engine: Engine }>();
const organizations = new WeakMap<TestContext, Organization[]>();

/** One test for each engine. */
export function test(name: string, body: (t: TestContext) => Promise<void>): void {
  for (const engine of engines) {
    const home = { file, engine };
    home.file.expect();
    nodeTest(`${name} [${engine}]`, { tags: [home.file.path] } as TestOptions, async (t) => {
      homes.set(t, home);
      try {
        await runOn(await serverFor(t), t, body);
      } finally {
        await home.file.finish();
      }
    });
  }
}

async function runOn({ faults }: TestServer, t: TestContext, body: (t: TestContext) => Promise<void>): Promise<void> {
  try {
    await body(t);
    for (const organization of organizations.get(t) ?? []) await organization.verify();
  } finally {
    // The server's own fault says more than the answer that came of it.
    const [fault] = faults.splice(0);
    if (fault) await Promise.reject(fault);
  }
}

export function serverFor(t: TestContext): Promise<TestServer> {
  const home = homes.get(t);
  if (!home) throw new Error("Only what is declared with `test` of this harness has a server.");
  return home.file.serverOn(home.engine);
}

let organizationCount = 0;

export class Organization {
  readonly server: TestServer;
  readonly realm: Realm;
  readonly owner: Person;
  readonly #people: Person[];

  constructor(server: TestServer, realm: Realm, owner: Person) {
    this.server = server;
    this.realm = realm;
    this.owner = owner;
    this.#people = [owner];
  }

  get clock(): TestClock {
    return this.server.clock;
  }

  member = (name: string): Promise<Person> => this.person(name, Role.member);
  guest = (name: string): Promise<Person> => this.person(name, Role.guest);
  moderator = (name: string): Promise<Person> => this.person(name, Role.moderator);
  administrator = (name: string): Promise<Person> => this.person(name, Role.administrator);
  bot = (name: string, owner: Person, bot_type = 1): Promise<Person> =>
    this.person(name, Role.member, { bot_type, bot_owner_id: owner.id });

  async person(name: string, role: number, bot: { bot_type?: number; bot_owner_id?: number } = {}): Promise<Person> {
    const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
    const realm = await this.server.app.identities.realmById(this.server.app.database.reader, this.realm.id);
    const { user, apiKey } = await change(serverContext(this.server.app, realm), async (ctx) => {
      const made = await createUser(ctx, { email, full_name: name, role, password_hash: null, ...bot });
      if (bot.bot_type !== undefined) await announceNewBot(ctx, made.user.id);
      return made;
    });
    const person = new Person(this.server, this.realm.url, { id: user.id, name, email, apiKey });
    this.#people.push(person);
    return person;
  }

  /** For what no operation does yet: changes rows, and says so to every cache. */
  async alter(work: (tx: TurnTx) => Promise<unknown>): Promise<void> {
    await this.server.app.database.transaction(async (tx) => {
      await work(await takeTurnOf(tx, this.realm.id));
      await raiseVersion(tx, this.realm.id);
    });
  }

  /** As the operator does it, with what belongs to it. */
  async deactivate(person: Person): Promise<void> {
    const { app } = this.server;
    const realm = await app.identities.realmById(app.database.reader, this.realm.id);
    const user = await userById(app.database.reader, realm.id, person.id);
    await change(serverContext(app, realm), (ctx) => deactivateUser(ctx, user as UserRow));
  }

  /** A channel with these subscribers; by default a public one, made by its first subscriber. */
  async channel(name: string, subscribers: readonly Person[], kind: ChannelKind = {}): Promise<number> {
    const creator = subscribers[0] ?? this.owner;
    await creator.call(channels.subscribe, {
      subscriptions: [{ name }],
      principals: subscribers.map((person) => person.id),
      // Tests count messages: the server adds none of its own.
      send_new_subscription_messages: false,
      ...kind,
    });
    const { streams } = await creator.call(channels.getChannels, { include_all: true });
    return streams.find((stream) => stream.name === name)?.stream_id as number;
  }

  async verify(): Promise<void> {
    for (const person of this.#people) await person.verify();
  }
}

export interface ChannelKind {
  invite_only?: boolean;
  is_web_public?: boolean;
  history_public_to_subscribers?: boolean;
}

/** A new organization with its owner, Olivia. */
export async function org(t: TestContext, on?: TestServer): Promise<Organization> {
  const server = on ?? (await serverFor(t));
  const stringId = `org${++organizationCount}`;
  const email = "olivia@example.com";
  const { realm, userId, apiKey } = await createOrganization(server.app, {
    name: "Acme",
    stringId,
    owner: { email, fullName: "Olivia", password: null },
  });
  const owner = new Person(server, realm.url, { id: userId, name: "Olivia", email, apiKey });
  const organization = new Organization(server, realm, owner);
  organizations.set(t, [...(organizations.get(t) ?? []), organization]);
  return organization;
}
