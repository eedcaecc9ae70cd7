/**
 * An organization in a test: its people, whose clients are all mirrored, and shortcuts for tests that bypass the API.
 */
import * as channels from "../src/channels/contract.ts";
import { Role } from "../src/kernel/access/roles.ts";
import { raiseVersion } from "../src/kernel/access/store.ts";
import { change, type Realm } from "../src/kernel/context.ts";
import type { TurnTx } from "../src/kernel/db/handles.ts";
import { takeTurnOf } from "../src/kernel/events/log.ts";
import { serverContext } from "../src/kernel/server-context.ts";
import { announceNewBot } from "../src/people/bots/announce.ts";
import { createUser } from "../src/people/users/actions.ts";
import { deactivateUser } from "../src/people/users/deactivate/actions.ts";
import type { UserRow } from "../src/people/users/present.ts";
import { userById } from "../src/people/users/store.ts";
import { sharedCacheOf } from "../src/registration/shared/cache.ts";
import type { TestClock } from "./clock.ts";
import { Mirror } from "./mirror.ts";
import { Person } from "./person.ts";
import type { Engine, TestServer } from "./server.ts";

/** Events do not depend on the engine, and snapshots take three times as long on PostgreSQL. */
const FOLLOWED_ON: Engine = "sqlite";

export class Organization {
  readonly server: TestServer;
  readonly realm: Realm;
  readonly owner: Person;
  readonly #people: Person[] = [];
  /** Mirrors everyone from the moment they join: a change that clients are not notified of fails its test. */
  #mirrors: Mirror[] = [];
  #isFollowed: boolean;

  constructor(server: TestServer, realm: Realm, owner: Person) {
    this.server = server;
    this.realm = realm;
    this.owner = owner;
    this.#isFollowed = server.engine === FOLLOWED_ON;
  }

  /** From now on, the person's client must match the server. */
  async follow(person: Person): Promise<void> {
    this.#people.push(person);
    const { id, name } = person;
    if (this.#isFollowed) this.#mirrors.push(await Mirror.of(this.server, { id, name, realmId: this.realm.id }));
  }

  /**
   * For tests that make up events, change rows directly, or are about changes without events: clients then differ from
   * the server. The argument says why.
   */
  stopFollowing(_reason: string): void {
    this.#isFollowed = false;
    this.#mirrors = [];
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
    await this.follow(person);
    return person;
  }

  /** For changes that no operation makes yet: changes rows and invalidates every cache. */
  async alter(work: (tx: TurnTx) => Promise<unknown>): Promise<void> {
    const people = this.#mirrors.map(({ person }) => person);
    await this.#verifyMirrors();
    await this.server.app.database.transaction(async (tx) => {
      await work(await takeTurnOf(tx, this.realm.id));
      await raiseVersion(tx, this.realm.id);
    });
    sharedCacheOf(this.server.app).clear();
    // Clients were not notified, so they register again.
    this.#mirrors = await Promise.all(people.map((person) => Mirror.of(this.server, person)));
  }

  /** Deactivates the account as the operator does, with everything that follows. */
  async deactivate(person: Person): Promise<void> {
    const { app } = this.server;
    const realm = await app.identities.realmById(app.database.reader, this.realm.id);
    const user = await userById(app.database.reader, realm.id, person.id);
    await change(serverContext(app, realm), (ctx) => deactivateUser(ctx, user as UserRow));
  }

  /** Creates a channel with these subscribers; by default a public one, created by the first subscriber. */
  async channel(name: string, subscribers: readonly Person[], kind: ChannelKind = {}): Promise<number> {
    const creator = subscribers[0] ?? this.owner;
    await creator.call(channels.subscribe, {
      subscriptions: [{ name }],
      principals: subscribers.map((person) => person.id),
      // Tests count messages, so the server's notices are off.
      send_new_subscription_messages: false,
      ...kind,
    });
    const { id } = await this.server.app.database.reader
      .selectFrom("channel")
      .select("id")
      .where("realm_id", "=", this.realm.id)
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return id;
  }

  async #verifyMirrors(): Promise<void> {
    if (this.server.isClosed) return;
    for (const mirror of this.#mirrors) await mirror.verify();
  }

  async verify(): Promise<void> {
    for (const person of this.#people) await person.verify();
    await this.#verifyMirrors();
  }
}

export interface ChannelKind {
  invite_only?: boolean;
  is_web_public?: boolean;
  history_public_to_subscribers?: boolean;
}
