import assert from "node:assert/strict";
import { operations } from "../../src/contract.ts";
import { mayRecord } from "../../src/kernel/api/index.ts";
import { TOKENS_ALLOWED } from "../../src/people/json-web-tokens/testing.ts";
import { auditOf } from "../audit.ts";
import { org, test, useServer } from "../index.ts";
import { startServer } from "../server.ts";
import { AUDIT_WAYS, auditScene } from "./audit-ways.ts";

useServer((engine) => startServer(engine, { signIn: TOKENS_ALLOWED }));

for (const [name, call] of Object.entries(AUDIT_WAYS)) {
  const [id = "", action = ""] = name.split(" ");
  test(`${id} records ${action}`, async (t) => {
    const acme = await org(t);
    assert.ok(mayRecord(operations[id]?.audit ?? [], action as never), "it is declared");
    const scene = await auditScene(acme);
    const entries = await auditOf(acme, () => call(scene));
    assert.ok(
      entries.some((entry) => entry.action === action),
      JSON.stringify(entries),
    );
  });
}
