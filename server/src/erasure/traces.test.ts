/** Nothing of an erased person is left: in a backup, in the database's own files or rows, or in the stored files. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { sql } from "kysely";
import { type Organization, org, type Person, test, useServer } from "../../test/index.ts";
import { Mailbox } from "../../test/mailbox.ts";
import { startServer } from "../../test/server.ts";
import { setTopicVisibility } from "../channels/user-topics/contract.ts";
import { callBotCommand, createBotCommand } from "../delivery/outgoing-webhooks/commands/contract.ts";
import { webhookBot } from "../delivery/outgoing-webhooks/testing.ts";
import { exportRealm, getRealmExports } from "../exports/contract.ts";
import { exportOwnData } from "../exports/own/contract.ts";
import { sendInvites } from "../joining/invites/contract.ts";
import { editMessage } from "../messages/edit/contract.ts";
import { addReaction } from "../messages/reactions/contract.ts";
import { addSubmessage } from "../messages/submessages/contract.ts";
import { asFile, picture, uploads } from "../messages/uploads/testing.ts";
import { addAlertWords } from "../people/alert-words/contract.ts";
import { setAvatar } from "../people/avatars/contract.ts";
import { updateBotStorage } from "../people/bot-storage/contract.ts";
import { createProfileField, updateOwnProfile } from "../people/profile-fields/contract.ts";
import { updateOwnStatus } from "../people/user-status/contract.ts";
import { createDrafts } from "../personal/drafts/contract.ts";
import { addNavigationView } from "../personal/navigation-views/contract.ts";
import { createReminder } from "../personal/reminders/contract.ts";
import { createSavedSnippet } from "../personal/saved-snippets/contract.ts";
import { createScheduledMessage } from "../personal/scheduled-messages/contract.ts";
import { erases, isCarriedOut, signedIn } from "./testing.ts";
import { CANARY, tracesOf } from "./testing-traces.ts";

// A server of its own: everything in its files is looked through, and its clock skips minutes. Emails leave it.
const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url }));

/** Puts the person everywhere a person's data can be, except into words that others type. */
async function plant(acme: Organization, zoe: Person, ben: Person): Promise<void> {
  const { owner, clock } = acme;
  const soon = Math.floor(clock.now() / 1000) + 3600 * 24;
  const stream_id = await acme.channel("launch", [owner, zoe, ben]);
  const mine = await zoe.sends("#launch > plans", `My ${CANARY} plan, see https://${CANARY}.example`);
  await zoe.call(editMessage, { message_id: mine, content: `My second ${CANARY} plan` });
  await zoe.sends(`#launch > ${CANARY} topic`, "hello");
  await zoe.writes(ben, `A ${CANARY} secret`);
  await zoe.sends("#launch > plans", `[file](/user_uploads/${await uploads(zoe, asFile(CANARY, `${CANARY}.txt`))})`);
  await uploads(zoe, asFile(`${CANARY} unclaimed`, `${CANARY}-2.txt`));
  const bens = await ben.sends("#launch > plans", `ask @**|${zoe.id}**, or silently @_**|${zoe.id}**`);
  await ben.call(editMessage, { message_id: bens, content: `ask @**|${zoe.id}** again` });
  await ben.writes(zoe, `hi @**|${zoe.id}**`);
  await ben.call(createReminder, { message_id: mine, scheduled_delivery_timestamp: soon });
  const poll = await ben.sends("#launch > plans", "/poll Lunch?\nSoup");
  const content = JSON.stringify({ type: "new_option", idx: 1, option: CANARY });
  await zoe.call(addSubmessage, { message_id: poll, msg_type: "widget", content });
  await zoe.call(addReaction, { message_id: bens, emoji_name: "tada" });

  const bot = await webhookBot(acme, owner, "http://127.0.0.1/");
  await owner.call(createBotCommand, { bot_id: bot.id, name: "ask" });
  await zoe.call(callBotCommand, { command_name: "ask", arguments: CANARY, user_ids: [ben.id] });

  await zoe.connection.call(setAvatar, {}, { file: await picture(60, 60) });
  const { id } = await owner.call(createProfileField, { field_type: 2, name: "About" });
  await zoe.call(updateOwnProfile, { data: [{ id, value: `I like ${CANARY}` }] });
  await zoe.call(updateOwnStatus, { status_text: `at ${CANARY}` });
  const draft = { type: "stream" as const, to: [stream_id], topic: CANARY, content: `${CANARY} draft` };
  await zoe.call(createDrafts, { drafts: [draft] });
  await zoe.call(createSavedSnippet, { title: CANARY, content: CANARY });
  const scheduled = { type: "direct" as const, to: [ben.id], scheduled_delivery_timestamp: soon };
  await zoe.call(createScheduledMessage, { ...scheduled, content: `${CANARY} later` });
  await ben.call(createScheduledMessage, { ...scheduled, to: [owner.id], content: `@_**|${zoe.id}** later` });
  await zoe.call(createReminder, { message_id: bens, scheduled_delivery_timestamp: soon, note: CANARY });
  await zoe.call(addAlertWords, { alert_words: [CANARY] });
  await zoe.call(addNavigationView, { fragment: `narrow/search/${CANARY}`, is_pinned: true, name: CANARY });
  await zoe.call(setTopicVisibility, { stream_id, topic: `${CANARY} followed`, visibility_policy: 3 });
  await zoe.call(sendInvites, { invitee_emails: `friend@${CANARY}.example`, stream_ids: [] });
  await zoe.asks("POST", "/user_groups/create", { name: "crew", description: "", members: `[${zoe.id},${ben.id}]` });
  await zoe.asks("PATCH", "/settings", { full_name: `Zoe ${CANARY} Renamed` });

  await zoe.call(exportOwnData, {});
  await owner.call(exportRealm, {});
  await acme.server.app.jobs.settled();
}

