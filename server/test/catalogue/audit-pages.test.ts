import assert from "node:assert/strict";
import { after } from "node:test";
import { features } from "../../src/features.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { auditOf } from "../audit.ts";
import { org, test, useServer } from "../index.ts";
import { Mailbox } from "../mailbox.ts";
import { startServer } from "../server.ts";
import { mailedPageWays, PAGE_WAYS, PAGES_ELSEWHERE } from "./audit-pages.ts";
import { auditScene } from "./audit-ways.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "sends_email_by_ip=1000/60,api_by_ip=100000/60" });
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url, rateLimits }));

const mailed = mailedPageWays(mailbox);

test("every entry that a page declares is made in a test", async () => {
  const pages = features.flatMap((feature) => [...(feature.pages ?? []), ...(feature.firstPages ?? [])]);
  const declared = pages.flatMap(({ path, audit }) =>
    !audit || "reason" in audit || Object.hasOwn(PAGES_ELSEWHERE, path)
      ? []
      : audit.map((action) => `${path} ${action}`),
  );
  assert.deepEqual(declared.sort(), [...Object.keys(PAGE_WAYS), ...Object.keys(mailed)].sort());
});

for (const [name, visit] of Object.entries(mailed))
  test(`by email: ${name}`, async (t) => {
    const scene = await auditScene(await org(t));
    const entries = await auditOf(scene.acme, () => visit(scene));
    assert.ok(
      entries.some(({ action }) => name.endsWith(` ${action}`)),
      JSON.stringify(entries),
    );
  });
