/** Makes the server call other servers, which run here: linked pages, bots at slow URLs. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Attack, Enemy } from "../enemy.ts";

async function withServer<T>(answer: RequestListener, use: (address: string) => Promise<T>): Promise<T> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const linking = (name: string, answer: RequestListener): Attack => ({
  name: `pages-${name}`,
  as: "owner",
  seconds: 4,
  run: (enemy) =>
    withServer(answer, async (address) => {
      await enemy.ask("PATCH", "/realm", { inline_url_embed_preview: "true" });
      await enemy.storm((count) => enemy.note(links(address, count)));
    }),
});

const links = (address: string, count: number): string =>
  Array.from({ length: 20 }, (_, number) => `${address}/${count}/${number}`).join("\n");

const HTML = { "content-type": "text/html; charset=utf-8" };

async function botAt(enemy: Enemy, address: string): Promise<string> {
  const { body } = await enemy.post("/bots", {
    full_name: `Slow ${enemy.me.id}`,
    short_name: `slow${enemy.me.id}`,
    bot_type: "3",
    payload_url: JSON.stringify(address),
  });
  return (JSON.parse(body.toString() || "{}") as { email?: string }).email ?? `slow${enemy.me.id}-bot@localhost`;
}

const calling = (name: string, answer: RequestListener): Attack => ({
  name: `webhooks-${name}`,
  seconds: 4,
  run: (enemy) =>
    withServer(answer, async (address) => {
      const bot = await botAt(enemy, address);
      await enemy.storm(() => enemy.post("/messages", { type: "direct", to: JSON.stringify([bot]), content: "hello" }));
    }),
});

export const outgoingAttacks: readonly Attack[] = [
  linking("that-never-answer", () => undefined),
  linking("without-end", (_request, response) => {
    response.writeHead(200, HTML).write("<html><head>");
    const timer = setInterval(() => response.write("<meta property='og:title' content='a'>".repeat(2000)), 1);
    response.once("close", () => clearInterval(timer));
  }),
  linking("of-nested-tags", (_request, response) => void response.writeHead(200, HTML).end("<div>".repeat(400_000))),
  linking(
    "of-one-long-tag",
    (_request, response) => void response.writeHead(200, HTML).end(`<a ${'b="c" '.repeat(300_000)}`),
  ),
  linking(
    "of-large-values",
    (_request, response) =>
      void response
        .writeHead(200, HTML)
        .end(
          `<title>${"t".repeat(500_000)}</title><meta property="og:description" content="${"&amp;".repeat(100_000)}">`,
        ),
  ),
  linking("that-send-on", (request, response) => void response.writeHead(302, { location: `${request.url}/x` }).end()),
  calling("that-never-answer", () => undefined),
  calling(
    "of-large-answers",
    (_request, response) =>
      void response
        .writeHead(200, { "content-type": "application/json" })
        .end(`{"content":"${"a".repeat(20_000_000)}"}`),
  ),
  calling(
    "of-deep-answers",
    (_request, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end("[".repeat(1_000_000)),
  ),
];
