import assert from "node:assert/strict";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { pino } from "pino";
import { openApp } from "../../app.ts";
import { readConfig } from "../../kernel/config.ts";
import { databaseFile } from "../../kernel/db/open.ts";
import { hashPassword, secretKeyFile } from "../../kernel/secrets.ts";
import { createOrganization } from "../../set-up/create.ts";
import { play } from "../demo/play.ts";
import { installation } from "../testing.ts";
import { diagnose } from "./command.ts";

/** Damage that no action causes, each with the check that must detect it. */
const DAMAGES = [
  ["update realm_position set position = 1", "the log's position is not behind its events"],
  ["delete from notification_progress", "every organization knows up to which message people were notified"],
  [
    "update topic set max_message_id = 1 where id = (select max(id) from topic)",
    "every topic knows its newest message",
  ],
  ["update channel set first_message_id = 100000 where name = 'design'", "every channel knows its first message"],
  [
    "update subscription set is_subscribed = 0 where rowid in (select rowid from subscription limit 1)",
    "a subscription has an open period exactly while it is active",
  ],
  [
    "delete from direct_participant where rowid in (select rowid from direct_participant limit 1)",
    "direct conversations have the participants that their key names",
  ],
  ["update direct_participant set max_message_id = 1", "direct conversations know their newest message"],
  [
    `insert or replace into user_message (user_id, message_id, flags) select direct_participant.user_id, message.id, 32
      from message join direct_participant on direct_participant.recipient_id = message.recipient_id
      where message.id > direct_participant.read_upto limit 1`,
    "exceptions to a read mark differ from the mark",
  ],
  [
    `insert or replace into user_message (user_id, message_id, flags) select direct_participant.user_id, message.id, 1
      from message join direct_participant on direct_participant.recipient_id = message.recipient_id
      where message.id <= direct_participant.read_upto limit 1`,
    "exceptions to a read mark differ from the mark",
  ],
  [
    "insert into user_presence select id, realm_id, 0, null, 9 from user limit 1",
    "no presence is newer than the organization's presence counter",
  ],
  [
    "delete from search_index where rowid = (select min(id) from message)",
    "the search index contains every message up to its cursor, and no others",
  ],
  ["update user_group set kind = 'named' where name = 'role:nobody'", "every organization has its role groups"],
  [
    "insert into user_group_subgroup select min(id) + 1, max(id) from user_group where kind = 'system'",
    "no group contains itself, and only settings contain unnamed groups",
  ],
  [
    "update channel set invite_only = 1 where id in (select channel_id from default_channel)",
    "every channel has one of the four types, and newcomers' channels are open",
  ],
  ["update channel set folder_id = 9 where name = 'design'", "channels are in folders of the same organization"],
  [
    `insert into draft (user_id, channel_id, to_user_ids, topic, content, last_edited_at)
      select user.id, channel.id, '[1]', '', 'x', 0 from user, channel limit 1`,
    "drafts have one target, and no user has a view twice",
  ],
  [
    `insert into navigation_view (user_id, fragment, name, is_pinned)
      select min(id), 'inbox', null, 1 from user union all select min(id), 'inbox', null, 0 from user`,
    "drafts have one target, and no user has a view twice",
  ],
  ["update user set is_active = 0 where role = 100", "every active organization has an active owner"],
  [
    `insert into realm (string_id, is_default, is_active, date_created, settings, version)
      select 'twin', 1, 0, date_created, settings, 1 from realm`,
    "at most one organization is the default",
  ],
  ["update realm set scheduled_deletion_at = 1", "only a deactivated organization is scheduled for deletion"],
  [
    `insert into reminder (realm_id, user_id, reminder_target_message_id, note, content, rendered_content,
        scheduled_delivery_timestamp, failed)
      select realm_id, id, 1, '', '', '', 4102444800, 0 from user limit 1`,
    "scheduled messages and reminders have recipients in the organization and a job",
  ],
  ["delete from user_group where name = 'role:internet'", "every reference points to a row"],
  ["update installation set secret_fingerprint = 'x'", "the secret key matches the database"],
  ["delete from kysely_migration where name like '0005%'", "the database is up to date"],
] as const;

test("the doctor finds each kind of damage, and reports nothing else", async (t) => {
  const config = readConfig(installation(t).env);
  const app = await openApp(config, { log: pino({ level: "silent" }) });
  const owner = { email: "o@example.com", fullName: "Olivia Marsh", password: null };
  const { realm, userId } = await createOrganization(app, { name: "Acme", owner });
  const now = Math.floor(app.clock.now() / 1000);
  await play({ app, realm, ownerId: userId, passwordHash: await hashPassword("demo"), now, seed: 1 });
  await app.indexer.catchUp();
  await app.stop();
  const wrong = async () => (await diagnose(config)).filter((finding) => !finding.ok).map((finding) => finding.check);
  assert.deepEqual(await wrong(), []);

  for (const [statement, check] of DAMAGES) {
    const database = new DatabaseSync(databaseFile(config), { enableForeignKeyConstraints: false });
    const before = database.serialize();
    database.exec(statement);
    database.close();
    assert.ok((await wrong()).includes(check), statement);
    undo(databaseFile(config), before);
  }

  chmodSync(secretKeyFile(config.dataDirectory), 0o644);
  assert.deepEqual(await wrong(), ["only its owner can access the secret key"]);
});

function undo(file: string, content: Uint8Array): void {
  rmSync(`${file}-wal`, { force: true });
  rmSync(`${file}-shm`, { force: true });
  writeFileSync(file, content);
}
