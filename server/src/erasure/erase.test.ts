import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { auditOf } from "../../test/audit.ts";
import { type Organization, org, type Person, test } from "../../test/index.ts";
import { exportOwnData, getOwnExports } from "../exports/own/contract.ts";
import { Role } from "../kernel/access/roles.ts";
import { raiseVersion } from "../kernel/access/store.ts";
import { change } from "../kernel/context.ts";
import type { TurnTx } from "../kernel/db/handles.ts";
import { takeTurnOf } from "../kernel/events/log.ts";
import { enqueue } from "../kernel/jobs/job-kind.ts";
import { serverContext } from "../kernel/server-context.ts";
import { getMessage } from "../messages/history/contract.ts";
import { placeLegalHold } from "../messages/legal-holds/contract.ts";
import { addReaction } from "../messages/reactions/contract.ts";
import { addSubmessage } from "../messages/submessages/contract.ts";
import { uploads } from "../messages/uploads/testing.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import { confirms } from "../people/second-factors/testing.ts";
import { getUser, getUsers, reactivateUser } from "../people/users/contract.ts";
import { changeUser } from "../people/users/store.ts";
import { eraseUser } from "./contract.ts";
import { eraseTraces, FIRST_STAGE } from "./job-kind.ts";
import { findMentions, rewriteMentions } from "./stages/mentions.ts";
import { erases, isCarriedOut, signedIn } from "./testing.ts";

const NAME = "Deleted user";

const messageOf = async (reader: Person, message_id: number) =>
  (await reader.call(getMessage, { message_id, apply_markdown: false })).message;

const nameOf = async (reader: Person, user_id: number) => (await reader.call(getUser, { user_id })).user.full_name;

test("an erased person has no name, address or picture, cannot sign in, and everyone learns it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Ada's helper", ada);
  const browser = await signedIn(acme, acme.owner);

  const heard = await ben.eventsDuring(async () => {
    assert.equal((await erases(browser, ada.id)).status, 200);
  });

  const people = heard.filter(({ type }) => type === "realm_user").map(({ person }) => person as { user_id: number });
  for (const user_id of [ada.id, bot.id]) {
    const about = Object.assign({}, ...people.filter((person) => person.user_id === user_id)) as Record<
      string,
      unknown
    >;
    assert.deepEqual([about.full_name, about.is_active], [NAME, false]);
  }
  const { members } = await ben.call(getUsers, { client_gravatar: false });
  const erased = members.filter(({ user_id }) => user_id === ada.id || user_id === bot.id);
  assert.deepEqual(
    erased.map(({ full_name, is_active }) => [full_name, is_active]),
    [
      [NAME, false],
      [NAME, false],
    ],
  );
  assert.ok(!JSON.stringify(members).includes("ada@example.com"));
  assert.equal((await ada.asks("GET", "/users/me")).result, "error");
  await acme.server.app.jobs.settled();
  await assert.rejects(acme.owner.call(reactivateUser, { user_id: ada.id }), {
    message: "This account has been erased.",
  });
  assert.equal((await erases(browser, ada.id)).body.msg, "This account has already been erased.");
});

test("messages are kept, removed, or given to one account for all erased people", async (t) => {
  for (const messages of ["kept", "removed", "reassigned"] as const) {
    const acme = await org(t);
    const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
    await acme.channel("launch", [ada, ben]);
    const inChannel = await ada.sends("#launch > a", "soon");
    const direct = await ada.writes(ben, "hello");
    const bens = await ben.sends("#launch > a", "indeed");
    await ada.call(addReaction, { message_id: bens, emoji_name: "tada" });
    const browser = await signedIn(acme, acme.owner);

    await erases(browser, ada.id, { messages });
    await isCarriedOut(acme);

    const reactions = (await messageOf(ben, bens)).reactions.length;
    assert.equal(reactions, messages === "kept" ? 1 : 0);
    if (messages === "removed") {
      for (const message_id of [inChannel, direct])
        await assert.rejects(messageOf(ben, message_id), { message: "Invalid message(s)" });
      continue;
    }
    const [first, second] = [await messageOf(ben, inChannel), await messageOf(ben, direct)];
    assert.deepEqual([first.content, first.sender_full_name], ["soon", NAME]);
    assert.equal(first.sender_id === ada.id, messages === "kept");
    // The sender of a direct message is a participant.
    assert.deepEqual([second.sender_id, second.sender_full_name], [ada.id, NAME]);
    assert.equal(await nameOf(ben, first.sender_id), NAME);
  }
});

