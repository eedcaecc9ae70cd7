import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { WebSocket, WebSocketServer } from "ws";
import { EventSocket } from "./event-socket.ts";

test("nothing is sent on a socket that is closing, so a stream does not read its log for it", async (t) => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  t.after(() => server.close());
  await once(server, "listening");
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.after(() => client.terminate());
  const [[socket]] = (await Promise.all([once(server, "connection"), once(client, "open")])) as [[WebSocket], unknown];
  const outlet = new EventSocket(socket);
  const frames = [{ id: 1, text: "{}" }];
  assert.equal(outlet.send(frames), true);
  socket.close();
  assert.equal(outlet.send(frames), false);
});
