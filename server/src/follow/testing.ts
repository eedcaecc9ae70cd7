/** Follows an organization of one test server on another, without sockets. */
import { Readable } from "node:stream";
import type { TestContext } from "node:test";
import { type Organization, Person } from "../../test/index.ts";
import { type Engine, startServer, type TestServer } from "../../test/server.ts";
import { features } from "../features.ts";
import type { OutgoingClient } from "../kernel/outgoing/client.ts";
import { OutgoingError } from "../kernel/outgoing/errors.ts";
import { Follow, type FollowOptions } from "./follow.ts";

const routes = features.flatMap((feature) => feature.routes ?? []);

/** Called before each request: what it throws, the request fails with. */
export type Before = (request: { readonly method: string; readonly url: string }) => Promise<void> | void;
/** Changes an answer, as a server that lies would. */
export type Lie = (url: URL, answer: Record<string, unknown>) => unknown;

/** The client of a follower, which reaches another test server. */
export function clientOf(
  server: TestServer,
  { before = () => {}, lie }: { before?: Before; lie?: Lie } = {},
): Pick<OutgoingClient, "send" | "open"> {
  const ask = async (request: { method: string; url: string; headers?: object; body?: string | Buffer }) => {
    await before(request);
    return server.fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { body: String(request.body) }),
    });
  };
  return {
    async send(request) {
      const response = await ask(request);
      const bytes = Buffer.from(await response.arrayBuffer());
      const told = lie ? lie(new URL(request.url), JSON.parse(bytes.toString()) as Record<string, unknown>) : undefined;
      const body = told === undefined ? bytes : Buffer.from(typeof told === "string" ? told : JSON.stringify(told));
      if (body.length > request.maxBytes) throw new OutgoingError("too_large");
      return { status: response.status, contentType: response.headers.get("content-type") ?? undefined, body };
    },
    async open(request) {
      const response = await ask(request);
      const body = Readable.from([Buffer.from(await response.arrayBuffer())]);
      return { status: response.status, headers: {}, body };
    },
  };
}

/** A new installation, which is closed after the test. */
export async function newInstallation(t: TestContext, engine: Engine): Promise<TestServer> {
  const server = await startServer(engine, {}, { isNew: true });
  t.after(() => server.close());
  return server;
}

export const keyOf = ({ email, apiKey }: Person) => ({ email, apiKey });

export function follow(
  acme: Organization,
  here: TestServer,
  people: readonly Person[],
  more: Partial<FollowOptions> = {},
): Promise<Follow> {
  return Follow.open(here.app, {
    url: new URL(acme.realm.url),
    keys: people.map(keyOf),
    shortName: "",
    routes,
    client: clientOf(acme.server),
    signal: new AbortController().signal,
    tries: 3,
    ...more,
  });
}

/** The account of a person on the server that follows. */
export async function sameOn(here: TestServer, { name, email }: Person): Promise<Person> {
  const { app } = here;
  const row = await app.database.reader
    .selectFrom("user")
    .select(["id", "api_key_encrypted"])
    .where("delivery_email", "=", email)
    .executeTakeFirstOrThrow();
  const apiKey = app.secrets.decrypt(row.api_key_encrypted as string);
  return new Person(here, "http://chat.test", { id: row.id, name, email, apiKey });
}