test("erased people's reassigned messages cannot be told apart", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [acme.owner, ada, ben]);
  const sent = [await ada.sends("#launch > a", "one"), await ben.sends("#launch > a", "two")];
  await acme.owner.call(updateRealm, { messages_of_erased_users: "reassigned" });
  const browser = await signedIn(acme, acme.owner);
  for (const { id } of [ada, ben]) await erases(browser, id);
  await isCarriedOut(acme);
  const senders = await Promise.all(sent.map((id) => messageOf(acme.owner, id)));
  assert.equal(new Set(senders.map(({ sender_id }) => sender_id)).size, 1);
});

test("a poll goes with its message, and votes elsewhere go as reactions do", async (t) => {
  for (const messages of ["kept", "removed", "reassigned"] as const) {
    const acme = await org(t);
    const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
    await acme.channel("launch", [ada, ben]);
    const submits = (person: Person, message_id: number, content: object) =>
      person.call(addSubmessage, { message_id, msg_type: "widget", content: JSON.stringify(content) });
    const adas = await ada.sends("#launch > a", "/poll Lunch?\nSoup");
    await submits(ada, adas, { type: "new_option", idx: 1, option: "Bread" });
    await submits(ben, adas, { type: "vote", key: `${ada.id},1`, vote: 1 });
    const list = await ada.sends("#launch > a", "/todo Shopping");
    await submits(ada, list, { type: "new_task", key: ada.id, task: "Bread", desc: "", completed: false });
    await submits(ben, list, { type: "strike", key: `${ada.id},${ada.id}` });
    const direct = await ada.writes(ben, "/poll When?\nNoon");
    const bens = await ben.sends("#launch > b", "/poll Tea?\nGreen");
    await submits(ada, bens, { type: "vote", key: "canned,0", vote: 1 });
    await erases(await signedIn(acme, acme.owner), ada.id, { messages });
    await isCarriedOut(acme);

    const on = async (message_id: number) => (await messageOf(ben, message_id)).submessages;
    assert.equal(
      (await on(bens)).some(({ sender_id }) => sender_id === ada.id),
      messages === "kept",
    );
    assert.equal((await on(bens)).length, messages === "kept" ? 2 : 1);
    if (messages === "removed") continue;
    assert.deepEqual(
      (await on(direct)).map(({ sender_id }) => sender_id),
      [ada.id],
    );
    const { sender_id: author } = await messageOf(ben, adas);
    assert.equal(author === ada.id, messages === "kept");
    const [poll, option, vote] = await on(adas);
    assert.deepEqual([poll?.sender_id, option?.sender_id, vote?.sender_id], [author, author, ben.id]);
    assert.equal((JSON.parse(vote?.content ?? "{}") as { key: string }).key, `${author},1`);
    // The number of a task may be the same as the id of whoever added it.
    const strike = (await on(list)).at(-1);
    assert.equal((JSON.parse(strike?.content ?? "{}") as { key: string }).key, `${ada.id},${author}`);
  }
});

test("where names are unique, messages are reassigned all the same", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  const id = await ada.sends("#launch > a", "soon");
  await acme.owner.call(updateRealm, { require_unique_names: true });
  await erases(await signedIn(acme, acme.owner), ada.id, { messages: "reassigned" });
  await isCarriedOut(acme);
  const { sender_id, sender_full_name } = await messageOf(ben, id);
  assert.notEqual(sender_id, ada.id);
  assert.equal(sender_full_name, NAME);
});

test("messages are never reassigned to a person, whatever their address", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = await people(acme, "Ada", "Ben", "Cleo", "Dora");
  await acme.channel("launch", [ada, ben, cleo]);
  const sent = [await ada.sends("#launch > a", "one"), await ben.sends("#launch > a", "two")];
  const delivery_email = `erased-users@${acme.realm.host}`;
  // From before such addresses were reserved.
  await acme.alter((tx) =>
    tx
      .updateTable("user")
      .set({ delivery_email, delivery_email_key: delivery_email })
      .where("id", "=", cleo.id)
      .execute(),
  );
  const browser = await signedIn(acme, acme.owner);
  for (const { id } of [ada, ben]) {
    await erases(browser, id, { messages: "reassigned" });
    await isCarriedOut(acme);
  }
  const [one, two] = await Promise.all(sent.map((id) => messageOf(acme.owner, id)));
  assert.equal(one?.sender_id, two?.sender_id);
  assert.ok(![ada.id, ben.id, cleo.id].includes(one?.sender_id as number));
  assert.equal(one?.sender_full_name, NAME);
});