/** Tables that refer to an account and in which nothing is planted, with the reasons. */
const NOT_PLANTED: Readonly<Record<string, string>> = {
  ...because("has ids, times and states", [
    "event_queue",
    "missed_message",
    "muted_user",
    "onboarding_step_seen",
    "push_notice",
    "sent_once",
    "unclaimed_account",
    "user_activity",
    "user_presence",
  ]),
  ...because("has keys, and names of devices", [
    "authenticator",
    "one_time_link",
    "passkey",
    "provider_identity",
    "push_device",
    "push_token",
    "recovery_code",
    "spent_value",
    "web_push_subscription",
  ]),
  ...because("belongs to a bot of another type", ["bot", "bot_command", "bot_service", "feed", "webhook_delivery"]),
  ...because("belongs to the organization", ["channel", "channel_folder", "custom_emoji"]),
  ...because("takes an owner, or an administrator", ["legal_hold", "realm_export", "realm_import"]),
};

function because(reason: string, tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]));
}

const SCHEMA = readFileSync(join(import.meta.dirname, "../kernel/db/schema.sqlite.sql"), "utf8");

/** Tables that refer to accounts, and have no row of these. */
async function tablesWithout({ server }: Organization, ids: readonly number[]): Promise<string[]> {
  const without: string[] = [];
  for (const [, table = "", columns = ""] of SCHEMA.matchAll(/^create table "(\w+)" \((.*?)^\)/gims)) {
    const theirs = [...columns.matchAll(/^ {2}"(\w+)" .* references "user"/gim)].map(([, column = ""]) => column);
    if (theirs.length === 0) continue;
    const isTheirs = theirs.map((column) => sql`${sql.ref(column)} in (${sql.join(ids)})`);
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${sql.join(isTheirs, sql` or `)} limit 1`.execute(
        server.app.database.reader,
      );
    if (rows.length === 0) without.push(table);
  }
  return without;
}

test("after an erasure no byte of the person is left in a backup, in the database or in the stored files", async (t) => {
  const acme = await org(t);
  const [zoe, ben] = [await acme.member(`Zoe ${CANARY}`), await acme.member("Ben")];
  const helper = await acme.bot(`${CANARY} helper`, zoe);
  await plant(acme, zoe, ben);
  await helper.sends("#launch > plans", `a bot's ${CANARY}`);
  await helper.call(updateBotStorage, { storage: { [CANARY]: CANARY } });
  const zoes = await signedIn(acme, zoe);
  await zoes.calls("GET /users/me");
  assert.ok((await tracesOf(acme)).length > 20, "the person is everywhere");
  assert.deepEqual(await tablesWithout(acme, [zoe.id, helper.id]), Object.keys(NOT_PLANTED).sort());

  await erases(await signedIn(acme, acme.owner), zoe.id, { messages: "removed" });
  await isCarriedOut(acme);
  await acme.server.app.jobs.settled();

  assert.deepEqual(await tracesOf(acme), []);
  const { exports } = await acme.owner.call(getRealmExports, {});
  assert.ok(exports.every((each) => each.export_url === null));
});

test("where messages are kept, only the person's own words are left", async (t) => {
  const acme = await org(t);
  const [zoe, ben] = [await acme.member(`Zoe ${CANARY}`), await acme.member("Ben")];
  await acme.channel("launch", [acme.owner, zoe, ben]);
  await zoe.sends("#launch > plans", "a plan");
  await ben.sends("#launch > plans", `ask @**|${zoe.id}**`);
  await zoe.asks("PATCH", "/settings", { full_name: `Zoe ${CANARY} Renamed` });
  await erases(await signedIn(acme, acme.owner), zoe.id, { messages: "kept" });
  await isCarriedOut(acme);
  assert.deepEqual(await tracesOf(acme), []);
});
