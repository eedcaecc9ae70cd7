import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type CompiledQuery, type KyselyPlugin, sql } from "kysely";
import { auditOf } from "../../../test/audit.ts";
import { org, type Person, test } from "../../../test/index.ts";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Tx } from "../../kernel/db/handles.ts";
import { takeTurnOf } from "../../kernel/events/log.ts";
import { deactivateRealm, updateRealm } from "../../organization/realms/contract.ts";
import { updateBot } from "../../people/bots/contract.ts";
import { deactivateUser, reactivateUser } from "../../people/users/contract.ts";
import { deleteMessage, deleteTopic } from "../delete/contract.ts";
import { editMessage } from "../edit/contract.ts";
import { MOST_TEXTS } from "../history/limits.ts";
import { deleteOldMessages } from "../retention/job.ts";
import { getTopics } from "../topics/contract.ts";
import { getAttachments, removeAttachment } from "../uploads/contract.ts";
import { uploads } from "../uploads/testing.ts";
import { getLegalHolds, liftLegalHold, placeLegalHold } from "./contract.ts";
import { holdConcerning, isHeldInTopic, searchHolds } from "./search.ts";
import { insertHold } from "./store.ts";

const isUnderHold = { code: "LEGAL_HOLD", message: "This is under a legal hold and cannot be deleted." };

const exists = async (reader: Person, id: number) => (await reader.asks("GET", `/messages/${id}`)).result === "success";

test("owners place, see and lift legal holds; both are in the audit log", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const channel_id = await acme.channel("launch", [ada]);
  const entries = await auditOf(acme, async () => {
    const { id } = await acme.owner.call(placeLegalHold, { user_id: ada.id, reason: "  Case 17 " });
    const second = await acme.owner.call(placeLegalHold, { channel_id, reason: "Case 18" });
    const { legal_holds } = await acme.owner.call(getLegalHolds, {});
    const facts = { placed_by: acme.owner.id, placed_at: Math.floor(acme.clock.now() / 1000) };
    assert.deepEqual(legal_holds, [
      { id, user_id: ada.id, channel_id: null, reason: "Case 17", ...facts },
      { id: second.id, user_id: null, channel_id, reason: "Case 18", ...facts },
    ]);
    for (const hold of legal_holds) await acme.owner.call(liftLegalHold, { hold_id: hold.id });
  });
  assert.deepEqual(
    entries.map(({ action, user_id, channel_id: channel }) => [action, user_id, channel]),
    [
      ["user_hold_placed", ada.id, null],
      ["channel_hold_placed", null, channel_id],
      ["user_hold_lifted", ada.id, null],
      ["channel_hold_lifted", null, channel_id],
    ],
  );
  assert.deepEqual((await acme.owner.call(getLegalHolds, {})).legal_holds, []);
});

test("nobody but owners knows of legal holds, and a hold is on one person or one channel, once", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const { owner } = acme;
  const ada = await acme.member("Ada");
  const channel_id = await acme.channel("launch", [ada]);
  for (const person of [await acme.administrator("Ann"), await acme.moderator("Max"), ada, await acme.guest("Gil")]) {
    await assert.rejects(person.call(getLegalHolds, {}), { message: "Must be an organization owner" });
    await assert.rejects(person.call(placeLegalHold, { user_id: ada.id, reason: "x" }), {
      message: "Must be an organization owner",
    });
    await assert.rejects(person.call(liftLegalHold, { hold_id: 1 }), { message: "Must be an organization owner" });
  }
  const reason = "x";
  const either = { message: "Choose either a person or a channel." };
  await assert.rejects(owner.call(placeLegalHold, { reason }), either);
  await assert.rejects(owner.call(placeLegalHold, { reason, user_id: ada.id, channel_id }), either);
  await assert.rejects(owner.call(placeLegalHold, { reason, user_id: other.owner.id }), { message: "No such user" });
  await assert.rejects(owner.call(placeLegalHold, { reason, channel_id: 999_999 }), { message: "Invalid channel ID" });
  await assert.rejects(owner.call(placeLegalHold, { user_id: ada.id, reason: "  " }));
  const { id } = await owner.call(placeLegalHold, { reason, user_id: ada.id });
  await owner.call(placeLegalHold, { reason, channel_id });
  for (const held of [{ user_id: ada.id }, { channel_id }])
    await assert.rejects(owner.call(placeLegalHold, { reason, ...held }), {
      message: "There is a legal hold on this already.",
    });
  await assert.rejects(other.owner.call(liftLegalHold, { hold_id: id }), { message: "Invalid legal hold ID" });
});

