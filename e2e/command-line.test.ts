/** The operator's command line with a server that runs on the same data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Person } from "./support/person.ts";
import { engines, initialise, newInstallation, newNode } from "./support/server.ts";

const settingsAt = async (address: string) => {
  const response = await fetch(`${address}/api/v1/server_settings`);
  return { status: response.status, body: (await response.json()) as { realm_name?: string } };
};

for (const engine of engines)
  test(`an organization created while the server runs is available at once, on ${engine}`, async (t) => {
    const installation = await newInstallation(t, engine);
    const server = await newNode(installation);
    await server.start();
    assert.equal((await settingsAt(server.address)).body.realm_name, undefined);

    const made = await initialise(installation);
    assert.deepEqual(Object.keys(made), ["realm_id", "realm_url", "user_id", "email", "api_key"]);
    assert.match(made.api_key, /^[A-Za-z0-9]{32}$/);
    assert.equal((await settingsAt(server.address)).body.realm_name, "Acme");

    const olivia = new Person(server.address, { id: made.user_id, email: made.email, apiKey: made.api_key });
    await olivia.joins("general");
    const queue = await olivia.listens();
    const id = await olivia.sends("general", "hi", "text");
    await queue.pollUntil(() => queue.messages.length > 0);
    assert.deepEqual(
      queue.messages.map((message) => message.id),
      [id],
    );
  });

test("a second organization is created while the server is busy with the first", async (t) => {
  const installation = await newInstallation(t, "sqlite");
  const made = await initialise(installation);
  const server = await newNode(installation);
  await server.start();
  const olivia = new Person(server.address, { id: made.user_id, email: made.email, apiKey: made.api_key });
  await olivia.joins("general");
  let busy = true;
  const sending = (async () => {
    let count = 0;
    while (busy) {
      await olivia.sends("general", "hi", "text");
      count++;
    }
    return count;
  })();
  const second = await initialise(installation, "Beta", "--short-name", "beta");
  busy = false;
  assert.notEqual(second.realm_id, made.realm_id);
  const sent = await sending;
  const said = (await olivia.reads("general")).filter(({ sender_id }) => sender_id === olivia.id);
  assert.equal(said.length, sent);
});

test("a failing command says why and exits with an error", async (t) => {
  const installation = await newInstallation(t, "sqlite");
  await initialise(installation);
  await assert.rejects(initialise(installation), ({ code, stderr }: { code: number; stderr: string }) => {
    assert.equal(code, 1);
    assert.match(stderr, /^parley: /);
    return true;
  });
});
