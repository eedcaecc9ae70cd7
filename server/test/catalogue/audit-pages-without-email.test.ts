import assert from "node:assert/strict";
import { auditOf } from "../audit.ts";
import { org, test } from "../index.ts";
import { PAGE_WAYS } from "./audit-pages.ts";
import { auditScene } from "./audit-ways.ts";

for (const [name, visit] of Object.entries(PAGE_WAYS))
  test(`without email: ${name}`, async (t) => {
    const scene = await auditScene(await org(t));
    const entries = await auditOf(scene.acme, () => visit(scene));
    assert.ok(
      entries.some(({ action }) => name.endsWith(` ${action}`)),
      JSON.stringify(entries),
    );
  });
