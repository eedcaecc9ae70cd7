/** A package, as people get it who have nothing else: started with an empty PATH, from another directory. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { promisify } from "node:util";
import { messages } from "@parley/server/contract";
import { START_OPTIONS } from "../server/build/compile-ahead.ts";
import { ROOT } from "../server/build/copy.ts";
import { assemble } from "../server/build/package/contents.ts";
import { type Platform, thisPlatform } from "../server/build/platforms.ts";
import { PRODUCT_VERSION } from "../server/src/kernel/version.ts";
import type { CreatedOrganization } from "../server/test/installations.ts";
import { Person } from "./support/person.ts";
import { engines, newInstallation, PASSWORD } from "./support/server.ts";

const isNamed = thisPlatform() !== undefined && process.platform !== "win32";

/** One of each that a package reads from a file of its own: two highlighters, a grammar, formulas. */
const MESSAGE = "```python\nprint(1)\n```\n\n```abap\nWRITE 'x'.\n```\n\n$$x^2$$";

test("a package", { skip: !isNamed && "packages for this platform are not tried" }, async (t) => {
  const place = mkdtempSync(join(tmpdir(), "parley pack-"));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  const directory = join(place, "parley");
  assemble(directory, { platform: thisPlatform() as Platform, root: ROOT, node: process.execPath });
  const program = join(directory, "parley");
  const elsewhere = { cwd: tmpdir(), env: { PATH: "" } };

  await t.test("is started by its own Node, also through links", async () => {
    const link = join(place, "link");
    symlinkSync("parley/parley", link);
    symlinkSync(link, join(place, "link of link"));
    for (const name of ["parley/parley", "link", "link of link"]) {
      const { stdout } = await promisify(execFile)(join(place, name), ["--version"], elsewhere);
      assert.equal(stdout.trim(), PRODUCT_VERSION);
    }
    assert.ok(existsSync(join(directory, "server/dist/.compiled")), "and what V8 has compiled is in it");
    assert.ok(readFileSync(program, "utf8").includes(` ${START_OPTIONS.join(" ")} `), "with the options of npm start");
  });

  for (const engine of engines)
    await t.test(`serves, and its commands work, on ${engine}`, async (t) => {
      const installation = await newInstallation(t, engine);
      const env = { ...installation.env, PATH: "", HOME: undefined, TMPDIR: undefined };
      const parley = async <T>(...args: string[]): Promise<T> => {
        const { stdout } = await promisify(execFile)(program, [...args, "--json"], { ...elsewhere, env });
        return JSON.parse(stdout) as T;
      };
      const owner = ["--owner-email", "olivia@example.com", "--owner-name", "Olivia", "--owner-password", PASSWORD];
      const made = await parley<CreatedOrganization>("init", "--name", "Acme", ...owner);

      const server = spawn(program, ["serve", "--port", "0"], {
        ...elsewhere,
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      t.after(() => server.kill("SIGKILL"));
      const address = await addressOf(server.stdout);
      const olivia = new Person(address, { id: made.user_id, email: made.email, apiKey: made.api_key });
      const message_id = await olivia.sends("general", "hello", MESSAGE);
      const read = await olivia.call(messages.getMessages, { anchor: String(message_id), num_before: 0, num_after: 0 });
      const content = read.messages[0]?.content ?? "";
      assert.match(content, /<span class="\w+">print<\/span>/);
      assert.match(content, /data-code-language="ABAP".*<span class="\w+">WRITE<\/span>/s);
      assert.match(content, /class="katex/);

      const type = async (path: string) => (await fetch(`${address}${path}`)).headers.get("content-type");
      assert.equal(await type("/static/icon.png"), "image/png", "by the library for images");
      assert.match(await (await fetch(`${address}/help/`)).text(), /<h1/);
      const [, script = ""] = /<script [^>]*src="([^"]+)"/.exec(await (await fetch(`${address}/`)).text()) ?? [];
      assert.match((await type(script)) ?? "", /javascript/);
      const [client = ""] = globSync("assets/index-*.js", { cwd: join(ROOT, "web/dist") });
      assert.deepEqual(globSync(`${client}*`, { cwd: join(directory, "web/dist") }), [`${client}.br`]);
      for (const encoding of ["br", "gzip", "identity"]) {
        const sent = await fetch(`${address}/${client}`, { headers: { "accept-encoding": encoding } });
        assert.equal(sent.headers.get("content-encoding") ?? "identity", encoding);
        assert.equal(await sent.text(), readFileSync(join(ROOT, "web/dist", client), "utf8"));
      }

      const { rows } = await parley<{ rows: number }>("backup", join(place, `${engine}.parley`));
      assert.ok(rows > 0);
      server.kill("SIGTERM");
      assert.deepEqual(await once(server, "exit"), [0, null], "the server itself gets the signal");
    });
});

/** The address that the log of a server names once it is ready. */
async function addressOf(log: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: log })) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url === undefined) continue;
    log.resume();
    return url.replace("localhost", "127.0.0.1");
  }
  throw new Error("The server has ended.");
}
