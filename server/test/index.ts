/**
 * The harness: an organization per test with named people, on each engine, with a clock that is advanced and never
 * waited for. Under test every response and event is held against its declaration, and at the end of a test the state
 * that everybody's client keeps must equal a fresh snapshot, and an organization next door must be as it was.
 */
import { test as nodeTest, type TestContext, type TestOptions } from "node:test";
import { createOrganization } from "../src/set-up/create.ts";
import { Organization } from "./organization.ts";
import { Person } from "./person.ts";
import { type Engine, engines, startServer, type TestServer } from "./server.ts";
import { currentFile, type StartServer, type TestFile } from "./test-file.ts";

export type { Heard } from "./heard.ts";
export { Listener, listen, until } from "./listener.ts";
export { type ChannelKind, Organization } from "./organization.ts";
export type { ApiResponse } from "./person.ts";
export { Person } from "./person.ts";
export type { TestServer } from "./server.ts";

/** Lets the tests of this file run on a server of their own making. */
export function useServer(starting: StartServer): void {
  currentFile().start = starting;
}

const homes = new WeakMap<TestContext, { readonly file: TestFile; readonly engine: Engine }>();
const organizations = new WeakMap<TestContext, Organization[]>();

/** One test for each engine. */
export function test(name: string, body: (t: TestContext) => Promise<void>): void {
  for (const engine of engines) {
    const home = { file: currentFile(), engine };
    home.file.expect();
    nodeTest(`${name} [${engine}]`, { tags: [home.file.path] } as TestOptions, async (t) => {
      homes.set(t, home);
      try {
        await runOn(await serverFor(t), t, body);
      } finally {
        // The runner keeps the context of every test to its own end.
        homes.delete(t);
        organizations.delete(t);
        await home.file.finish();
      }
    });
  }
}

async function runOn(server: TestServer, t: TestContext, body: (t: TestContext) => Promise<void>): Promise<void> {
  try {
    await body(t);
    for (const organization of organizations.get(t) ?? []) await organization.verify();
    const isLast = homes.get(t)?.file.isLast ?? true;
    if (!server.isClosed) await server.neighbours?.verifyAfterTest(server, { isLast });
  } finally {
    // The server's own fault says more than the answer that came of it.
    const [fault] = server.faults.splice(0);
    if (fault) await Promise.reject(fault);
  }
}

export function serverFor(t: TestContext): Promise<TestServer> {
  const home = homes.get(t);
  if (!home) throw new Error("Only what is declared with `test` of this harness has a server.");
  return home.file.serverOn(home.engine, startServer);
}

let organizationCount = 0;
/** A new organization with its owner, Olivia. */
export async function org(t: TestContext, on?: TestServer): Promise<Organization> {
  const server = on ?? (await serverFor(t));
  const stringId = `org${++organizationCount}`;
  const email = "olivia@example.com";
  const { realm, userId, apiKey } = await createOrganization(server.app, {
    name: "Acme",
    stringId,
    owner: { email, fullName: "Olivia", password: null },
    // As if she had opened the link in the email: most tests are not about that.
    alongside: ({ db, realm }) =>
      db
        .updateTable("user")
        .set({ is_email_verified: true })
        .where("realm_id", "=", realm.id)
        .where("delivery_email", "=", email)
        .execute(),
  });
  const owner = new Person(server, realm.url, { id: userId, name: "Olivia", email, apiKey });
  const organization = new Organization(server, realm, owner);
  await organization.follow(owner);
  organizations.set(t, [...(organizations.get(t) ?? []), organization]);
  return organization;
}
