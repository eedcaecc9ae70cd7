/** The typed client with its store, against a real server that goes away and comes back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isEvent, type ServerEvent, type Store, Sync } from "@parley/client";
import { messageEvents } from "@parley/server/contract";
import { engines, newServer } from "./support/server.ts";
import { until } from "./support/until.ts";

/** The state without the time when the server was started. */
function lasting({ state }: Store): object {
  const { server_generation: _, ...realm } = state.realm;
  return { ...state, realm };
}

for (const engine of engines)
  test(`the typed client registers, sends, receives and continues after a crash, on ${engine}`, async (t) => {
    const server = await newServer(t, engine);
    const ada = await server.member("Ada");
    const ben = await server.member("Ben");
    const heard: ServerEvent[] = [];
    let stores = 0;
    const sync = new Sync(ben.connection, { onEvent: (event) => heard.push(event), onStore: () => stores++ });
    t.after(() => sync.stop());
    const store = await sync.start();
    const messageIds = () =>
      heard.filter((event) => isEvent(event, messageEvents.messageEvent)).map(({ message }) => message.id);

    await ben.joins("launch");
    const first = await ada.sends("launch", "tides", "We are live");
    await until("the first message", () => messageIds().includes(first));
    await server.kill();
    await server.start();
    await ada.joins("launch");
    const second = await ada.sendsTo([ben], "Did you see it?");
    await until("the message after the crash", () => messageIds().includes(second));

    assert.deepEqual(messageIds(), [first, second]);
    assert.equal(stores, 1, "the old queue went on");
    const fresh = new Sync(ben.connection);
    t.after(() => fresh.stop());
    assert.deepEqual(lasting(store), lasting(await fresh.start()), "what was heard adds up to what a newcomer sees");
  });
