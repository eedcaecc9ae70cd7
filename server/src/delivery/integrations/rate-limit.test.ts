import assert from "node:assert/strict";
import { org, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import { deliver, incomingBot } from "./testing.ts";

const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "api_by_user=3/60,api_by_ip=2/60" });
useServer((engine) => startServer(engine, { rateLimits }));

test("a bot's URL has the limit of an account, and guessing keys that of an address", async (t) => {
  const acme = await org(t);
  const hook = await incomingBot(acme, await acme.member("Ada"));
  const statuses = async (apiKey: string) => {
    const seen: number[] = [];
    for (let n = 0; n < 4; n++) seen.push((await deliver(acme, { apiKey }, "json", { body: {} })).status);
    return seen;
  };
  assert.deepEqual(await statuses(hook.apiKey), [200, 200, 200, 429]);
  assert.deepEqual(await statuses("x".repeat(32)), [401, 401, 429, 429]);
});
