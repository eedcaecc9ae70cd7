import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { type Organization, org, Person, serverFor, test } from "../../../test/index.ts";
import { register } from "../../registration/contract.ts";
import { indexSome } from "../../text/search/progress.ts";
import { getMessages, matchesNarrow, type NarrowTerm } from "../contract.ts";
import { editMessage } from "../edit/contract.ts";
import { updateMessageFlagsForNarrow } from "../read-state/contract.ts";

const search = (operand: string): NarrowTerm => ({ operator: "search", operand });

async function found(person: Person, operand: string, rest: { num_before?: number; anchor?: string } = {}) {
  const request = { anchor: "newest", num_before: 1000, narrow: [search(operand)], ...rest };
  return (await person.call(getMessages, request)).messages;
}

const idsOf = async (person: Person, operand: string) => (await found(person, operand)).map((message) => message.id);

const index = (acme: Organization) => acme.server.app.indexer.catchUp();

async function people(acme: Organization) {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  return { ada, ben };
}

/** Changes the row as an edit, a move or a deletion does. */
const edit = (acme: Organization, id: number, change: { rendered_content?: string; subject?: string }) =>
  acme.alter((tx) => tx.updateTable("message").set(change).where("id", "=", id).execute());

test("a message is found as soon as it is sent, before and after it is indexed [M5]", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const first = await ada.sends("#design > logo", "A **red** fox");
  assert.deepEqual(await idsOf(ben, "red"), [first]);
  await index(acme);
  const second = await ada.sends("#design > logo", "another red fox");
  assert.deepEqual(await idsOf(ben, "red fox"), [first, second]);
  await index(acme);
  assert.deepEqual(await idsOf(ben, "foxes"), [first, second]);
  assert.deepEqual(await idsOf(ben, '"a red fox"'), [first]);
  assert.deepEqual(await idsOf(ben, "logo another"), [second], "the topic is searched with the text");
  assert.deepEqual(await idsOf(ben, "!?"), []);
});

test("the index is updated in the background, some time after a message is sent", async (t) => {
  const acme = await org(t);
  const { ada } = await people(acme);
  const id = await ada.sends("#design > logo", "hello");
  await acme.clock.advance({ seconds: 2 });
  await acme.server.app.indexer.catchUp();
  const cursor = await acme.server.app.database.reader
    .selectFrom("search_cursor")
    .select("upto_message_id")
    .where("realm_id", "=", acme.realm.id)
    .executeTakeFirst();
  assert.equal(cursor?.upto_message_id, id);
});

test("an edited message is never found by its old text, and a deleted one not at all [M5]", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const edited = await ada.sends("#design > logo", "the old password");
  const moved = await ada.sends("#design > before", "content");
  const deleted = await ada.sends("#design > logo", "the old letter");
  await index(acme);
  await edit(acme, edited, { rendered_content: "<p>the new text</p>" });
  await edit(acme, moved, { subject: "afterwards" });
  await acme.alter(async (tx) => {
    await tx.updateTable("topic").set({ max_message_id: edited }).where("max_message_id", "=", deleted).execute();
    await tx.deleteFrom("user_message").where("message_id", "=", deleted).execute();
    await tx.deleteFrom("message").where("id", "=", deleted).execute();
  });
  const check = async () => {
    assert.deepEqual(await idsOf(ben, "password"), []);
    assert.deepEqual(await idsOf(ben, "old"), []);
    assert.deepEqual(await idsOf(ben, "new"), [edited]);
    assert.deepEqual(await idsOf(ben, "before"), []);
    assert.deepEqual(await idsOf(ben, "afterwards"), [moved]);
    const [again] = await found(ben, "text");
    assert.equal(again?.match_content, '<p>the new <span class="highlight">text</span></p>');
  };
  await check();
  await index(acme);
  await check();
  const left = await acme.server.app.database.reader.selectFrom("search_dirty").selectAll().execute();
  assert.deepEqual(left, []);
});

test("every node finds messages sent to another", async (t) => {
  const server = await serverFor(t);
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const other = await server.anotherNode();
  try {
    const id = await ada.sends("#design > logo", "hello from here");
    const there = new Person(other, acme.realm.url, ben);
    assert.deepEqual(await idsOf(there, "hello"), [id]);
    await Promise.all([other.app.indexer.catchUp(), server.app.indexer.catchUp()]);
    assert.deepEqual(await idsOf(there, "hello"), [id]);
    assert.deepEqual(await idsOf(ben, "hello"), [id]);
  } finally {
    await other.close();
  }
});