test("nobody can delete held messages: what a person sent, their direct messages, everything in a channel", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  const stream_id = await acme.channel("launch", [owner, ada, ben, bot]);
  const held = await acme.channel("held", [owner, ben]);
  const sent = {
    adas: await ada.sends("#launch > a", "x"),
    bots: await bot.sends("#launch > b", "x"),
    bens: await ben.sends("#launch > c", "x"),
    toAda: await ben.writes(ada, "x"),
    inHeld: await ben.sends("#held > a", "x"),
  };
  const hold = await owner.call(placeLegalHold, { user_id: ada.id, reason: "x" });
  await owner.call(placeLegalHold, { channel_id: held, reason: "x" });

  for (const message_id of [sent.adas, sent.bots, sent.inHeld])
    await assert.rejects(owner.call(deleteMessage, { message_id }), isUnderHold);
  await assert.rejects(ben.call(deleteMessage, { message_id: sent.toAda }), isUnderHold);
  await assert.rejects(owner.call(deleteTopic, { stream_id, topic_name: "a" }), isUnderHold);
  await owner.call(deleteMessage, { message_id: sent.bens });
  assert.deepEqual(await Promise.all([sent.adas, sent.bots, sent.inHeld, sent.bens].map((id) => exists(owner, id))), [
    true,
    true,
    true,
    false,
  ]);
  await owner.call(liftLegalHold, { hold_id: hold.id });
  await owner.call(deleteTopic, { stream_id, topic_name: "a" });
  assert.equal(await exists(owner, sent.adas), false);
});

test("retention leaves held messages alone, and their topics know their newest message", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("nobody is told which messages are gone");
  const { owner } = acme;
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const stream_id = await acme.channel("launch", [owner, ada, ben]);
  const heldId = await acme.channel("held", [owner, ben]);
  const adas = await ada.sends("#launch > a", "x");
  const bens = await ben.sends("#launch > a", "x");
  const inHeld = await ben.sends("#held > a", "x");
  const [toAda, toCleo] = [await ben.writes(ada, "x"), await ben.writes(cleo, "x")];
  await acme.alter((tx) =>
    tx
      .updateTable("message")
      .set((eb) => ({ sent_at: eb("sent_at", "-", 40 * 86_400) }))
      .where("id", "in", [adas, bens, inHeld, toAda, toCleo])
      .execute(),
  );
  await owner.call(placeLegalHold, { user_id: ada.id, reason: "x" });
  await owner.call(placeLegalHold, { channel_id: heldId, reason: "x" });
  await owner.call(updateRealm, { message_retention_days: 30 });
  if ("recurring" in deleteOldMessages) await deleteOldMessages.recurring(acme.server.app);
  assert.deepEqual(await Promise.all([adas, bens, inHeld, toAda, toCleo].map((id) => exists(ben, id))), [
    true,
    false,
    true,
    true,
    false,
  ]);
  const { topics } = await owner.call(getTopics, { stream_id });
  assert.deepEqual(
    topics.filter(({ name }) => name === "a").map(({ max_id }) => max_id),
    [adas],
  );
});

test("retention of direct messages sees a hold that is placed while it waits for its turn", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("nobody is told which messages are gone");
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const [toAda, toCleo] = [await ben.writes(ada, "x"), await ben.writes(cleo, "x")];
  await acme.alter((tx) =>
    tx
      .updateTable("message")
      .set((eb) => ({ sent_at: eb("sent_at", "-", 40 * 86_400) }))
      .where("id", "in", [toAda, toCleo])
      .execute(),
  );
  await acme.owner.call(updateRealm, { message_retention_days: 30 });
  const { app } = acme.server;
  let isDone: Promise<unknown> | undefined;
  await app.database.transaction(async (tx) => {
    const turn = await takeTurnOf(tx, acme.realm.id);
    if ("recurring" in deleteOldMessages) isDone = deleteOldMessages.recurring(app);
    // It has read what is old, and waits.
    await sleep(300);
    const hold = { realm_id: acme.realm.id, user_id: ada.id, channel_id: null, reason: "x" };
    await insertHold(turn, { ...hold, placed_at: 1, placed_by: acme.owner.id });
  });
  await isDone;
  assert.deepEqual(await Promise.all([toAda, toCleo].map((id) => exists(ben, id))), [true, false]);
});