test("mentions that others wrote are rendered anew; what they typed stays", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  const id = await ben.sends("#launch > a", `ask @**Ada** or @_**Ada|${ada.id}**`);
  const browser = await signedIn(acme, acme.owner);
  await ben.catchesUp();
  await erases(browser, ada.id);

  const heard = await isCarriedOut(acme, ben);

  const { content } = (await ben.call(getMessage, { message_id: id })).message;
  assert.equal(
    content,
    `<p>ask <span class="user-mention" data-user-id="${ada.id}">@${NAME}</span> or <span class="user-mention silent" data-user-id="${ada.id}">${NAME}</span></p>`,
  );
  assert.equal((await messageOf(ben, id)).content, `ask @**Ada** or @_**Ada|${ada.id}**`);
  const update = heard.find(({ type }) => type === "update_message");
  assert.deepEqual([update?.message_id, update?.rendering_only, update?.rendered_content], [id, true, content]);
});

test("a batch of rewritten mentions is small, and the next one goes on where it ended", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  acme.stopFollowing("a stage of an erasure is run by itself");
  const sent: number[] = [];
  for (let n = 0; n < 130; n++) sent.push(await ben.sends("#launch > a", `@**Ada** ${n}`));
  const { app } = acme.server;
  const erasure = { user_ids: [ada.id], messages: "kept", stage: "mentions" } as const;
  const inTurn: string[] = [];
  const run = async (after: number) => {
    const found = await findMentions(serverContext(app, acme.realm), { ...erasure, after });
    return change(serverContext(app, acme.realm), (ctx) => {
      const watching: KyselyPlugin = {
        transformQuery({ node, queryId }) {
          inTurn.push(ctx.db.getExecutor().compileQuery(node, queryId).sql);
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const db = ctx.db.withPlugin(watching) as typeof ctx.db;
      return rewriteMentions({ ...ctx, db }, { ...erasure, after }, found);
    });
  };
  const named = async () => {
    const rows = app.database.reader.selectFrom("message").select("id").where("rendered_content", "like", "%@Ada<%");
    return (await rows.execute()).length;
  };
  assert.equal(await named(), 130);
  const next = await run(0);
  assert.deepEqual([next?.after, await named()], [sent[99], 30]);
  const last = await run(next?.after as number);
  assert.deepEqual([last?.after, await named()], [sent[129], 0]);
  assert.equal(await run(last?.after as number), undefined);
  assert.ok(inTurn.length > 0);
  assert.deepEqual(
    inTurn.filter((sql) => / like | > \?| > \$/.test(sql)),
    [],
    "nothing is searched while others wait",
  );
});

test("other people's exports of their own data do not keep the name", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  await ben.writes(ada, "hello");
  for (const person of [ben, cleo]) await person.call(exportOwnData, {});
  await acme.server.app.jobs.settled();
  await erases(await signedIn(acme, acme.owner), ada.id);
  await isCarriedOut(acme);
  const exportsOf = async (person: Person) => (await person.call(getOwnExports, {})).exports;
  assert.deepEqual(await exportsOf(ben), []);
  assert.equal((await exportsOf(cleo)).length, 1, "they never wrote with each other");
  const { storage } = acme.server.app;
  let files = 0;
  for await (const { key } of storage.list(`exports/${acme.realm.id}/`)) if (key.includes("own-data")) files++;
  assert.equal(files, 1);
  await ben.call(exportOwnData, {});
  await acme.server.app.jobs.settled();
  assert.equal((await exportsOf(ben)).length, 1, "at once");
});

test("people delete their own accounts if the organization allows it", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const [adas, gils] = [await signedIn(acme, ada), await signedIn(acme, gil)];
  assert.equal((await erases(adas, "me")).status, 200);
  assert.equal(await nameOf(acme.owner, ada.id), NAME);
  assert.equal((await adas.calls("GET /users/me")).status, 401);
  await acme.owner.call(updateRealm, { allow_own_erasure: false });
  assert.equal((await erases(gils, "me")).body.msg, "Your organization does not let people delete their accounts.");
  assert.equal(await nameOf(acme.owner, gil.id), "Gil");
});

