import assert from "node:assert/strict";
import fc from "fast-check";
import { type Heard, org, type Person, test } from "../../../test/index.ts";
import { getMessages } from "../../messages/contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { register } from "../../registration/contract.ts";
import { addAlertWords, getAlertWords, removeAlertWords } from "./contract.ts";
import { AlertMatcher } from "./matcher.ts";

const flagsOf = async (person: Person, id: number) =>
  (await person.call(getMessages, { message_ids: [id] })).messages[0]?.flags;

test("alert words are trimmed, ignore case, and stay in the order they were added", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.watches();
  const words = ["Deadline", " launch day ", "deadline", "", "  "];
  const heard = await ada.eventsDuring(async () => {
    assert.deepEqual((await ada.call(addAlertWords, { alert_words: words })).alert_words, ["Deadline", "launch day"]);
  });
  assert.deepEqual(heard, [{ type: "alert_words", alert_words: ["Deadline", "launch day"] }]);
  assert.deepEqual(await ben.catchesUp(), []);
  assert.deepEqual((await ada.call(addAlertWords, { alert_words: ["DEADLINE", "lunch"] })).alert_words, [
    "Deadline",
    "launch day",
    "lunch",
  ]);
  const removed = await ada.eventsDuring(() =>
    ada.call(removeAlertWords, { alert_words: ["deadline", "unheard of", " Lunch"] }),
  );
  assert.deepEqual(removed, [{ type: "alert_words", alert_words: ["launch day"] }]);
  assert.deepEqual((await ada.call(getAlertWords, {})).alert_words, ["launch day"]);
  assert.deepEqual((await ben.call(getAlertWords, {})).alert_words, []);
  assert.deepEqual((await ada.call(register, { fetch_event_types: ["alert_words"] })).alert_words, ["launch day"]);
});

test("an alert word has at most 100 characters; one that is too long rejects the whole request", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const asks = (alert_words: unknown, method = "POST") =>
    ada.asks(method, "/users/me/alert_words", { alert_words: JSON.stringify(alert_words) });
  assert.equal((await asks(["fine", "é".repeat(100)])).result, "success");
  assert.match((await asks(["more", "x".repeat(101)])).msg, /is too long \(limit: 100 characters\)$/);
  assert.equal((await asks("word")).msg, "alert_words is not a list");
  assert.equal((await asks([1])).msg, "alert_words[0] is not a string");
  assert.equal((await ada.asks("POST", "/users/me/alert_words")).code, "REQUEST_VARIABLE_MISSING");
  assert.equal((await asks(["x".repeat(101)], "DELETE")).result, "success");
  assert.deepEqual((await ada.call(getAlertWords, {})).alert_words, ["fine", "é".repeat(100)]);
});

test("a message with an alert word is flagged for its owner only, in the event and when fetched", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Eve")];
  await acme.channel("design", [ada, ben]);
  for (const person of [ben, eve]) await person.call(addAlertWords, { alert_words: ["Rocket ship", "café"] });
  const said = async (content: string) => {
    await ben.catchesUp();
    const id = await ada.sends("#design > logo", content);
    const event = (await ben.catchesUp()).find((each) => each.type === "message") as Heard & { flags: string[] };
    assert.deepEqual(await flagsOf(ben, id), event.flags, content);
    assert.deepEqual(await flagsOf(ada, id), [], content);
    assert.deepEqual(await flagsOf(eve, id), ["read", "historical"], content);
    return event.flags;
  };
  const alerted = ["has_alert_word"];
  for (const content of [
    "our ROCKET SHIP!",
    "rocket ship",
    "*rocket ship*",
    "a `CAFÉ`, please",
    '"café; (café)',
    "> café",
    "```quote\ncafé\n```",
    "cafés and\ncafé?",
    "```\ncode\n```\ncafé",
  ])
    assert.deepEqual(await said(content), alerted, content);
  for (const content of [
    "cafés",
    "decafé",
    "rocket  ship",
    '"café"',
    "```\ncafé\n```",
    "~~~ python\ncafé\n~~~",
    "café-bar",
  ])
    assert.deepEqual(await said(content), [], content);
  assert.deepEqual(await said("@**Ben** café"), ["mentioned", "has_alert_word"]);
  const own = await ben.sends("#design > logo", "my café");
  assert.ok((await flagsOf(ben, own))?.includes("has_alert_word"));
  const direct = await ada.writes([ben, eve], "café");
  assert.deepEqual(await flagsOf(eve, direct), alerted);
});

