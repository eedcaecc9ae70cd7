/** Texts are rendered before anything is written, and expensive ones never delay anyone else. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { type Organization, org, type Person, test } from "../../test/index.ts";
import { getChannels } from "../channels/contract.ts";
import { updateChannel } from "../channels/update/contract.ts";
import type { Tx } from "../kernel/db/handles.ts";
import { addLinkifier } from "../organization/linkifiers/contract.ts";
import { getServerSettings, updateRealm } from "../organization/realms/contract.ts";
import { createUserGroup, updateUserGroup } from "../people/groups/contract.ts";
import { createProfileField, updateOwnProfile } from "../people/profile-fields/contract.ts";
import { updateUser } from "../people/users/contract.ts";
import { createReminder } from "../personal/reminders/contract.ts";
import { contentsFor, inSeconds, noticesTo, pass, schedules } from "../personal/scheduled-messages/testing.ts";
import { getMessages, renderMessage } from "./contract.ts";
import { editMessage } from "./edit/contract.ts";

async function workspace(t: TestContext) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const design = await acme.channel("design", [ada, ben]);
  return { acme, ada, ben, design };
}

const shown = async (person: Person, id: number) =>
  (await person.call(getMessages, { message_ids: [id] })).messages[0]?.content ?? "";

/** Runs `happens` once, after a worker has rendered and before the text is stored. */
function afterWorker(t: TestContext, { server: { app } }: Organization, happens: () => Promise<unknown>): void {
  const { renderers } = app;
  const run = renderers.run.bind(renderers);
  let isOver = false;
  renderers.run = async (...asked) => {
    const results = await run(...asked);
    if (!isOver) {
      isOver = true;
      await happens();
    }
    return results;
  };
  t.after(() => {
    renderers.run = run;
  });
}

/** Runs before the next transaction opens, after rendering a text without heavy parts. */
function beforeTransaction(t: TestContext, { server: { app } }: Organization, happens: () => Promise<unknown>): void {
  const database = app.database as { transaction: typeof app.database.transaction };
  const { transaction } = database;
  const restore = () => {
    database.transaction = transaction;
  };
  database.transaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    restore();
    await happens();
    return transaction.call(database, work) as Promise<T>;
  };
  t.after(restore);
}

const FORMULA = "$$x^2$$";
const matrix = (cells: number) => `\\begin{matrix}${"&".repeat(cells)}\\end{matrix}`;
const inMath = (source: string) => `\`\`\`math\n${source}\n\`\`\``;
const ATTACKS: readonly string[] = [
  inMath(`\\def\\a{${"\\frac12 ".repeat(1_200)}}${"\\a".repeat(100)}`),
  inMath(`\\def\\a{${"x ".repeat(4_400)}}${"\\a".repeat(450)}`),
  inMath(`\\edef\\a{xx}${"\\edef\\a{\\a\\a}".repeat(60)}\\a`),
  inMath(`\\def\\a#1{${"#1".repeat(2_000)}}\\a{${"x".repeat(2_000)}}`),
  inMath(matrix(9_900)),
  inMath(`${"\\boxed{".repeat(1_200)}x${"}".repeat(1_200)}`),
  "$$x$$ ".repeat(1_666),
  inMath(`${matrix(390)} `.repeat(20)),
  `${"a|".repeat(500)}\n${"-|".repeat(500)}\n${"a|\n".repeat(2_600)}`,
  `\`\`\`js\n${"a=1;".repeat(90)}\n\`\`\`\n`.repeat(25),
];

test("no text delays anyone else: it is shown as written, or refused", async (t) => {
  const { acme, ada, ben } = await workspace(t);
  // Pays the one-time costs of the first rendering.
  await ada.sends("#design > x", FORMULA);
  for (const attack of ATTACKS) {
    const before = process.threadCpuUsage();
    const [answer, other] = await Promise.allSettled([
      ada.sends("#design > x", attack),
      ben.sends("#design > x", "plain"),
    ]);
    const { user, system } = process.threadCpuUsage(before);
    const name = attack.slice(0, 60);
    assert.equal(other.status, "fulfilled", name);
    if (answer.status === "fulfilled") assert.ok((await shown(ben, answer.value)).length <= 200_000, name);
    else assert.match(String(answer.reason), /Unable to render message/, name);
    // CPU time of the thread that the server and the test share: measured at 60 ms at most; before, seconds to minutes.
    assert.ok(user + system < 600_000, `${user + system} µs for ${name}`);
  }
  assert.match(await shown(acme.owner, await ada.sends("#design > x", FORMULA)), /katex/);
});

test("while a text waits for a worker, everyone can write", async (t) => {
  const { acme, ada, ben, design } = await workspace(t);
  const plainSent: number[] = [];
  const writes = async () => plainSent.push(await ben.sends("#design > x", "meanwhile"));
  afterWorker(t, acme, writes);
  const slow = await ada.sends("#design > x", FORMULA);
  assert.ok((plainSent[0] as number) < slow);
  // A description is rendered inside the change, which is rolled back and retried.
  afterWorker(t, acme, writes);
  await acme.owner.call(updateChannel, { stream_id: design, description: `About ${FORMULA}` });
  assert.equal(plainSent.length, 2);
  const { streams } = await ada.call(getChannels, {});
  assert.match(streams.find((each) => each.stream_id === design)?.rendered_description ?? "", /katex/);
});