test("only owners erase others, after confirming their identity, and never the last owner", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const ben = await acme.member("Ben");
  for (const person of [
    await acme.administrator("Ann"),
    await acme.moderator("Max"),
    await acme.member("Ada"),
    await acme.guest("Gil"),
  ]) {
    const { body } = await erases(await signedIn(acme, person), ben.id);
    assert.equal(body.msg, "Must be an organization owner");
  }
  const owners = await signedIn(acme, acme.owner);
  const unconfirmed = await owners.calls(`POST /users/${ben.id}/erase`, { confirmation: "x" });
  assert.equal(unconfirmed.body.code, "CONFIRMATION_REQUIRED");
  assert.equal((await erases(owners, other.owner.id)).body.msg, "No such user");
  assert.equal((await erases(owners, 999_999)).body.msg, "No such user");
  for (const who of [acme.owner.id, "me"] as const)
    assert.equal((await erases(owners, who)).body.msg, "The only organization owner cannot be erased.");
  await assert.rejects(acme.owner.call(eraseUser, { user_id: ben.id, confirmation: await confirms(owners) }));
  assert.equal(await nameOf(acme.owner, ben.id), "Ben");
});

test("a legal hold refuses an erasure, and says why", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo, dora] = await people(acme, "Ada", "Ben", "Cleo", "Dora");
  const channel_id = await acme.channel("held", [cleo, dora]);
  await cleo.sends("#held > a", "evidence");
  await ben.writes(ada, "hi");
  await acme.owner.call(placeLegalHold, { user_id: ada.id, reason: "Case 17" });
  await acme.owner.call(placeLegalHold, { channel_id, reason: "Case 18" });
  const browser = await signedIn(acme, acme.owner);
  const refusal = async (person: Person) => (await erases(browser, person.id)).body;
  for (const [person, reason] of [
    [ada, "Case 17"],
    [ben, "Case 17"],
    [cleo, "Case 18"],
  ] as const) {
    const { code, msg } = await refusal(person);
    assert.equal(code, "LEGAL_HOLD");
    assert.equal(msg, `This person's data is under a legal hold and cannot be erased: ${reason}`);
    assert.equal(await nameOf(acme.owner, person.id), person.name);
  }
  assert.equal((await refusal(dora)).result, "success");
});

test("whoever may not erase themselves because of a legal hold learns its reason only as an owner", async (t) => {
  const acme = await org(t);
  const [ada, ann] = [await acme.member("Ada"), await acme.administrator("Ann")];
  const oda = await acme.person("Oda", Role.owner);
  for (const { id } of [ada, ann, oda]) await acme.owner.call(placeLegalHold, { user_id: id, reason: "Case 17" });
  for (const person of [ada, ann]) {
    const { body } = await erases(await signedIn(acme, person), "me");
    assert.deepEqual([body.code, body.msg], ["LEGAL_HOLD", "This is under a legal hold and cannot be deleted."]);
    assert.ok(!JSON.stringify(body).includes("Case"));
  }
  const { body } = await erases(await signedIn(acme, oda), "me");
  assert.equal(body.msg, "This person's data is under a legal hold and cannot be erased: Case 17");
});

test("a legal hold that is placed during an erasure keeps messages, with their files", async (t) => {
  for (const messages of ["removed", "reassigned"] as const) {
    const acme = await org(t);
    const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
    const channel_id = await acme.channel("held", [ada, ben]);
    await acme.channel("launch", [ada, ben]);
    const [evidence, other] = [await uploads(ada), await uploads(ada)];
    const held = await ada.sends("#held > a", `[file](/user_uploads/${evidence})`);
    // Another person's message keeps a file too.
    const shared = await uploads(ada);
    await ada.writes(ben, `[file](/user_uploads/${shared})`);
    await ben.sends("#held > a", `[file](/user_uploads/${shared})`);
    const free = await ada.sends("#launch > a", `[file](/user_uploads/${other})`);
    const poll = await ben.sends("#held > b", "/poll Guilty?\nNo");
    const content = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
    await ada.call(addSubmessage, { message_id: poll, msg_type: "widget", content });
    await erases(await signedIn(acme, acme.owner), ada.id, { messages: "kept" });
    await isCarriedOut(acme);
    await acme.owner.call(placeLegalHold, { channel_id, reason: "Case 17" });
    // As if the hold had been placed right after the request.
    const { app } = acme.server;
    const erasure = { user_ids: [ada.id], messages, stage: FIRST_STAGE, after: 0 };
    await change(serverContext(app, acme.realm), async (ctx) => enqueue(ctx, eraseTraces(erasure)));
    await isCarriedOut(acme);

    assert.equal((await messageOf(ben, held)).sender_id, ada.id);
    assert.equal((await messageOf(ben, poll)).submessages.length, 2, "a held message is kept whole");
    if (messages === "removed") await assert.rejects(messageOf(ben, free), { message: "Invalid message(s)" });
    else assert.notEqual((await messageOf(ben, free)).sender_id, ada.id);
    const files = await app.database.reader
      .selectFrom("attachment")
      .select("path_id")
      .where("owner_id", "=", ada.id)
      .orderBy("id")
      .execute();
    assert.deepEqual(
      files.map(({ path_id }) => path_id),
      messages === "removed" ? [evidence, shared] : [evidence, other, shared],
    );
  }
});

