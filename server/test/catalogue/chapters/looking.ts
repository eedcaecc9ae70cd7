/** Everything that can be asked: nobody hears anything of it. */
import assert from "node:assert/strict";
import { bots, type Operation, operations, registration } from "../../../src/contract.ts";
import { PASSWORD } from "../../../src/people/sign-in/testing.ts";
import { ask } from "../../ask.ts";
import { Browser } from "../../browser.ts";
import { listen, until } from "../../listener.ts";
import { probesOf, type Values } from "../../probes.ts";
import { opensSocket, opensStream } from "../../streams.ts";
import type { CatalogueWorld } from "../world.ts";

export async function lookingChapter(world: CatalogueWorld): Promise<void> {
  const { walk, acme, olivia, mel, open } = world;
  const message_id = await walk.happens("sendMessage", mel, () => mel.sends("#open > plans", "look"));
  const incoming = { full_name: "Asked about", short_name: "asked", bot_type: 2 };
  const { user_id: bot_id } = await walk.does(mel, bots.createBot, incoming as never);
  const { queue_id, last_event_id } = await walk.does(olivia, registration.register, {});
  const values: Values = {
    message_id: [message_id],
    msg_ids: [[message_id]],
    narrow: [[]],
    stream_id: [open],
    stream: ["open"],
    user_id: [mel.id],
    bot_id: [bot_id],
    integration: ["json"],
    email: [mel.email],
    user_id_or_email: [mel.email],
    user_group_id: [acme.realm.systemGroups["role:members"]],
    queue_id: [queue_id],
    last_event_id: [last_event_id],
    dont_block: [true],
    anchor: ["newest"],
    num_before: [10],
    num_after: [0],
  };
  await walk.happens("questions", olivia, async () => {
    for (const [id, operation] of Object.entries(operations) as [string, Operation][])
      if (operation.method === "GET" && !operation.streams && !walk.causes.has(id)) {
        await asks(world, id, operation, values);
        walk.tries(id);
      }
  });
  await walk.happens("getEvents", olivia, async () => {
    const ear = await listen(olivia, { event_types: [] });
    const answer = ear.polls();
    await until(() => acme.server.app.queues.waiting > 0);
    await acme.clock.advance({ minutes: 1 });
    const types = (await answer).map(({ type }) => type);
    assert.deepEqual(types, ["heartbeat"], "who waits in vain is told that the server is there");
  });
  const queue = { as: olivia, queue_id: queue_id as string };
  await walk.happens("streamEvents", olivia, async () => (await opensStream(acme, queue)).hangUp());
  await walk.happens("openEventSocket", olivia, async () => (await opensSocket(acme, queue)).hangUp());
  await walk.happens("exportAuditLog", olivia, async () => {
    const authorization = `Basic ${Buffer.from(`${olivia.email}:${olivia.apiKey}`).toString("base64")}`;
    const answer = await ask(acme.server, "GET /audit_log/export", {
      host: acme.realm.host,
      headers: { authorization },
    });
    assert.match(answer.text, /"action":"audit_log_exported"/);
  });
  await walk.does(olivia, registration.deleteQueue, { queue_id: queue_id as string });
  await walk.happens("fetchOwnApiKey", mel, async () => {
    const browser = new Browser(acme);
    await browser.signsIn(mel.email, PASSWORD);
    assert.equal((await browser.calls("POST /fetch_api_key", { password: PASSWORD })).status, 200);
  });
  await walk.happens("register", mel, async () => {
    const visitor = await ask(acme.server, "POST /register", {
      host: acme.realm.host,
      form: { client_gravatar: "false" },
    });
    assert.deepEqual([visitor.status, visitor.body.queue_id], [200, null], "a visitor hears nothing");
  });
}

async function asks({ olivia }: CatalogueWorld, id: string, operation: Operation, values: Values): Promise<void> {
  const params = Object.assign({}, ...probesOf(id, operation, values).probes.map((probe) => probe.params));
  const { path, ...query } = addressOf(operation, params);
  const answer = await olivia.asks("GET", path, query);
  assert.equal(answer.result, "success", `${id}: ${answer.msg}`);
}

function addressOf(
  operation: Operation,
  params: Readonly<Record<string, string>>,
): Record<string, string> & { path: string } {
  const rest = { ...params };
  const path = operation.pathParams.reduce((address, name) => {
    const value = encodeURIComponent(rest[name] ?? "");
    delete rest[name];
    return address.replace(`{${name}}`, value);
  }, operation.path);
  return { ...rest, path };
}
