/** An acknowledged message calls its bot, whatever happens to the process. */
import assert from "node:assert/strict";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { test } from "node:test";
import { bots, messages } from "@parley/server/contract";
import type { Person } from "./support/person.ts";
import { engines, type Lifetime, newServer } from "./support/server.ts";
import { until } from "./support/until.ts";

/** The number of concurrent calls to one bot. */
const AT_ONCE = 4;
const WAITING = 6;

/** A bot's program, which echoes its messages or stays silent. */
class Program {
  readonly heard: string[] = [];
  isSilent = true;
  readonly #server: HttpServer = createServer(async (request, response) => {
    const { data } = (await json(request)) as { data: string };
    this.heard.push(data);
    if (!this.isSilent) response.end(JSON.stringify({ content: `heard ${data}` }));
  });

  async opens(t: Lifetime): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    t.after(() => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Whether all of these have arrived. */
  hasHeard = (wanted: readonly string[]) => wanted.every((data) => this.heard.includes(data));
}

for (const engine of engines)
  test(`calls survive kill -9 and SIGTERM, on ${engine}`, async (t) => {
    const server = await newServer(t, engine);
    const program = new Program();
    const ada = await server.member("Ada");
    const request = { full_name: "Oracle", short_name: "oracle", bot_type: 3, payload_url: await program.opens(t) };
    const { user_id: bot } = await ada.call(bots.createBot, request);
    const writes = async (contents: readonly string[]) => {
      for (const content of contents) await ada.call(messages.sendMessage, { type: "direct", to: [bot], content });
    };
    const named = (what: string, count: number) => Array.from({ length: count }, (_, n) => `${what} ${n}`);

    await writes([...named("under way", AT_ONCE), ...named("waiting", WAITING)]);
    await until("calls are under way", () => program.heard.length === AT_ONCE);
    assert.equal(program.heard.length, AT_ONCE, "no more than a few at once");
    await server.kill();
    program.isSilent = false;
    await server.start();
    await until("what waited is called and answered", () => isAnswered(ada, bot, named("waiting", WAITING)));

    program.isSilent = true;
    const cut = named("cut off", AT_ONCE);
    await writes(cut);
    await until("calls are under way again", () => program.hasHeard(cut));
    const began = performance.now();
    assert.equal(await server.stop(), 0);
    assert.ok(performance.now() - began < 5000, "a silent program does not keep the server from ending");
    program.isSilent = false;
    await server.start();
    await until("what was cut off is called again and answered", () => isAnswered(ada, bot, cut));
    const answers = (await said(ada, bot)).filter((content) => content.startsWith("heard"));
    assert.equal(new Set(answers).size, answers.length, "nothing is answered twice");
  });

async function said(ada: Person, bot: number): Promise<string[]> {
  const { messages: read } = await ada.call(messages.getMessages, {
    anchor: "newest",
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: "dm", operand: [bot] }],
    apply_markdown: false,
  });
  return read.map(({ content }) => content);
}

async function isAnswered(ada: Person, bot: number, sent: readonly string[]): Promise<boolean> {
  const contents = await said(ada, bot);
  return sent.every((data) => contents.includes(`heard ${data}`));
}
