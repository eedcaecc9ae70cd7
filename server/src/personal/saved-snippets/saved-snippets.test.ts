import assert from "node:assert/strict";
import { ask, told } from "../../../test/ask.ts";
import { org, type Person, test } from "../../../test/index.ts";
import { register } from "../../registration/contract.ts";
import { createSavedSnippet, deleteSavedSnippet, editSavedSnippet, getSavedSnippets } from "./contract.ts";

const snippetsOf = async (person: Person) => (await person.call(getSavedSnippets, {})).saved_snippets;

test("a snippet is saved, changed and deleted, and its owner's clients are notified", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.watches();
  let saved_snippet_id = 0;
  const added = await ada.eventsDuring(async () => {
    const texts = { title: "  Welcome ", content: "\n  Welcome to **the team**! \n" };
    ({ saved_snippet_id } = await ada.call(createSavedSnippet, texts));
  });
  const date_created = Math.floor(acme.clock.now() / 1000);
  const snippet = { id: saved_snippet_id, title: "Welcome", content: "Welcome to **the team**!", date_created };
  assert.deepEqual(added, [{ type: "saved_snippets", op: "add", saved_snippet: snippet }]);
  assert.deepEqual(await snippetsOf(ada), [snippet]);
  assert.deepEqual((await ada.call(register, { fetch_event_types: ["saved_snippets"] })).saved_snippets, [snippet]);

  await acme.clock.advance({ minutes: 1 });
  const change = (texts: { title?: string; content?: string }) =>
    ada.eventsDuring(() => ada.call(editSavedSnippet, { saved_snippet_id, ...texts }));
  const update = { type: "saved_snippets", op: "update" };
  assert.deepEqual(await change({ title: " Hello " }), [{ ...update, saved_snippet: { ...snippet, title: "Hello" } }]);
  const after = { ...snippet, title: "Hello", content: "Hi" };
  assert.deepEqual(await change({ content: "Hi" }), [{ ...update, saved_snippet: after }]);
  assert.deepEqual(await change({ title: "Hello", content: "Hi" }), [{ ...update, saved_snippet: after }]);
  assert.deepEqual(await change({}), []);
  assert.deepEqual(await snippetsOf(ada), [after]);

  const removed = await ada.eventsDuring(() => ada.call(deleteSavedSnippet, { saved_snippet_id }));
  assert.deepEqual(removed, [{ type: "saved_snippets", op: "remove", saved_snippet_id }]);
  assert.deepEqual(await snippetsOf(ada), []);
  assert.deepEqual(await ben.catchesUp(), []);
});

test("titles have 1 to 60 characters and contents 1 to 10000, not counting surrounding spaces", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const good = { title: "é".repeat(60), content: "é".repeat(10_000) };
  const { saved_snippet_id } = await ada.call(createSavedSnippet, { ...good, title: ` ${good.title} ` });
  const before = await snippetsOf(ada);
  for (const [wrong, msg] of [
    [{ title: "   " }, "title cannot be blank"],
    [{ title: "x".repeat(61) }, "title is too long (limit: 60 characters)"],
    [{ content: "" }, "content cannot be blank"],
    [{ content: "x".repeat(10_001) }, "content is too long (limit: 10000 characters)"],
    [{ title: "a\0b" }, "Invalid title: Value error, Null bytes are not allowed"],
    [{ content: "a\0b" }, "Invalid content: Value error, Null bytes are not allowed"],
  ] as [Record<string, string>, string][]) {
    assert.equal((await ada.asks("POST", "/saved_snippets", { ...good, ...wrong })).msg, msg);
    assert.equal((await ada.asks("PATCH", `/saved_snippets/${saved_snippet_id}`, wrong)).msg, msg);
  }
  for (const name of ["title", "content"])
    assert.equal(
      (await ada.asks("POST", "/saved_snippets", name === "title" ? { content: "x" } : { title: "x" })).msg,
      `Missing '${name}' argument`,
    );
  assert.deepEqual(await snippetsOf(ada), before);
});

test("a missing snippet, or another user's, is BAD_REQUEST with status 404", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const { saved_snippet_id } = await ada.call(createSavedSnippet, { title: "Mine", content: "mine" });
  const missing = { status: 404, result: "error", msg: "Saved snippet does not exist.", code: "BAD_REQUEST" };
  for (const as of [ben, acme.owner, other.owner]) {
    const { host } = as === other.owner ? other.realm : acme.realm;
    const tries = (what: string, form: Record<string, string> = {}) =>
      ask(acme.server, `${what} /saved_snippets/${saved_snippet_id}`, { host, as, form });
    assert.deepEqual(told(await tries("PATCH", { title: "Taken" })), missing);
    assert.deepEqual(told(await tries("PATCH")), missing);
    assert.deepEqual(told(await tries("DELETE")), missing);
    assert.deepEqual(await snippetsOf(as), []);
  }
  const gone = { saved_snippet_id: saved_snippet_id + 1000 };
  await assert.rejects(ada.call(editSavedSnippet, { ...gone, title: "x" }), { status: 404, code: "BAD_REQUEST" });
  await assert.rejects(ada.call(deleteSavedSnippet, gone), { status: 404, code: "BAD_REQUEST" });
  assert.deepEqual(
    (await snippetsOf(ada)).map(({ title, content }) => [title, content]),
    [["Mine", "mine"]],
  );
});

test("guests and bots can save their own snippets like everyone else", async (t) => {
  const acme = await org(t);
  const gil = await acme.guest("Gil");
  const bot = await acme.bot("Robin", acme.owner);
  for (const person of [gil, bot]) {
    for (const title of ["Second", "First"]) await person.call(createSavedSnippet, { title, content: person.name });
    assert.deepEqual(
      (await snippetsOf(person)).map(({ title, content }) => [title, content]),
      [
        ["Second", person.name],
        ["First", person.name],
      ],
    );
  }
});