async function people(acme: Organization, ...names: string[]): Promise<[Person, Person, Person, Person]> {
  const found: Person[] = [];
  for (const name of names) found.push(await acme.member(name));
  return found as [Person, Person, Person, Person];
}

test("the audit log says who started it and that it ended, and forgets where the person acted from", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await signedIn(acme, ada);
  const browser = await signedIn(acme, acme.owner);
  const entries = await auditOf(acme, async () => {
    await erases(browser, ada.id, { messages: "removed" });
    await isCarriedOut(acme);
  });
  const about = entries.filter(({ user_id }) => user_id === ada.id);
  assert.deepEqual(
    about.map(({ action, actor_kind, details }) => [action, actor_kind, details]),
    [
      ["user_erasure_started", "user", { messages: "removed" }],
      ["user_deactivated", "user", {}],
      ["user_erased", "server", {}],
    ],
  );
  const { reader } = acme.server.app.database;
  const own = await reader.selectFrom("audit_log").selectAll().where("actor_id", "=", ada.id).execute();
  assert.ok(own.length > 0);
  assert.ok(own.every(({ ip_address, client }) => ip_address === null && client === null));
});

test("an erasure goes on after a crash", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("launch", [ada, ben]);
  for (let n = 0; n < 150; n++) await ada.sends("#launch > a", `word${n}`);
  const browser = await signedIn(acme, acme.owner);
  await erases(browser, ada.id, { messages: "removed" });
  await acme.server.restart({ crash: true });
  await isCarriedOut(acme);
  const { reader } = acme.server.app.database;
  assert.deepEqual(await reader.selectFrom("message").select("id").where("sender_id", "=", ada.id).execute(), []);
});

test("the right to erase is looked at again after waiting: the role, and the organization's setting", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const second = await acme.member("Olga");
  const [olga, bens] = [await signedIn(acme, second), await signedIn(acme, ben)];
  await acme.alter((tx) => changeUser(tx, second.id, { role: Role.owner }));
  const { database } = acme.server.app;
  /** Asks while somebody else changes the organization. */
  const meanwhile = async (asks: () => ReturnType<typeof erases>, changes: (tx: TurnTx) => Promise<unknown>) => {
    let answer: ReturnType<typeof erases> | undefined;
    await database.transaction(async (tx) => {
      const turn = await takeTurnOf(tx, acme.realm.id);
      answer = asks();
      await sleep(500);
      await changes(turn);
      await raiseVersion(turn, acme.realm.id);
    });
    return answer as ReturnType<typeof erases>;
  };
  acme.stopFollowing("roles and settings are changed past the API");
  const confirmed = await confirms(olga);
  const refused = await meanwhile(
    () => olga.calls(`POST /users/${ada.id}/erase`, { confirmation: confirmed }),
    (tx) => changeUser(tx, second.id, { role: Role.member }),
  );
  assert.equal(refused.body.msg, "Must be an organization owner", refused.text);
  assert.equal(await nameOf(ben, ada.id), "Ada");

  await acme.owner.call(updateRealm, { allow_own_erasure: true });
  const own = await confirms(bens);
  const settings = JSON.stringify({ name: "Acme", allow_own_erasure: false });
  const kept = await meanwhile(
    () => bens.calls("POST /users/me/erase", { confirmation: own }),
    (tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute(),
  );
  assert.equal(kept.body.msg, "Your organization does not let people delete their accounts.", kept.text);
  assert.equal(await nameOf(ada, ben.id), "Ben");
});
