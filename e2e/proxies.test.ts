/** Parley behind the proxies whose configuration is in `deploy/`, where they are installed, on a port of its own. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type TestContext, test } from "node:test";
import { Sync } from "@parley/client";
import { messages } from "@parley/server/contract";
import { Person } from "./support/person.ts";
import { freePort } from "./support/ports.ts";
import { isInstalled } from "./support/programs.ts";
import { newServer, PASSWORD, type Server } from "./support/server.ts";
import { until } from "./support/until.ts";

const DEPLOY = join(import.meta.dirname, "../deploy");

interface Proxy {
  readonly program: string;
  /** Writes what it needs into the directory, and answers with its arguments and variables. */
  prepare(directory: string, port: number, node: number): { args: string[]; env: NodeJS.ProcessEnv };
}

/** In the foreground, in a directory of its own, and without the certificate, which only its owner can have. */
function nginx(change: (configuration: string) => string = (configuration) => configuration): Proxy {
  return {
    program: "nginx",
    prepare(directory, port, node) {
      const site = readFileSync(join(DEPLOY, "nginx.conf"), "utf8")
        .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
        .replace(/^ +ssl_certificate.*$/gm, "")
        .replace("server 127.0.0.1:9800;", `server 127.0.0.1:${node};`);
      writeFileSync(join(directory, "site.conf"), change(site));
      const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const paths = kinds.map((kind) => `${kind}_temp_path ${directory}/${kind};`).join(" ");
      writeFileSync(
        join(directory, "nginx.conf"),
        `daemon off; master_process off; pid ${directory}/pid; error_log stderr; events {} http { access_log off; ${paths} include ${directory}/site.conf; }`,
      );
      return { args: ["-p", directory, "-c", join(directory, "nginx.conf")], env: {} };
    },
  };
}

const caddy: Proxy = {
  program: "caddy",
  prepare(directory, port, node) {
    const configuration = `{\n\tadmin off\n}\n${readFileSync(join(DEPLOY, "Caddyfile"), "utf8")}`;
    writeFileSync(join(directory, "Caddyfile"), configuration);
    return {
      args: ["run", "--adapter", "caddyfile", "--config", join(directory, "Caddyfile")],
      env: {
        SITE_ADDRESS: `http://127.0.0.1:${port}`,
        NODES: `127.0.0.1:${node}`,
        HOME: directory,
        XDG_DATA_HOME: directory,
      },
    };
  },
};

async function behind(t: TestContext, { program, prepare }: Proxy): Promise<{ server: Server; address: string }> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = await newServer(t, "sqlite", { PARLEY_URL: address, PARLEY_TRUSTED_PROXIES: "127.0.0.1" });
  const directory = mkdtempSync(join(tmpdir(), "parley-proxy-"));
  mkdirSync(join(directory, "logs"));
  const { args, env } = prepare(directory, port, server.port);
  const PATH = [process.env.PATH, "/usr/sbin"].join(delimiter);
  const child: ChildProcess = spawn(program, args, { env: { PATH, ...env }, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  t.after(async () => {
    if (child.exitCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
    rmSync(directory, { recursive: true, force: true });
  });
  await until(`${program} passes requests on`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} has ended:\n${said}`);
    return fetch(`${address}/health`).then(
      async (response) => (await response.text()) !== "" && response.ok,
      () => false,
    );
  });
  return { server, address };
}

/** Submits the sign-in form as a browser does, and answers with the status. */
async function signsInByForm(address: string, email: string): Promise<number> {
  const page = await fetch(`${address}/login/`);
  const [, token = ""] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(await page.text()) ?? [];
  assert.notEqual(token, "");
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const answer = await fetch(`${address}/login/`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: address, "sec-fetch-site": "same-origin", cookie },
    body: new URLSearchParams({ csrfmiddlewaretoken: token, username: email, password: PASSWORD }),
  });
  await answer.text();
  return answer.status;
}

for (const proxy of [nginx(), caddy]) {
  const skip = !isInstalled(proxy.program) && `${proxy.program} is not installed`;
  test(`behind ${proxy.program}, forms, polls, WebSockets and uploads work on any port`, { skip }, async (t) => {
    const { server, address } = await behind(t, proxy);
    const ada = await server.member("Ada");
    assert.equal(await signsInByForm(address, ada.email), 302);

    const there = new Person(address, ada);
    await there.joins("launch");
    const queue = await there.listens();
    const polling = queue.poll();
    const id = await there.sends("launch", "tides", "We are live");
    assert.equal((await polling)[0]?.message?.id, id);

    const heard: unknown[] = [];
    const sync = new Sync(there.connection, { transport: "socket", onEvent: (event) => heard.push(event.type) });
    await sync.start();
    t.after(() => sync.stop());
    await there.sends("launch", "tides", "Through the socket");
    await until("the event arrives", () => heard.includes("message"));

    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(2 * 1024 * 1024)]), "large.bin");
    const upload = await fetch(`${address}/api/v1/user_uploads`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}` },
      body: form,
    });
    assert.equal(upload.status, 200, await upload.text());
    assert.ok((await there.call(messages.getMessages, { anchor: "newest", num_before: 1, num_after: 0 })).messages);
  });
}

test("behind nginx that drops the port from Host, forms are refused", {
  skip: !isInstalled("nginx") && "nginx is not installed",
}, async (t) => {
  const { server, address } = await behind(
    t,
    nginx((site) => site.replace("Host $http_host", "Host $host")),
  );
  const ada = await server.member("Ada");
  assert.equal(await signsInByForm(address, ada.email), 403);
});
