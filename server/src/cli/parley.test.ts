/** The command line next to a running server, as operators use it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { installation, parley, parleyAlone, serve } from "./testing.ts";

interface CliAccount {
  user_id: number;
  email: string;
  api_key: string;
}

interface CliResponse {
  status: number;
  body: { msg: string; code?: string; queue_id: string; last_event_id: number; events: Event[]; api_key?: string };
}

interface Event {
  type: string;
  op?: string;
  id: number;
  [name: string]: unknown;
}

async function call(
  url: string,
  as: CliAccount | null,
  method: string,
  path: string,
  params = {},
): Promise<CliResponse> {
  const form = new URLSearchParams(params);
  const headers = as ? { authorization: `Basic ${btoa(`${as.email}:${as.api_key}`)}` } : {};
  const address = `${url}/api/v1${path}`;
  const response = await (method === "GET"
    ? fetch(`${address}?${form}`, { headers })
    : fetch(address, { method, headers, body: form }));
  return { status: response.status, body: (await response.json()) as CliResponse["body"] };
}

/** Collects the queue's events up to the one we wait for. */
async function eventsUntil(url: string, as: CliAccount, queue: CliResponse["body"], isLast: (event: Event) => boolean) {
  const heard: Event[] = [];
  let last_event_id = queue.last_event_id;
  while (!heard.some(isLast)) {
    const { body } = await call(url, as, "GET", "/events", { queue_id: queue.queue_id, last_event_id });
    heard.push(...body.events);
    last_event_id = body.events.at(-1)?.id ?? last_event_id;
  }
  return heard;
}

test("a running server notices changes from the command line at once", async (t) => {
  const { directory, env } = installation(t, { TZ: "Europe/Vienna" });
  const url = await serve(t, env);
  const json = async <T>(args: string[], program = parley): Promise<T> => {
    const { code, stdout, stderr } = await program(env, [...args, "--json"]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as T;
  };

  const init = ["init", "--name", "Acme", "--owner-email", "o@example.com", "--owner-name", "Olivia"];
  const owner = await json<CliAccount>([...init, "--timezone", "Asia/Tokyo", "--owner-password-stdin"], (given, args) =>
    parleyAlone(given, args, "correct horse\n"),
  );
  assert.deepEqual(Object.keys(owner), ["realm_id", "realm_url", "user_id", "email", "api_key"]);
  const signIn = await call(url, null, "POST", "/fetch_api_key", { username: owner.email, password: "correct horse" });
  assert.equal(signIn.body.api_key, owner.api_key);

  const create = ["user", "create", "--email", "ada@example.com", "--full-name", "Ada", "--role", "moderator"];
  // The time zone of a process is that which it began with.
  const ada = await json<CliAccount>(create, parleyAlone);
  const [ownerQueue, adaQueue] = await Promise.all(
    [owner, ada].map(async (user) => (await call(url, user, "POST", "/register")).body),
  );
  assert.ok(ownerQueue && adaQueue);
  // She gets the welcome message, like everyone who joins.
  assert.equal((adaQueue as never as { starred_messages: number[] }).starred_messages.length, 1);
  const zones = (adaQueue as never as { realm_users: { timezone: string }[] }).realm_users.map((user) => user.timezone);
  assert.deepEqual(zones, ["Asia/Tokyo", "Europe/Vienna"], "as named, and the server's");
  const adasPoll = call(url, ada, "GET", "/events", adaQueue as never);

  const { reset_link } = await json<{ reset_link: string }>(["user", "reset-link", "ada@example.com"]);
  const reset = await fetch(url + new URL(reset_link).pathname);
  assert.ok(reset.ok && (await reset.text()).includes("Choose a new password"));

  const removing = await parley(env, ["user", "remove-second-factors", "ada@example.com"]);
  assert.deepEqual([removing.code, removing.stderr], [1, "parley: Ada has no second factor.\n"]);
  const unlinking = await parley(env, ["user", "unlink-providers", "ada@example.com"]);
  assert.deepEqual([unlinking.code, unlinking.stderr], [1, "parley: Ada is not linked to an identity provider.\n"]);

  await json(["user", "deactivate", "ada@example.com"]);
  const refused = await call(url, ada, "GET", "/users/me");
  assert.deepEqual([refused.status, refused.body.msg], [401, "Account is deactivated"]);
  const isGone = (event: Event) => event.type === "realm_user";
  const heard = await eventsUntil(url, owner, ownerQueue, isGone);
  assert.deepEqual(
    heard.map(({ type, op }) => `${type} ${op}`),
    ["subscription peer_remove", "subscription peer_remove", "subscription peer_remove", "realm_user update"],
  );
  assert.deepEqual(heard.at(-1)?.person, { user_id: ada.user_id, is_active: false });
  assert.deepEqual((await adasPoll).body.events, [], "her poll returns, without events");

  const { api_key } = await json<CliAccount>(["user", "api-key", "o@example.com", "--regenerate"]);
  assert.equal((await call(url, owner, "GET", "/users/me")).status, 401);
  assert.equal((await call(url, { ...owner, api_key }, "GET", "/users/me")).status, 200);

  const file = join(directory, "backup.gz");
  await json(["backup", file]);
  assert.ok(existsSync(file));
  const restore = await parley(env, ["restore", file]);
  assert.deepEqual([restore.code, restore.stderr], [1, "parley: A server is using this data. Stop it first.\n"]);
});

test("refused commands, invalid usage and bugs have different exit codes", async (t) => {
  const { env } = installation(t);
  const init = (email: string) => [
    "init",
    "--name",
    "Acme",
    "--owner-email",
    email,
    "--owner-name",
    "Olivia",
    "--json",
  ];
  const expect = async (args: string[], code: number, sentence: RegExp, environment = env, program = parley) => {
    const outcome = await program(environment, args);
    assert.equal(outcome.code, code, `${args.join(" ")}: ${outcome.stderr}`);
    assert.match(outcome.stderr, sentence);
  };
  await expect(["user", "list"], 1, /There is no organization yet/, env, parleyAlone);
  await expect(init("o@example.com"), 0, /^$/);
  const unreachable = { ...env, PARLEY_DATABASE_URL: "postgres://127.0.0.1:1/none" };
  await Promise.all([
    expect(init("no address"), 1, /Enter a valid email address/),
    expect([...init("o@example.com"), "--timezone", "Middle/Earth"], 2, /Name a time zone such as Europe\/Berlin/),
    expect(init("o@example.com"), 1, /There is already an organization/),
    expect(["user", "deactivate", "o@example.com"], 1, /Cannot deactivate the only organization owner/),
    expect(["user", "api-key", "nobody@example.com"], 1, /There is no account nobody@example.com/),
    expect(
      ["user", "create", "--email", "a@example.com"],
      2,
      /required option '--full-name <name>' not specified/,
      env,
      parleyAlone,
    ),
    expect(["user", "set-password", "o@example.com"], 2, /--password-stdin/),
    expect(["user", "expire-password", "o@example.com"], 1, /Olivia has no password/),
    expect(["user", "--help"], 0, /^$/),
    expect(["user", "list"], 1, /does not accept connections/, unreachable, parleyAlone),
  ]);
});

test("a reader who has seen enough ends a command without an error", async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../dist/parley.js"), "--help"]);
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  assert.deepEqual([code, stderr], [0, ""]);
});