test("whether messages are held is found through indexes, however many holds there are", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("launch", [owner, ada, ben]);
  await ben.sends("#launch > a", "x");
  await owner.call(placeLegalHold, { user_id: ada.id, reason: "x" });
  const { database } = acme.server.app;
  await database.transaction(async (db) => {
    const asked: CompiledQuery[] = [];
    const watching: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push(db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const watched = db.withPlugin(watching) as Tx;
    const [topic] = await db.selectFrom("topic").select("id").where("channel_id", "=", stream_id).execute();
    assert.equal(await isHeldInTopic(watched, acme.realm.id, topic?.id as number), false);
    const search = await searchHolds(watched, acme.realm.id, [ben.id]);
    assert.equal(await holdConcerning(watched, acme.realm.id, [ben.id], search), undefined);
    const onMessages = asked.filter(({ sql }) => /from "?message"?/.test(sql));
    assert.equal(onMessages.length, 5);
    if (isPostgres(db)) await sql`set local enable_seqscan = off`.execute(db);
    for (const compiled of onMessages) {
      assert.doesNotMatch(compiled.sql, /legal_hold/, "the holds are looked up once, and not for each message");
      const prefix = isPostgres(db) ? "explain (costs off)" : "explain query plan";
      const { rows } = await db.getExecutor().executeQuery({ ...compiled, sql: `${prefix} ${compiled.sql}` });
      assert.doesNotMatch(JSON.stringify(rows), /SCAN message\b(?! USING)|Seq Scan on message\b/);
    }
  });
});

test("others write while a topic or somebody's messages are searched for legal holds, some at a time", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const channel_id = await acme.channel("held", [ada, ben]);
  const stream_id = await acme.channel("launch", [ada, ben]);
  for (let n = 0; n < 25; n++) await ben.sends("#launch > a", "x");
  await acme.owner.call(placeLegalHold, { channel_id, reason: "x" });
  const { database } = acme.server.app;
  const read: number[] = [];
  let steps = 0;
  const watching: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      // Between two statements of the search: this would wait forever if the search kept others from writing.
      if (result.rows.length > 1) await ada.sends("#launch > b", `step ${steps++}`);
      read.push(result.rows.length);
      return result;
    },
  };
  const watched = (database.reader as unknown as Tx).withPlugin(watching) as Tx;
  const { realm } = acme;
  const [topic] = await database.reader.selectFrom("topic").select("id").where("channel_id", "=", stream_id).execute();
  assert.equal(await isHeldInTopic(watched, realm.id, topic?.id as number, 10), false);
  assert.equal(steps, 3, "25 messages of a topic, 10 at a time");
  steps = 0;
  const search = await searchHolds(watched, realm.id, [ben.id], 10);
  assert.equal(steps, 3, "25 messages, 10 at a time");
  assert.ok(Math.max(...read) <= 10);

  // What comes after the search is looked at in the turn, and nothing else.
  const judged = (tx: Tx) => holdConcerning(tx, acme.realm.id, [ben.id], search);
  const asked: CompiledQuery[] = [];
  const inTurn = () =>
    database.transaction((tx) =>
      judged(
        tx.withPlugin({
          transformQuery({ node, queryId }) {
            asked.push(tx.getExecutor().compileQuery(node, queryId));
            return node;
          },
          transformResult: async ({ result }) => result,
        }) as Tx,
      ),
    );
  assert.equal(await inTurn(), undefined);
  const last = search.seen.get(ben.id);
  assert.ok(asked.some(({ sql, parameters }) => /from "message"/.test(sql) && parameters.includes(last)));
  await ben.sends("#held > a", "evidence");
  assert.equal(((await inTurn()) as { channel_id: number }).channel_id, channel_id);
  await acme.owner.call(placeLegalHold, { user_id: ada.id, reason: "y" });
  assert.equal(await inTurn(), "outdated", "a hold that was placed since then");
});

