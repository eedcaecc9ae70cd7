import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after } from "node:test";
import { org, type Person, test, until, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import { getMessagesSummary } from "./contract.ts";
import { completes, Model } from "./testing.ts";

const model = await Model.open();
after(() => model.close());
const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "summaries_by_user=3/60" });
useServer((engine) => startServer(engine, { summaries: model.config, rateLimits }));

const summary = (person: Person) => person.call(getMessagesSummary, { narrow: [["topic", "party"]] });

test("summaries are rate limited, and nothing that is refused reaches the model", async (t) => {
  const acme = await org(t);
  await acme.owner.sends("#general > party", "hello");
  model.says = "A greeting.";
  for (let n = 0; n < 3; n++) await summary(acme.owner);
  await assert.rejects(summary(acme.owner), { code: "RATE_LIMIT_HIT" });
  assert.equal(model.take().length, 3);
});

test("one person cannot keep the model from others", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  await ben.sends("#launch > party", "hello");
  const asked: ServerResponse[] = [];
  model.says = (response) => void asked.push(response);
  const waiting = [summary(ada), summary(ada)];
  await until(() => asked.length === 2);
  await assert.rejects(summary(ada), { code: "SERVICE_UNAVAILABLE" });
  waiting.push(summary(ben));
  await until(() => asked.length === 3);
  for (const response of asked) completes(response, "A greeting.");
  for (const answer of await Promise.all(waiting)) assert.equal(answer.summary, "<p>A greeting.</p>");
  assert.equal(model.take().length, 3);
});
