/**
 * The small organization in which the examples of the API reference run: a book publisher. It is created once, with a
 * fixed clock; each chapter's examples then start from a copy, so that chapters don't depend on each other.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as channels from "../src/channels/contract.ts";
import { Receiver } from "../src/delivery/push/testing.ts";
import { Role } from "../src/kernel/access/roles.ts";
import { change } from "../src/kernel/context.ts";
import { hashPassword, Secrets } from "../src/kernel/secrets.ts";
import { serverContext } from "../src/kernel/server-context.ts";
import { addReaction } from "../src/messages/reactions/contract.ts";
import { SHARED_SECRET } from "../src/people/json-web-tokens/testing.ts";
import { createUser } from "../src/people/users/actions.ts";
import { createOrganization } from "../src/set-up/create.ts";
import { TestClock } from "../test/clock.ts";
import { type Account, Person } from "../test/person.ts";
import { startServer, type TestServer } from "../test/server.ts";

/** Without https, so that the substitutes for push services need no certificate. */
export const COMPANY_URL = "http://chat.example.com";
export const SHOWN_URL = "https://chat.example.com";
export const PASSWORD = "a lighthouse in the fog";

/** The client name that everyone sends. */
export const CLIENT = "website";

/** By the names that stories use. */
const STAFF = {
  ada: { full_name: "Ada Lindqvist", role: Role.administrator },
  ben: { full_name: "Ben Okafor", role: Role.moderator },
  chiara: { full_name: "Chiara Conti", role: Role.member },
  dev: { full_name: "Dev Patel", role: Role.member },
  gus: { full_name: "Gus Moreau", role: Role.guest },
} as const;

export type Name = "olivia" | keyof typeof STAFF;
export type People = Readonly<Record<Name, Person>>;

export interface Facts {
  readonly channels: Readonly<Record<"general" | "design" | "launch" | "contracts", number>>;
  readonly messages: Readonly<Record<"cover" | "reply" | "party" | "lunch", number>>;
}

/** A running server, with the people who use it. */
export interface Running extends Facts {
  readonly server: TestServer;
  /** Replaces the push gateway, browsers' push services and the model for summaries. */
  readonly outside: Receiver;
  readonly people: People;
}

export interface Company {
  /** Starts a server with a fresh copy of the company. */
  open(): Promise<Running>;
  /** Deletes the company. */
  close(): Promise<void>;
}

export async function makeCompany(): Promise<Company> {
  const directory = mkdtempSync(join(tmpdir(), "parley-company-"));
  const original = join(directory, "original");
  // A fixed key is fine: nothing is kept.
  const secrets = new Secrets(Buffer.alloc(32, "example"));
  const outside = await Receiver.open();
  const config = {
    externalUrl: COMPANY_URL,
    outgoingAllow: ["127.0.0.1"],
    pushGateway: { url: outside.url, secret: "a secret of the gateway" },
    signIn: {
      oidc: [
        {
          id: "company",
          name: "Example account",
          icon: null,
          issuer: "https://id.example.com",
          client_id: "parley",
          scopes: ["openid", "email", "profile"],
          second_factor: false,
        },
      ],
      jwt: [{ organization: "", key: SHARED_SECRET, algorithms: ["HS256"] }],
    },
    summaries: { url: `${outside.url}/v1`, key: "the-key-of-the-model", name: "default" },
  };
  const start = (dataDirectory: string, clock: TestClock) =>
    startServer("sqlite", { ...config, dataDirectory }, { secrets, clock });

  const clock = new TestClock();
  const server = await start(original, clock);
  const accounts = await createAccounts(server);
  const facts = await writeMessages(peopleOf(server, accounts), clock);
  await server.app.jobs.settled();
  await server.close();

  let copies = 0;
  return {
    async open() {
      const copy = join(directory, `copy-${++copies}`);
      cpSync(original, copy, { recursive: true });
      const running = await start(copy, clock.another());
      return { ...facts, server: running, outside, people: peopleOf(running, accounts) };
    },
    async close() {
      await outside.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type Accounts = Readonly<Record<Name, Account>>;

const peopleOf = (server: TestServer, accounts: Accounts): People =>
  Object.fromEntries(
    Object.entries(accounts).map(([name, account]) => [name, new Person(server, COMPANY_URL, account, CLIENT)]),
  ) as unknown as People;

async function createAccounts({ app }: TestServer): Promise<Accounts> {
  const owner = { email: "olivia@example.com", fullName: "Olivia Park", password: null };
  const { realm, userId, apiKey } = await createOrganization(app, { name: "Tidewater Books", owner });
  const olivia: Account = { id: userId, name: owner.fullName, email: owner.email, apiKey };
  const password_hash = await hashPassword(PASSWORD);
  const staff = await change(serverContext(app, realm), async (ctx) => {
    const created: [string, Account][] = [];
    for (const [name, { full_name, role }] of Object.entries(STAFF)) {
      const email = `${name}@example.com`;
      const { user, apiKey: key } = await createUser(ctx, { email, full_name, role, password_hash });
      created.push([name, { id: user.id, name: full_name, email, apiKey: key }]);
    }
    return created;
  });
  return { olivia, ...Object.fromEntries(staff) } as Accounts;
}

/** Creates the channels and messages that exist before the examples start. */
async function writeMessages({ olivia, ada, ben, chiara, dev, gus }: People, clock: TestClock): Promise<Facts> {
  const channel = async (name: string, description: string, subscribers: readonly Person[], invite_only = false) => {
    await ada.call(channels.subscribe, {
      subscriptions: [{ name, description }],
      principals: subscribers.map(({ id }) => id),
      invite_only,
      send_new_subscription_messages: false,
    });
    const { streams } = await ada.call(channels.getChannels, { include_all: true });
    return streams.find((stream) => stream.name === name)?.stream_id as number;
  };
  const { streams } = await ada.call(channels.getChannels, {});
  const general = streams.find(({ name }) => name === "general")?.stream_id as number;
  const design = await channel("design", "Covers, type and paper.", [ada, ben, chiara, dev, gus]);
  const launch = await channel("launch", "Getting *Salt Roads* into the shops.", [olivia, ada, ben, chiara, dev]);
  const contracts = await channel("contracts", "Authors, agents and rights.", [olivia, ada], true);

  const says = async (who: Person, where: string, content: string) => {
    await clock.advance({ minutes: 1 });
    return who.sends(where, content);
  };
  const cover = await says(chiara, "#design > Salt Roads cover", "Two drafts of the cover are on the shared drive.");
  const reply = await says(ben, "#design > Salt Roads cover", "The **second** one. The blue reads well from afar.");
  await dev.call(addReaction, { message_id: reply, emoji_name: "heart" });
  await says(dev, "#launch > print run", "The printer asks for numbers by Friday: 3,000 or 5,000?");
  await says(olivia, "#launch > print run", "Let's be brave: 5,000.");
  const party = await says(dev, "#launch > release party", "@**Chiara Conti** could you ask the bookshop on Pier 3?");
  await clock.advance({ minutes: 1 });
  const lunch = await chiara.writes(ben, "Lunch at one?");
  await clock.advance({ minutes: 2 });
  return { channels: { general, design, launch, contracts }, messages: { cover, reply, party, lunch } };
}