test("a topic in which something is held stays whole, also if it is long", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("launch", [owner, ada, ben]);
  const first = await ada.sends("#launch > a", "x");
  for (let n = 0; n < 120; n++) await ben.sends("#launch > a", "x");
  const { id } = await owner.call(placeLegalHold, { user_id: ada.id, reason: "x" });
  await assert.rejects(owner.call(deleteTopic, { stream_id, topic_name: "a" }), isUnderHold);
  const left = () =>
    acme.server.app.database.reader.selectFrom("message").select("id").where("id", ">=", first).execute();
  assert.equal((await left()).length, 121);
  await owner.call(liftLegalHold, { hold_id: id });
  await owner.call(deleteTopic, { stream_id, topic_name: "a" });
  assert.equal((await left()).length, 0);
});

test("held messages stay in their channel, and keep every version and file", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  const held = await acme.channel("held", [owner, ada]);
  const elsewhere = await acme.channel("elsewhere", [owner, ada]);
  const pathId = await uploads(ada);
  const message_id = await ada.sends("#held > a", `[file](/user_uploads/${pathId})`);
  await owner.call(placeLegalHold, { channel_id: held, reason: "x" });
  await assert.rejects(owner.call(editMessage, { message_id, stream_id: elsewhere }), {
    code: "LEGAL_HOLD",
    message: "Messages cannot be moved out of a channel that is under a legal hold.",
  });
  await owner.call(editMessage, { message_id, topic: "b", propagate_mode: "change_one" });
  await ada.call(editMessage, { message_id, content: "nothing" });
  const [file] = (await ada.call(getAttachments, {})).attachments;
  await assert.rejects(ada.call(removeAttachment, { attachment_id: file?.id as number }), isUnderHold);
  await acme.alter((tx) =>
    tx.updateTable("message").set({ history_count: MOST_TEXTS }).where("id", "=", message_id).execute(),
  );
  await assert.rejects(ada.call(editMessage, { message_id, content: "again" }), { code: "LEGAL_HOLD" });
  acme.stopFollowing("the number of versions is made up");
});

test("a bot of a person under a legal hold stays theirs, so that what it sent is kept", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [bot, idle] = [await acme.bot("Helper", ada), await acme.bot("Idler", ada)];
  await acme.channel("launch", [owner, bot]);
  const message_id = await bot.sends("#launch > a", "x");
  const hold = await owner.call(placeLegalHold, { user_id: ada.id, reason: "x" });
  const stays = {
    code: "LEGAL_HOLD",
    message:
      "This bot's owner is under a legal hold, which keeps what the bot has sent, so the owner cannot be changed.",
  };
  for (const person of [owner, ada])
    await assert.rejects(person.call(updateBot, { bot_id: bot.id, bot_owner_id: ben.id }), stays);
  await owner.call(updateBot, { bot_id: bot.id, full_name: "Helping Hand" });
  await owner.call(deactivateUser, { user_id: ada.id });
  await assert.rejects(owner.call(reactivateUser, { user_id: bot.id }), stays);
  await assert.rejects(owner.call(deleteMessage, { message_id }), isUnderHold);
  await owner.call(liftLegalHold, { hold_id: hold.id });
  await owner.call(reactivateUser, { user_id: bot.id });
  await owner.call(reactivateUser, { user_id: idle.id });
  await owner.call(updateBot, { bot_id: idle.id, bot_owner_id: ben.id });
});

test("nobody learns of a hold from other people's files, or from files that do not exist", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const channel_id = await acme.channel("held", [ada, ben]);
  await ada.sends("#held > a", `[file](/user_uploads/${await uploads(ada)})`);
  const [file] = (await ada.call(getAttachments, {})).attachments;
  await acme.owner.call(placeLegalHold, { channel_id, reason: "x" });
  await acme.owner.call(placeLegalHold, { user_id: ben.id, reason: "x" });
  for (const attachment_id of [file?.id as number, 999_999])
    await assert.rejects(ben.call(removeAttachment, { attachment_id }), { message: "Invalid attachment" });
  await uploads(ben);
  const [bens] = (await ben.call(getAttachments, {})).attachments;
  await assert.rejects(ben.call(removeAttachment, { attachment_id: bens?.id as number }), isUnderHold);
});

test("an organization with legal holds cannot be deleted, but deactivated", async (t) => {
  const acme = await org(t);
  await acme.owner.call(placeLegalHold, { user_id: acme.owner.id, reason: "x" });
  await assert.rejects(acme.owner.call(deactivateRealm, { deletion_delay_days: 30 }), { code: "LEGAL_HOLD" });
  await acme.owner.call(deactivateRealm, {});
});
