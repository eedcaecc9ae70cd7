/**
 * How both engines find the first page of each narrow: through an index, never by scanning all messages.
 * PARLEY_SHOW_PLANS=1 prints the plans, from which docs/query-plans.md is made.
 */
import assert from "node:assert/strict";
import { type CompiledQuery, type Expression, type SqlBool, sql } from "kysely";
import { org, test } from "../../../test/index.ts";
import type { Context } from "../../kernel/context.ts";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { visitorTo } from "../../organization/realm.ts";
import { userById } from "../../people/users/store.ts";
import { isBehind } from "../../text/search/progress.ts";
import { amongNearest, lookUp, walk } from "../../text/search/store.ts";
import type { NarrowTerm } from "../contract.ts";
import { messagesWhere } from "../store.ts";
import { plansOf } from "../testing.ts";
import { narrowed } from "./narrow.ts";
import { amongQuery } from "./range.ts";
import { makeWorld } from "./testing.ts";

const isShown = process.env.PARLEY_SHOW_PLANS === "1";

async function planOf(db: Db, query: { compile(db: Db): CompiledQuery }): Promise<string[]> {
  const compiled = query.compile(db);
  const explained = async (prefix: string) =>
    (await db.getExecutor().executeQuery<Record<string, string>>({ ...compiled, sql: `${prefix} ${compiled.sql}` }))
      .rows;
  if (!isPostgres(db)) return (await explained("explain query plan")).map((row) => row.detail as string);
  // With so few rows the planner would rightly scan them. Here it must show that it can use an index.
  await sql`set local enable_seqscan = off`.execute(db);
  return (await explained("explain (costs off)")).map((row) => row["QUERY PLAN"] as string);
}

const passesOver = /SCAN message\b(?! USING)|Seq Scan on message\b/;

test("the first page of every narrow is found through an index", async (t) => {
  const acme = await org(t);
  const { ada, ben, channels, facts } = await makeWorld(acme);
  const { app } = acme.server;
  await app.indexer.catchUp();
  const user = await userById(app.database.reader, acme.realm.id, ada.id);
  const narrows: Record<string, NarrowTerm[]> = {
    "no narrow": [],
    channel: [{ operator: "channel", operand: channels.design }],
    "channel and topic": [
      { operator: "channel", operand: channels.design },
      { operator: "topic", operand: "logo" },
    ],
    topic: [["topic", "logo"]],
    "channels:public": [["channels", "public"]],
    "channels:web-public": [["channels", "web-public"]],
    dm: [{ operator: "dm", operand: [ben.id] }],
    "dm-including": [{ operator: "dm-including", operand: ben.id }],
    "group-pm-with": [{ operator: "group-pm-with", operand: ben.id }],
    sender: [{ operator: "sender", operand: ben.id }],
    mentions: [{ operator: "mentions", operand: ben.id }],
    "not date": [{ operator: "date", operand: "2025-11-10", negated: true }],
    id: [{ operator: "id", operand: facts[0]?.id }],
    search: [["search", "red fox"]],
    "search in a channel": [
      ["search", "fox"],
      ["channel", "design"],
    ],
    ...Object.fromEntries(
      ["dm", "starred", "unread", "mentioned", "alerted", "resolved", "followed", "muted"].map((operand) => [
        `is:${operand}`,
        [["is", operand]],
      ]),
    ),
    ...Object.fromEntries(
      ["link", "image", "attachment", "reaction"].map((operand) => [`has:${operand}`, [["has", operand]]]),
    ),
    "in:home": [["in", "home"]],
    "not channel": [{ operator: "channel", operand: channels.design, negated: true }],
  };
  await app.database.snapshot(async (db) => {
    const ctx = { ...serverContext(app, acme.realm), db, user: { ...user, groups: new Set() } } as unknown as Context;
    const visiting = { ...ctx, user: visitorTo(acme.realm) };
    const asked = [
      ...Object.entries(narrows).map(([name, narrow]) => [name, narrow, ctx] as const),
      ["channels:web-public, by a visitor", narrows["channels:web-public"] as NarrowTerm[], visiting] as const,
      ["a web-public channel, by a visitor", [{ operator: "channel", operand: channels.town }], visiting] as const,
    ];
    for (const [name, narrow, reader] of asked) {
      const { condition, search, among } = await narrowed(reader, narrow);
      const found = search && {
        realmId: acme.realm.id,
        query: search.query,
        place: search.place,
        condition: search.others,
        range: ["<", 1000] as const,
        limit: 100,
      };
      const queries = found
        ? isPostgres(db)
          ? [amongNearest(db, found, 1000), lookUp(db, found)]
          : [walk(db, found)]
        : among
          ? [amongQuery(condition, among, { operator: "<", anchor: 1000, limit: 100 })]
          : [firstPage(db, acme.realm.id, condition)];
      const plan: string[] = [];
      for (const query of queries) plan.push(...(await planOf(db, query)));
      if (among)
        assert.ok(
          plan.some((line) => line.includes("message_by_recipient_id")) &&
            !plan.some((line) => line.includes("message_by_realm_id")),
          plan.join("\n"),
        );
      assert.ok(!plan.some((line) => passesOver.test(line)), `${name}:\n${plan.join("\n")}`);
      if (isShown) t.diagnostic(`${name}: ${plan.map((line) => line.trim()).join(" | ")}`);
    }
  });
});

test("how far the search index is behind is counted by indexes, up to a limit", async (t) => {
  const acme = await org(t);
  const { database } = acme.server.app;
  const [plan = ""] = await plansOf(database, (tx) => isBehind(tx, acme.realm.id, 100));
  for (const index of ["message_by_realm_id", "search_dirty_by_realm"]) assert.match(plan, new RegExp(index), plan);
  assert.doesNotMatch(plan, /SCAN (?:message|search_dirty)\b(?! USING)|Seq Scan|Sort|TEMP B-TREE/, plan);
});

const firstPage = (db: Db, realmId: number, condition: Expression<SqlBool>) =>
  messagesWhere(db, condition)
    .where("message.realm_id", "=", realmId)
    .where("message.id", "<", 1000)
    .orderBy("message.id", "desc")
    .limit(100);
