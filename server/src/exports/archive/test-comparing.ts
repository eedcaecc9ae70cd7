/** Compares organizations in tests: everything that a client can request, as everybody, in two installations. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { type Organization, Person, type TestServer } from "../../../test/index.ts";
import { type Engine, engines, startServer } from "../../../test/server.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { messageHistory } from "../../contract.ts";
import { realmsWithNews } from "../../delivery/notifications/store.ts";
import type { Realm } from "../../kernel/context.ts";
import * as messages from "../../messages/contract.ts";
import { register } from "../../registration/contract.ts";
import type { ArchiveWorld } from "./testing.ts";

/** The other engine, if available. */
const otherThan = (engine: string): Engine => engines.find((each) => each !== engine) ?? "sqlite";

export async function elsewhere(t: TestContext, acme: Organization): Promise<TestServer> {
  const target = await startServer(otherThan(acme.server.app.database.engine), {}, { isNew: true });
  t.after(() => target.close());
  return target;
}

const sameOn = (server: TestServer, realm: Realm, { id, name, email, apiKey }: Person) =>
  new Person(server, realm.url, { id, name, email, apiKey });

/** Everything a user's client can request, except what belongs to the server rather than the organization. */
async function everythingSeenBy(person: Person, hosts: readonly string[]): Promise<object> {
  const {
    queue_id: _,
    last_event_id: __,
    ...state
  } = await person.call(register, {
    apply_markdown: true,
    client_gravatar: false,
    include_subscribers: "true",
    slim_presence: true,
  });
  const asked: object[] = [{ ...state, server_generation: 0 }];
  for (const apply_markdown of [true, false]) {
    const range = { anchor: "newest", num_before: 1000, num_after: 0, apply_markdown } as const;
    for (const narrow of [[], [["is", "dm"]], [["is", "starred"]], [["is", "mentioned"]]] as [string, string][][]) {
      const { messages: found } = await person.call(messages.getMessages, { ...range, narrow });
      asked.push(found);
      if (narrow.length > 0) continue;
      for (const { id, last_edit_timestamp } of found)
        if (last_edit_timestamp !== undefined)
          asked.push(
            await person.call(messageHistory.getMessageHistory, { message_id: id }).catch((error: Error) => error),
          );
    }
  }
  for (const path of ["/users", "/user_groups?include_deactivated_groups=true", "/attachments", "/bots", "/streams"])
    asked.push(await person.asks("GET", path));
  return JSON.parse(hosts.reduce((text, host) => text.replaceAll(host, "our host"), JSON.stringify(asked)));
}

export async function fileSeenBy(server: TestServer, realm: Realm, person: Person, path: string) {
  const authorization = `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString("base64")}`;
  const answer = await server.fetch(`${realm.url}/user_uploads/${path}`, { headers: { authorization } });
  return { status: answer.status, text: answer.ok ? await answer.text() : "" };
}

export async function soundness(server: TestServer): Promise<string[]> {
  const problems = [];
  for (const check of invariants) problems.push(...(await check.problems(server.app.database.reader)));
  return problems;
}

export async function compare(
  { acme, people, paths }: ArchiveWorld,
  target: TestServer,
  realm: Realm,
  comparable: (seen: object) => object = (seen) => seen,
): Promise<void> {
  assert.deepEqual(await soundness(target), []);
  assert.deepEqual(await realmsWithNews(target.app.database.reader), [], "imported messages cause no notifications");
  // The first organization of an installation has a different URL; bots keep their addresses.
  const hosts = [acme.realm.host, realm.host];
  for (const person of people) {
    const there = sameOn(target, realm, person);
    const [before, after] = [await everythingSeenBy(person, hosts), await everythingSeenBy(there, hosts)];
    assert.deepEqual(comparable(after), comparable(before), `what ${person.name} sees`);
    for (const path of paths)
      assert.deepEqual(
        await fileSeenBy(target, realm, there, path),
        await fileSeenBy(acme.server, acme.realm, person, path),
      );
  }
}
