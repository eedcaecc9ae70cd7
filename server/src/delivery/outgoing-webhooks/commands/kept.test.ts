/** What keeps messages does not keep private answers, and what limits people limits their calls. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { org, type Person, test } from "../../../../test/index.ts";
import { newestDirect } from "../../../cli/doctor/invariants/messages.ts";
import { importOrganization } from "../../../exports/archive/import.ts";
import { writeArchive } from "../../../exports/archive/write.ts";
import { readConfig } from "../../../kernel/config.ts";
import { placeLegalHold } from "../../../messages/legal-holds/contract.ts";
import { among, pass, said, settled, useReceiver, webhookBot } from "../testing.ts";
import { callBotCommand, createBotCommand } from "./contract.ts";

const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "command_calls_by_user=3/60" });
const receiver = await useReceiver({ rateLimits });

async function answered(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const ben = await acme.member("Ben");
  const bot = await webhookBot(acme, acme.owner, receiver.endpoint({ content: "a word in private" }).url);
  await acme.owner.call(createBotCommand, { bot_id: bot.id, name: "ask" });
  await asks(ben);
  await settled(acme);
  return { acme, ben, bot };
}

const asks = (person: Person) => person.call(callBotCommand, { command_name: "ask", user_ids: [person.id] });

test("a legal hold keeps no private answer for longer than a day", async (t) => {
  const { acme, ben, bot } = await answered(t);
  await ben.writes(bot, "an ordinary message");
  await acme.owner.call(placeLegalHold, { user_id: ben.id, reason: "a case" });
  await settled(acme);
  await pass(acme, 87_000);
  await settled(acme);
  const kept = (await said(ben, among(bot))).map(({ content }) => content);
  assert.ok(kept.includes("an ordinary message"));
  assert.equal(kept.filter((content) => content === "a word in private").length, 1, "only the reply to the message");
});

test("archives of the organization have the command, and neither calls nor private answers", async (t) => {
  const { acme, ben, bot } = await answered(t);
  await ben.asks("PATCH", "/settings", { allow_private_data_export: "true" });
  await acme.owner.asks("PATCH", "/settings", { allow_private_data_export: "true" });
  for (const kind of ["everything", "consented", "public"] as const) {
    const file = join(acme.server.app.config.dataDirectory, `commands-${acme.realm.id}-${kind}.gz`);
    await writeArchive(acme.server.app, acme.realm, file, kind);
    const text = gunzipSync(readFileSync(file)).toString();
    assert.doesNotMatch(text, /a word in private|bot_command_call/, kind);
    assert.match(text, /"bot_command"/);
    assert.match(text, new RegExp(`"bot_id":${bot.id},"name":"ask"`));
    if (kind !== "everything") continue;
    await importOrganization(acme.server.app, file, { shortName: `copy${acme.realm.id}` });
    assert.deepEqual(await newestDirect.problems(acme.server.app.database.reader), []);
  }
});

test("nobody calls commands more often than the operator allows", async (t) => {
  const { ben } = await answered(t);
  await asks(ben);
  await asks(ben);
  await assert.rejects(asks(ben), { code: "RATE_LIMIT_HIT" });
});