test("long texts are indexed a few at a time, new or changed, and none is missed", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const { database } = acme.server.app;
  const sent: number[] = [];
  for (let n = 0; n < 5; n++) sent.push(await ada.sends("#design > logo", `number ${n}${" long".repeat(200)}`));
  const rest = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from message where realm_id = ${acme.realm.id} and id > (
        select upto_message_id from search_cursor where realm_id = ${acme.realm.id})`.execute(database.reader);
    const dirty = await database.reader.selectFrom("search_dirty").select("message_id").execute();
    return { missing: Number(rows[0]?.count), changed: dirty.length };
  };
  const indexTwo = () => database.transaction((tx) => indexSome(tx, acme.realm.id, { messages: 100, bytes: 1500 }));
  await index(acme);
  for (const [n, id] of sent.slice(0, 3).entries())
    await edit(acme, id, { rendered_content: `<p>changed ${n}${" long".repeat(200)}</p>` });
  const last = await ada.sends("#design > logo", `number 5${" long".repeat(200)}`);
  assert.deepEqual(await rest(), { missing: 1, changed: 3 });
  assert.equal(await indexTwo(), true);
  assert.deepEqual(await rest(), { missing: 1, changed: 1 });
  assert.equal(await indexTwo(), false);
  assert.deepEqual(await rest(), { missing: 0, changed: 0 });
  assert.deepEqual(await idsOf(ben, "changed long"), sent.slice(0, 3));
  assert.deepEqual(await idsOf(ben, "number long"), [...sent.slice(3), last]);
});

test("a message that was edited many times is indexed once", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const { database } = acme.server.app;
  const sent = await ada.sends("#design > logo", "first");
  await index(acme);
  for (let n = 0; n < 5; n++) await edit(acme, sent, { rendered_content: `<p>word${n}</p>` });
  assert.equal(await database.transaction((tx) => indexSome(tx, acme.realm.id, { messages: 2, bytes: 100 })), true);
  assert.deepEqual(await database.reader.selectFrom("search_dirty").selectAll().execute(), []);
  assert.deepEqual([await idsOf(ben, "word3"), await idsOf(ben, "word4")], [[], [sent]]);
});

test("when too many messages are not indexed, a search indexes them before it responds", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const sent: number[] = [];
  for (let n = 0; n < 230; n++) sent.push(await ada.sends("#design > logo", n % 2 ? "odd number" : "even number"));
  assert.deepEqual(
    await idsOf(ben, "even"),
    sent.filter((_, n) => n % 2 === 0),
  );
  await edit(acme, sent[0] as number, { rendered_content: "<p>odd</p>" });
  assert.equal((await idsOf(ben, "odd")).length, 116);
});

test("pages of a search surround their anchor like any other", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const ids: number[] = [];
  for (let n = 0; n < 8; n++) {
    ids.push(await ada.sends("#design > logo", `fox ${n}`));
    await ada.sends("#design > logo", "something else");
    if (n === 4) await index(acme);
  }
  const page = async (anchor: number | string, num_before: number, num_after: number) => {
    const request = { anchor: String(anchor), num_before, num_after, narrow: [search("fox")] };
    const { messages, ...found } = await ben.call(getMessages, request);
    return { ids: messages.map((each) => each.id), ...found };
  };
  const middle = ids[4] as number;
  const around = await page(middle, 2, 2);
  assert.deepEqual(around.ids, ids.slice(2, 7));
  assert.deepEqual([around.found_anchor, around.found_oldest, around.found_newest], [true, false, false]);
  assert.deepEqual((await page("newest", 3, 0)).ids, ids.slice(5));
  assert.deepEqual((await page("oldest", 0, 3)).ids, ids.slice(0, 3));
  const between = await page(middle + 1, 1, 1);
  assert.deepEqual([between.ids, between.found_anchor], [ids.slice(4, 6), false]);
  const whole = await page(middle, 100, 100);
  assert.deepEqual([whole.ids, whole.found_oldest, whole.found_newest], [ids, true, true]);
});

test("matches are highlighted in the text and in the topic, in every format", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  await ada.sends("#design > Fox & <hound>", "See [fox](https://fox.example/fox) & `fox`");
  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(acme);
    for (const apply_markdown of [true, false]) {
      const request = { anchor: "newest", num_before: 1, apply_markdown, narrow: [search("fox")] };
      const [message] = (await ben.call(getMessages, request)).messages;
      assert.equal(message?.match_subject, '<span class="highlight">Fox</span> &amp; &lt;hound&gt;');
      assert.equal(
        message?.match_content,
        '<p>See <a href="https://fox.example/fox"><span class="highlight">fox</span></a> &amp; <code><span class="highlight">fox</span></code></p>',
      );
    }
  }
  const [plain] = (await ben.call(getMessages, { anchor: "newest", num_before: 1 })).messages;
  assert.deepEqual([plain?.match_content, plain?.match_subject], [undefined, undefined]);
});

test("the empty topic is highlighted in its display name", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  await ada.sends("#design > ", "fox");
  const subject = async (allow_empty_topic_name: boolean) => {
    const request = { anchor: "newest", num_before: 1, allow_empty_topic_name, narrow: [search("fox")] };
    return (await ben.call(getMessages, request)).messages[0]?.match_subject;
  };
  assert.deepEqual([await subject(true), await subject(false)], ["", "general chat"]);
});

test("words of every script are found, even those of two characters", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const texts = ["我们明天在北京开会", "東京タワーへ行く", "저는 한국어를 배워요", "Crème brûlée à Łódź", "สวัสดีครับ"];
  const ids: number[] = [];
  for (const text of texts) ids.push(await ada.sends("#design > x", text));
  const cases: [string, number][] = [
    ["北京", 0],
    ["京", 0],
    ["东京", -1],
    ["東京", 1],
    ["タワー", 1],
    ["한국", 2],
    ["배워", 2],
    ["creme BRULEE", 3],
    ["lodz", 3],
    ["brûl", 3],
    ["สวัส", 4],
  ];
  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(acme);
    for (const [word, n] of cases)
      if (n >= 0) assert.ok((await idsOf(ben, word)).includes(ids[n] as number), `${word} ${isIndexed}`);
      else assert.deepEqual(await idsOf(ben, word), [], word);
  }
});

test("clients get the words that a search ignores", async (t) => {
  const acme = await org(t);
  const { stop_words = [] } = await acme.owner.call(register, { fetch_event_types: ["stop_words"] });
  const said = (word: string) => stop_words.includes(word);
  assert.deepEqual(["the", "of", "server"].map(said), [true, true, false]);
});

test("a search in a channel or topic finds the messages there, also after a move", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const ideas = await acme.channel("ideas", [ada, ben]);
  const first = await ada.sends("#design > logo", "a fox");
  const second = await ada.sends("#design > logo", "another fox");
  const third = await ada.sends("#design > colours", "a red fox");
  const found = async (channel: string, topic?: string) => {
    const terms: NarrowTerm[] = [{ operator: "channel", operand: channel }, search("fox")];
    if (topic !== undefined) terms.push({ operator: "topic", operand: topic });
    const { messages } = await ben.call(getMessages, { anchor: "newest", num_before: 9, narrow: terms });
    return messages.map((message) => message.id);
  };
  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(acme);
    assert.deepEqual(await found("design"), [first, second, third]);
    assert.deepEqual(await found("design", "LOGO"), [first, second]);
    assert.deepEqual(await found("design", "elsewhere"), []);
    assert.deepEqual(await found("ideas"), []);
  }
  await acme.owner.call(editMessage, { message_id: second, stream_id: ideas, propagate_mode: "change_one" });
  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(acme);
    assert.deepEqual(await found("design", "logo"), [first]);
    assert.deepEqual(await found("ideas", "logo"), [second]);
    assert.deepEqual(await found("ideas"), [second]);
  }
});

test("nobody finds messages they cannot read", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const { ada, ben } = await people(acme);
  const cem = await acme.member("Cem");
  const gus = await acme.guest("Gus");
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  await ada.sends("#secret > x", "hidden treasure");
  await ada.writes(ben, "hidden letter");
  const open = await ada.sends("#design > x", "hidden in plain sight");
  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(acme);
    assert.deepEqual(await idsOf(cem, "hidden"), [], "cem was sent nothing");
    assert.deepEqual(await idsOf(gus, "hidden"), []);
    assert.deepEqual(await idsOf(other.owner, "hidden"), []);
    assert.equal((await idsOf(ben, "hidden")).length, 2);
    const inChannel: NarrowTerm[] = [{ operator: "channel", operand: "design" }, search("hidden")];
    const { messages } = await cem.call(getMessages, { anchor: "newest", num_before: 9, narrow: inChannel });
    assert.deepEqual(
      messages.map((each) => each.id),
      [open],
      "public history is searched where its channel is named",
    );
    const narrow: NarrowTerm[] = [{ operator: "channel", operand: secret }, search("hidden")];
    await assert.rejects(cem.call(getMessages, { anchor: "newest", narrow }), { code: "BAD_NARROW" });
  }
});

test("any input gets a response, with the same analysis on both engines", async (t) => {
  const acme = await org(t);
  const { ada, ben } = await people(acme);
  const id = await ada.sends("#design > x", "near OR and NOT words: the \"red-fox's\" (den) * ^a + b* 'c' \\d");
  await index(acme);
  const nasty = [
    '"',
    '""',
    '"""red',
    "red OR",
    "AND",
    "NOT red",
    "NEAR(red fox)",
    "words : red",
    "stems:red",
    "{words} : red",
    "red*",
    "^red",
    "red + fox",
    "red-fox",
    "'",
    "' or 1=1 --",
    "\\",
    "red & !fox | den:*",
    "red <-> fox",
    "\uE000",
    "=red",
    "a".repeat(1000),
  ];
  for (const operand of nasty) await found(ben, operand);
  for (const operand of ["red*", "(red) fox", "NOT red", "red-fox", '"red fox"', "den'"])
    assert.deepEqual(await idsOf(ben, operand), [id], operand);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 40 }), async (operand) => {
      if (operand.trim() === "" || operand.includes("\0")) return;
      await found(ben, operand);
    }),
    { numRuns: 60 },
  );
});

test("a search has at most 1,000 characters and 100 words, across all terms and in every operation with a narrow", async (t) => {
  const acme = await org(t);
  const { ada } = await people(acme);
  const id = await ada.sends("#design > logo", "word ".repeat(200));
  const words = (count: number) => "word ".repeat(count).trim();
  assert.equal((await found(ada, words(100))).length, 1);
  assert.equal((await found(ada, `${"x".repeat(990)} ${"word"}`)).length, 0);
  const tooLong = { code: "BAD_REQUEST", message: "A search is too long (limit: 1000 characters)" };
  const tooMany = { code: "BAD_REQUEST", message: "A search has too many words (limit: 100 words)" };
  const refused: [NarrowTerm[], object][] = [
    [[search("x".repeat(1001))], tooLong],
    [[search("a ".repeat(20_000))], { code: "BAD_REQUEST", message: /is too long \(limit: 10000 characters\)$/ }],
    [[search("x".repeat(600)), { ...search("x".repeat(600)), negated: true } as NarrowTerm], tooLong],
    [[search(words(101))], tooMany],
    [[search(`"${words(101)}"`)], tooMany],
    [[search(words(60)), { ...search(words(60)), negated: true } as NarrowTerm], tooMany],
    [
      Array<NarrowTerm>(11).fill({ ...search("x"), negated: true } as NarrowTerm),
      { code: "BAD_REQUEST", message: "A narrow has too many searches (limit: 10)" },
    ],
    [
      Array<NarrowTerm>(101).fill(search("x")),
      { code: "BAD_REQUEST", message: "narrow is too long (limit: 100 items)" },
    ],
  ];
  const range = { anchor: "newest", num_before: 10, num_after: 0, op: "add", flag: "starred" };
  for (const [narrow, error] of refused) {
    await assert.rejects(ada.call(getMessages, { anchor: "newest", num_before: 10, narrow }), error);
    await assert.rejects(ada.call(matchesNarrow, { msg_ids: [id], narrow }), error);
    await assert.rejects(ada.call(updateMessageFlagsForNarrow, { ...range, narrow }), error);
  }
});

test("a queue's narrow has at most 20 terms", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const narrow = (count: number) => Array<[string, string]>(count).fill(["is", "unread"]);
  await ada.call(register, { event_types: ["message"], narrow: narrow(20) });
  const tooLong = { code: "BAD_REQUEST", message: "narrow is too long (limit: 20 items)" };
  await assert.rejects(ada.call(register, { narrow: narrow(21) }), tooLong);
  const operand = { code: "BAD_REQUEST", message: "narrow[0][1] is too long (limit: 1000 characters)" };
  await assert.rejects(ada.call(register, { narrow: [["topic", "x".repeat(1001)]] }), operand);
});
