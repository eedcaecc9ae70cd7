/** Connections that are many, slow, or never read. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack, Enemy } from "../enemy.ts";

const heads = (enemy: Enemy, line: string, more = ""): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${enemy.authorization}\r\n${more}`;

/** Opens sockets, writes to each, and holds them until the time is up. */
async function held(enemy: Enemy, count: number, bytes: (number: number) => string): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: count }, () => enemy.socket()));
  for (const [number, socket] of sockets.entries()) {
    socket.pause();
    if (!socket.destroyed) socket.write(bytes(number));
    if (number % 50 === 49) await sleep(1);
  }
  await sleep(enemy.remainingMs);
  for (const socket of sockets) {
    enemy.count(socket.destroyed || socket.readableEnded ? "closed" : "held");
    socket.destroy();
  }
}

async function queueOf(enemy: Enemy): Promise<string> {
  const { body } = await enemy.post("/register", { fetch_event_types: "[]", all_public_streams: "true" });
  return (JSON.parse(body.toString() || "{}") as { queue_id?: string }).queue_id ?? "";
}

/** Sends large messages to clients that do not read. */
async function shout(enemy: Enemy): Promise<void> {
  const channel = enemy.around.channels[0]?.id as number;
  await enemy.storm(() => enemy.note("We can ship. ".repeat(760), { channel, name: "loud" }));
}

const socketOf = (enemy: Enemy, queue: string): string =>
  heads(
    enemy,
    `GET /api/v1/events/socket?queue_id=${queue}`,
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );

export const connectionAttacks: readonly Attack[] = [
  { name: "sockets-idle", as: "outsider", seconds: 3, run: (enemy) => held(enemy, 2000, () => "") },
  {
    name: "sockets-with-half-a-head",
    as: "outsider",
    seconds: 3,
    run: (enemy) => held(enemy, 1000, () => "GET / HTTP/1.1\r\nHo"),
  },
  {
    name: "sockets-with-half-a-body",
    seconds: 3,
    run: (enemy) =>
      held(enemy, 1000, () =>
        heads(
          enemy,
          "POST /api/v1/messages",
          "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000\r\n\r\na",
        ),
      ),
  },
  {
    name: "sockets-with-all-but-a-byte",
    seconds: 4,
    run: (enemy) =>
      held(
        enemy,
        500,
        () =>
          heads(
            enemy,
            "POST /api/v1/messages",
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000\r\n\r\n",
          ) + "a".repeat(999_999),
      ),
  },
  {
    name: "sockets-with-half-a-file",
    seconds: 3,
    run: (enemy) =>
      held(enemy, 500, () =>
        heads(
          enemy,
          "POST /api/v1/user_uploads",
          "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 90000000\r\n\r\n" +
            '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\naaaa',
        ),
      ),
  },
  {
    name: "sockets-that-do-not-read",
    seconds: 4,
    run: (enemy) =>
      held(enemy, 40, () =>
        heads(enemy, "GET /api/v1/messages?anchor=newest&num_before=5000&num_after=0&narrow=[]", "\r\n"),
      ),
  },
  {
    name: "sockets-of-polls",
    seconds: 4,
    async run(enemy) {
      const queue = await queueOf(enemy);
      await held(enemy, 1000, () => heads(enemy, `GET /api/v1/events?queue_id=${queue}&last_event_id=-1`, "\r\n"));
    },
  },
  {
    name: "pipelining",
    as: "outsider",
    async run(enemy) {
      const many = "GET /api/v1/server_settings HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(5000);
      await enemy.storm(async () => {
        const socket = await enemy.socket((chunk) =>
          enemy.count(chunk.toString("latin1", 9, 12).replace(/\D.*/s, "part")),
        );
        const closed = new Promise((resolve) => socket.once("close", resolve));
        socket.setTimeout(1000, () => socket.destroy());
        socket.write(many);
        await Promise.race([closed, sleep(enemy.remainingMs)]);
        socket.destroy();
      }, 4);
    },
  },
  {
    name: "pipelining-of-reads",
    async run(enemy) {
      const line = "GET /api/v1/messages?anchor=newest&num_before=1000&num_after=0&narrow=[]";
      const many = heads(enemy, line, "\r\n").repeat(500);
      const sockets = await Promise.all(Array.from({ length: 4 }, () => enemy.socket()));
      for (const socket of sockets) socket.resume().write(many);
      await sleep(enemy.remainingMs);
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: "heads-of-16-kib",
    as: "outsider",
    run: (enemy) => enemy.storm(() => enemy.ask("GET", "/users/me", undefined, { "x-long": "a".repeat(15_000) })),
  },
  {
    name: "heads-of-many-fields",
    as: "outsider",
    run(enemy) {
      const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`x-${number}`, "a"]));
      return enemy.storm(() => enemy.ask("GET", "/users/me", undefined, fields));
    },
  },
  {
    name: "heads-of-cookies",
    as: "outsider",
    run: (enemy) => enemy.storm(() => enemy.ask("GET", "//json/users/me", undefined, { cookie: "a=b; ".repeat(3000) })),
  },
  {
    name: "heads-of-addresses",
    as: "outsider",
    run: (enemy) => enemy.storm(() => enemy.ask("GET", `//${"a/".repeat(7000)}?${"a&".repeat(500)}`)),
  },
  {
    name: "connections-in-a-row",
    as: "outsider",
    run: (enemy) =>
      enemy.storm(async () => {
        const socket = await enemy.socket();
        socket.end("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        await new Promise((resolve) => socket.resume().once("close", resolve));
      }, 32),
  },
  {
    name: "streams-that-do-not-read",
    seconds: 5,
    async run(enemy) {
      const queues = await Promise.all(Array.from({ length: 20 }, () => queueOf(enemy)));
      const stalled = held(enemy, 100, (number) =>
        heads(enemy, `GET /api/v1/events/stream?queue_id=${queues[number % 20]}`, "Accept: text/event-stream\r\n\r\n"),
      );
      await shout(enemy);
      await stalled;
    },
  },
  {
    name: "websockets-that-do-not-read",
    seconds: 5,
    async run(enemy) {
      const queues = await Promise.all(Array.from({ length: 20 }, () => queueOf(enemy)));
      const stalled = held(enemy, 100, (number) => socketOf(enemy, queues[number % 20] as string));
      await shout(enemy);
      await stalled;
    },
  },
  {
    name: "websockets-full-of-frames",
    seconds: 3,
    async run(enemy) {
      const queue = await queueOf(enemy);
      const small = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x7b, 0x7d]);
      const frames = Buffer.concat(Array.from({ length: 50_000 }, () => small));
      const large = Buffer.concat([
        Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
        Buffer.alloc(8_000_000),
      ]);
      const sockets = await Promise.all(
        Array.from({ length: 4 }, () =>
          enemy.socket((chunk) => enemy.count(chunk.toString("latin1", 9, 12).replace(/\D.*/s, "part"))),
        ),
      );
      for (const [number, socket] of sockets.entries()) {
        socket.write(socketOf(enemy, queue));
        await sleep(100);
        socket.write(number % 2 === 0 ? frames : large);
      }
      await sleep(enemy.remainingMs);
      for (const socket of sockets) socket.destroy();
    },
  },
];
