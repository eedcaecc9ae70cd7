import assert from "node:assert/strict";
import { sql } from "kysely";
import { org, test } from "../../../test/index.ts";
import { getTopics } from "./contract.ts";
import { topicsSeen } from "./store.ts";

test("topics come newest first, each in the spelling of its newest message", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada]);
  await ada.sends("#design > logo", "1");
  const fonts = await ada.sends("#design > Fonts", "2");
  const logo = await ada.sends("#design > LOGO", "3");
  const unnamed = await ada.sends("#design > ", "4");
  const named = [
    { name: "LOGO", max_id: logo },
    { name: "Fonts", max_id: fonts },
  ];
  const list = async (allow_empty_topic_name?: boolean) =>
    (await ben.call(getTopics, { stream_id, ...(allow_empty_topic_name ? { allow_empty_topic_name } : {}) })).topics;
  assert.deepEqual(await list(), [{ name: "general chat", max_id: unnamed }, ...named]);
  assert.deepEqual(await list(true), [{ name: "", max_id: unnamed }, ...named]);
});

test("where history is protected only topics of messages that came to the user are listed", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  const stream_id = await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  const early = await ada.sends("#board > early", "1");
  const both = await ada.sends("#board > both", "2");
  await acme.channel("board", [ada, ben, bot]);
  const late = await ada.sends("#board > Both", "3");
  const list = async (person: typeof ada) => (await person.call(getTopics, { stream_id })).topics;
  assert.deepEqual(await list(ada), [
    { name: "Both", max_id: late },
    { name: "early", max_id: early },
  ]);
  for (const person of [ben, bot]) assert.deepEqual(await list(person), [{ name: "Both", max_id: late }]);
  assert(both < late);
});

test("channels that are hidden, archived or not there are invalid alike", async (t) => {
  const acme = await org(t);
  const [ada, ben, gus] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gus")];
  const admin = await acme.administrator("Ann");
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  const open = await acme.channel("open", [ada]);
  const attempts: [typeof ada, number][] = [
    [ben, secret],
    [admin, secret],
    [gus, open],
    [ada, 999_999],
  ];
  for (const [person, stream_id] of attempts)
    await assert.rejects(person.call(getTopics, { stream_id }), { message: "Invalid channel ID" });
  await acme.alter((tx) => tx.updateTable("channel").set({ is_archived: true }).where("id", "=", open).execute());
  await assert.rejects(ada.call(getTopics, { stream_id: open }), { message: "Invalid channel ID" });
});

test("listing the topics of protected history looks into the index and does not scan messages", async (t) => {
  const acme = await org(t);
  const { database } = acme.server.app;
  const statements: string[] = [];
  await database.snapshot(async (db) => {
    const spying = db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(db.getExecutor().compileQuery(node, { queryId: "spy" } as never).sql);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const channel = { id: 1, invite_only: true, history_public_to_subscribers: false };
    await topicsSeen(spying, { id: 1 } as never, channel as never);
    const explain = database.engine === "sqlite" ? "explain query plan" : "explain";
    let text = statements[0] as string;
    if (database.engine === "postgres") await sql`set local enable_seqscan = off`.execute(db).catch(() => {});
    text = text.replace(/\$\d+|\?/g, "1");
    const { rows } = await sql.raw<Record<string, unknown>>(`${explain} ${text}`).execute(db);
    const plan = rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n");
    assert.match(plan, /message_by_topic_id/);
    assert.doesNotMatch(plan, /SCAN message|Seq Scan on message/);
  });
});