test("an edit updates the flags; a word added later does not", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const early = await ada.sends("#design > logo", "tea");
  await ben.call(addAlertWords, { alert_words: ["tea"] });
  assert.deepEqual(await flagsOf(ben, early), []);
  const id = await ada.sends("#design > logo", "coffee");
  const edited = async (content: string) => {
    const heard = await ben.eventsDuring(() => ada.call(editMessage, { message_id: id, content }));
    const [event] = heard as (Heard & { flags: string[] })[];
    assert.deepEqual(await flagsOf(ben, id), event?.flags);
    return event?.flags;
  };
  assert.deepEqual(await edited("tea"), ["has_alert_word"]);
  assert.deepEqual(await edited("tea @**Ben**"), ["mentioned", "has_alert_word"]);
  assert.deepEqual(await edited("milk"), []);
  await ben.call(removeAlertWords, { alert_words: ["tea"] });
  assert.deepEqual(await edited("tea"), []);
});

test("is:alerted finds flagged messages, and narrows a queue to them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  await ben.call(addAlertWords, { alert_words: ["tea"] });
  const narrow = [["is", "alerted"]] as [string, string][];
  const { queue_id } = await ben.call(register, { narrow, event_types: ["message"] });
  await ada.sends("#design > logo", "@**Ben** coffee");
  const id = await ada.sends("#design > logo", "tea");
  const found = await ben.call(getMessages, { anchor: "newest", num_before: 10, num_after: 0, narrow });
  assert.deepEqual(
    found.messages.map((message) => message.id),
    [id],
  );
  const { events } = (await ben.asks("GET", "/events", {
    queue_id: queue_id as string,
    last_event_id: "-1",
    dont_block: "true",
  })) as unknown as { events: { message: { id: number } }[] };
  assert.deepEqual(
    events.map((event) => event.message.id),
    [id],
  );
});

test("the alert words of thousands of users are found in one pass over a message", async () => {
  const matcher = new AlertMatcher();
  for (let user = 0; user < 20_000; user++)
    matcher.replace(user, [`word${user}`, `word${user + 20_000}`, `word${user + 40_000}`]);
  assert.deepEqual([...matcher.usersAlertedBy(`${"lorem ipsum ".repeat(800)} word7 word20008`)], [7, 8]);
  assert.ok(processorTime(() => matcher.usersAlertedBy(`${"lorem ipsum ".repeat(800)} word7`)) < 100);
});

test("words and a text chosen to be expensive are still matched quickly", async () => {
  // A word of every length, and a text where words can begin and end at every position: 290 ms if each is sliced.
  const matcher = new AlertMatcher();
  for (let user = 0; user < 200; user++) matcher.replace(user, ["b".repeat(user + 1)]);
  assert.deepEqual([...matcher.usersAlertedBy(".".repeat(10_000))], []);
  assert.ok(processorTime(() => matcher.usersAlertedBy(".".repeat(10_000))) < 140);
});

test("alert words match whole words only, however many there are and however they have changed", async () => {
  const letter = fc.constantFrom("a", "b", " ", ".", "(", ")");
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 4 });
  const change = fc.tuple(fc.nat({ max: 4 }), fc.uniqueArray(word, { maxLength: 8 }));
  const property = fc.property(
    fc.array(change, { maxLength: 12 }),
    fc.string({ unit: letter, maxLength: 20 }),
    (changes, text) => {
      const matcher = new AlertMatcher();
      for (const [user, words] of changes) matcher.replace(user, words);
      const isIn = (each: string) =>
        [...text].some(
          (_, start) =>
            text.startsWith(each, start) &&
            (start === 0 || " (.".includes(text[start - 1] as string)) &&
            (start + each.length === text.length || " ).".includes(text[start + each.length] as string)),
        );
      assert.deepEqual(
        [...matcher.usersAlertedBy(text)].sort((a, b) => a - b),
        [...new Map(changes)].flatMap(([user, words]) => (words.some(isIn) ? [user] : [])).sort((a, b) => a - b),
      );
      assert.equal(
        matcher.isEmpty,
        [...new Map(changes).values()].every((words) => words.length === 0),
      );
    },
  );
  fc.assert(property, { numRuns: 500 });
});

/** In milliseconds; the least of three, because the process may collect garbage meanwhile. */
function processorTime(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
