/** The lines about refused sign-ins, as programs that watch the log read them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pino } from "pino";
import { ask } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { org, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import { PASSWORD, withPassword } from "./testing.ts";

const lines: string[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "authenticate_by_username=2/1800,api_by_ip=100000/60" });
useServer((engine) => startServer(engine, { rateLimits }, { log }));

/** The filter in the documentation. */
function documentedFilter(): RegExp {
  const page = readFileSync(new URL("../../../../docs/sign-in.md", import.meta.url), "utf8");
  const [, failregex = ""] = /^failregex = (.*)$/m.exec(page) ?? [];
  const [, pattern = ""] = /^datepattern = (.*)$/m.exec(page) ?? [];
  assert.equal(pattern, '"time":{LEPOCH}');
  // As fail2ban does: the time is cut out, and the address may be of either kind.
  return new RegExp(failregex.replace("<ADDR>", "(?<ip>[0-9a-f.:]+)"));
}

test("each refused sign-in is a line that the documented fail2ban filter finds", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const attempt = (username: string, password: string, remoteAddress: string) =>
    ask(acme.server, "POST /fetch_api_key", { host: acme.realm.host, form: { username, password }, remoteAddress });
  lines.length = 0;
  await attempt(ada.email, "wrong", "198.51.100.1");
  await attempt(ada.email, "wrong", "2001:db8::5");
  await attempt(ada.email, PASSWORD, "198.51.100.1");
  await attempt('","ip":"192.0.2.9","reason":"x@example.com', "wrong", "198.51.100.2");
  await attempt("nobody'\"@example.com", "wrong", "198.51.100.3");
  await attempt("nobody@example.com", "wrong", "198.51.100.4");
  assert.equal((await new Browser(acme).asks("POST //login/passkey/", {})).status, 403);
  const filter = documentedFilter();
  const found = lines.map((line) => filter.exec(line.trim().replace(/"time":\d+/, ""))?.groups?.ip);
  assert.deepEqual(found, ["198.51.100.1", "2001:db8::5", "198.51.100.1", "198.51.100.4"]);
  const { level, ip, reason, account, organization, msg } = JSON.parse(lines[0] as string);
  assert.deepEqual(
    { level, ip, reason, account, organization, msg },
    {
      level: 40,
      ip: "198.51.100.1",
      reason: "wrong_password",
      account: ada.email,
      organization: acme.realm.string_id,
      msg: "sign-in refused",
    },
  );
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { reason: string }).reason),
    ["wrong_password", "wrong_password", "too_many_attempts", "unknown_account"],
  );
});
