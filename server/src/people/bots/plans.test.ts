import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { planOf } from "../../../test/plan.ts";
import { botsQuery } from "./store.ts";

const READS_EVERY_ACCOUNT = /SCAN user\b|Seq Scan on "?user"?/;

test("an organization's bots, and those of one owner, are found without reading every account", async (t) => {
  const acme = await org(t);
  const { reader } = acme.server.app.database;
  const ofAll = await planOf(acme, botsQuery(reader, acme.realm.id, {}).compile());
  const ofOwner = await planOf(acme, botsQuery(reader, acme.realm.id, { ownerId: acme.owner.id }).compile());
  assert.match(ofAll, /bot_by_realm/);
  assert.match(ofOwner, /user_by_owner/);
  for (const plan of [ofAll, ofOwner]) assert.doesNotMatch(plan, READS_EVERY_ACCOUNT);
});