test("names are resolved when the text is stored", async (t) => {
  const { acme, ada, ben } = await workspace(t);
  const rename = () => acme.owner.call(updateUser, { user_id: ben.id, full_name: "Bernard" });
  const back = () => acme.owner.call(updateUser, { user_id: ben.id, full_name: "Ben" });
  for (const [waits, text] of [
    [afterWorker, `@**Ben** ${FORMULA}`],
    [beforeTransaction, "@**Ben**"],
  ] as const) {
    waits(t, acme, rename);
    assert.match(await shown(ada, await ada.sends("#design > x", text)), /<strong>Ben<\/strong>/);
    const id = await ada.sends("#design > x", "first");
    await back();
    waits(t, acme, rename);
    await ada.call(editMessage, { message_id: id, content: text });
    assert.match(await shown(ada, id), /<strong>Ben<\/strong>/);
    await back();
  }
});

test("a user who can no longer mention a group, post or write when the text is ready is refused", async (t) => {
  const { acme, ada, ben } = await workspace(t);
  const { group_id } = await acme.owner.call(createUserGroup, { name: "quiet", description: "", members: [ben.id] });
  const nobody = acme.realm.systemGroups["role:nobody"];
  const everyone = acme.realm.systemGroups["role:everyone"];
  const canMention = (group: number, old: number) =>
    acme.owner.call(updateUserGroup, { user_group_id: group_id, can_mention_group: { new: group, old } });
  for (const [waits, text] of [
    [afterWorker, `@*quiet* ${FORMULA}`],
    [beforeTransaction, "@*quiet*"],
  ] as const) {
    waits(t, acme, () => canMention(nobody, everyone));
    await assert.rejects(ada.sends("#design > x", text), {
      message: "You are not allowed to mention user group 'quiet'.",
    });
    await canMention(everyone, nobody);
  }
  afterWorker(t, acme, () => acme.deactivate(ada));
  await assert.rejects(ada.sends("#design > x", FORMULA), { message: "Account is deactivated" });
  assert.deepEqual(await contentsFor(ben), []);
});

test("a linkifier added while a text waits is applied to it", async (t) => {
  const { acme, ada } = await workspace(t);
  afterWorker(t, acme, () =>
    acme.owner.call(addLinkifier, { pattern: "#(?P<id>[0-9]+)", url_template: "https://tickets.test/{id}" }),
  );
  const id = await ada.sends("#design > x", `#12 ${FORMULA}`);
  assert.match(await shown(ada, id), /href="https:\/\/tickets.test\/12".*katex/);
});

test("a long text is linkified like a short one", async (t) => {
  const { acme, ada } = await workspace(t);
  for (const word of ["abc", "def", "ghi", "jkl", "mno"])
    await acme.owner.call(addLinkifier, {
      pattern: `${word}-(?P<id>[0-9]+)`,
      url_template: `https://x.test/${word}/{id}`,
    });
  const text = `${"some words ".repeat(800)} abc-1 ghi-2 mno-3`;
  const html = await shown(ada, await ada.sends("#design > x", text));
  assert.deepEqual(html.match(/https:\/\/x\.test\/[^"]+/g), [
    "https://x.test/abc/1",
    "https://x.test/ghi/2",
    "https://x.test/mno/3",
  ]);
});

test("one sender's messages keep their order, although a formula takes longer than plain text", async (t) => {
  const { acme, ada, ben } = await workspace(t);
  const later: Promise<number>[] = [];
  afterWorker(t, acme, async () => {
    // Enough time to be stored first, if it did not wait.
    for (const text of ["two", "three $$b$$", "four"]) {
      later.push(ada.sends("#design > x", text));
      await Promise.race([later.at(-1), setTimeout(100)]);
    }
  });
  await ada.sends("#design > x", "one $$a$$");
  await Promise.all(later);
  assert.deepEqual(await contentsFor(ben), ["one $$a$$", "two", "three $$b$$", "four"]);
});

test("scheduled messages with formulas are sent once, in order, and so are reminders about them", async (t) => {
  const { acme, ada, ben, design } = await workspace(t);
  const texts = ["one $$a$$", "two", "three $$b$$ ", "four $$c$$"].map((text) => text.trim());
  for (const text of texts) await schedules(acme, ada, design, text, { at: inSeconds(acme, 60) });
  const told = await ben.eventsDuring(() => pass(acme, 60));
  assert.equal(told.filter(({ type }) => type === "message").length, texts.length);
  assert.deepEqual(await contentsFor(ben), texts);
  const { messages } = await ben.call(getMessages, { anchor: "newest", num_before: 10, num_after: 0 });
  assert.deepEqual(
    messages.map(({ content }) => content.includes("katex")),
    [true, false, true, true],
  );
  const message_id = messages.at(-1)?.id as number;
  await ben.call(createReminder, { message_id, scheduled_delivery_timestamp: inSeconds(acme, 60), note: "" });
  await pass(acme, 60);
  assert.equal((await noticesTo(ben)).length, 1);
});

test("profiles, previews and the organization's description show formulas", async (t) => {
  const { acme, ada } = await workspace(t);
  const { id } = await acme.owner.call(createProfileField, { name: "About", field_type: 2 });
  const heard = await ada.eventsDuring(() =>
    ada.call(updateOwnProfile, { data: [{ id, value: `I like ${FORMULA}` }] }),
  );
  assert.match(JSON.stringify(heard), /katex/);
  assert.match((await ada.call(renderMessage, { content: FORMULA })).rendered, /katex/);
  await acme.owner.call(updateRealm, { description: `We like ${FORMULA}` });
  assert.match((await ada.call(getServerSettings, {})).realm_description, /katex/);
});
