/** Files that only drafts, snippets, scheduled messages and notes link to, and where earlier texts of messages find theirs. */
import assert from "node:assert/strict";
import { type Organization, org, type Person, type TestServer, test, until } from "../../test/index.ts";
import { startServer } from "../../test/server.ts";
import { archiveChannel } from "../channels/update/contract.ts";
import { editMessage } from "../messages/edit/contract.ts";
import { getMessageHistory } from "../messages/history/contract.ts";
import { getAttachments, removeAttachment } from "../messages/uploads/contract.ts";
import { asFile, uploads } from "../messages/uploads/testing.ts";
import { createDrafts, deleteDraft, editDraft, getDrafts } from "../personal/drafts/contract.ts";
import { createReminder, getReminders } from "../personal/reminders/contract.ts";
import { noteOf } from "../personal/reminders/note.ts";
import { createSavedSnippet, editSavedSnippet, getSavedSnippets } from "../personal/saved-snippets/contract.ts";
import {
  createScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
} from "../personal/scheduled-messages/contract.ts";
import { clientOf, follow, type Lie, newInstallation, sameOn } from "./testing.ts";

const PATH = /\/user_uploads\/[^\s)]+/;
const MIB = 1024 * 1024;

const linkTo = (path: string, label = "file"): string => `[${label}](/user_uploads/${path})`;
const soon = ({ clock }: Organization, days = 90) => Math.floor(clock.now() / 1000) + days * 86_400;
const isFile = (url: string) => url.includes("/user_uploads/") && !url.includes("/temporary/");

const upload = (person: Person, text: string) => uploads(person, asFile(text, `${text}.txt`));

async function drafts(person: Person, content: string): Promise<number> {
  const { ids } = await person.call(createDrafts, { drafts: [{ type: "", to: [], topic: "", content }] });
  return ids[0] as number;
}

/** What is at an address of a text; its status where somebody may not read it. */
async function readAt(server: TestServer, text: string, { email, apiKey }: Person): Promise<string | number> {
  const [path] = PATH.exec(text) ?? [];
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  const answer = await server.fetch(`http://chat.test/api/v1${path}`, { headers: { authorization } });
  if (answer.status !== 200) return answer.status;
  const { url } = (await answer.json()) as { url: string };
  return (await server.fetch(`http://chat.test${url}`)).text();
}

/** Everything that somebody has written and not sent. */
async function unsentBy(person: Person): Promise<string[]> {
  const [written, snippets, scheduled, reminders] = await Promise.all([
    person.call(getDrafts, {}),
    person.call(getSavedSnippets, {}),
    person.call(getScheduledMessages, {}),
    person.call(getReminders, {}),
  ]);
  const texts = [...written.drafts, ...snippets.saved_snippets, ...scheduled.scheduled_messages];
  return [...texts.map(({ content }) => content), ...reminders.reminders.map(({ content }) => noteOf(content))];
}

const filesOf = async (person: Person) =>
  (await person.call(getAttachments, {})).attachments.map(({ name, messages }) => [name, messages.length]);

const leftFiles = ({ leftOut }: { leftOut: readonly { what: string; reason: string; count: number }[] }) =>
  leftOut
    .filter(({ what }) => what === "files")
    .map(({ reason, count }) => [reason, count])
    .sort();

test("a file that only something unsent links to comes with it, for its owner alone, and is kept up", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [owner, ada, ben]);
  const [first, second, third, fourth, shared] = [
    await upload(ada, "draft"),
    await upload(ada, "snippet"),
    await upload(ada, "scheduled"),
    await upload(ada, "note"),
    await upload(ben, "shared"),
  ];
  const message_id = await ben.sends("#design > logo", `See ${linkTo(shared)}`);
  const draft_id = await drafts(ada, `Well: [it](${acme.realm.url}/user_uploads/${first})`);
  await drafts(ada, `Ben's ${linkTo(shared)}, and mine ${linkTo(first)}`);
  const snippet = await ada.call(createSavedSnippet, { title: "Map", content: linkTo(second) });
  const scheduled_delivery_timestamp = soon(acme);
  const scheduled = await ada.call(createScheduledMessage, {
    ...{ type: "direct" as const, to: [ben.id], content: linkTo(third), scheduled_delivery_timestamp },
  });
  await ada.call(createReminder, { message_id, scheduled_delivery_timestamp, note: linkTo(fourth) });
  await drafts(ben, linkTo(await upload(ben, "without a key")));

  const asked: string[] = [];
  const client = clientOf(acme.server, { before: ({ url }) => void asked.push(url) });
  const people = [owner, ada];
  assert.match(
    (await (await follow(acme, here, people, { client })).compare()).differences.join("\n"),
    /is not here/,
    "nothing is here yet",
  );
  asked.length = 0;
  const outcome = await (await follow(acme, here, people, { client })).once();
  assert.deepEqual([outcome.differences, leftFiles(outcome)], [[], []]);
  assert.equal(asked.filter(isFile).length, 5, "each file is asked for once");
  const [adaHere, benHere, ownerHere] = [await sameOn(here, ada), await sameOn(here, ben), await sameOn(here, owner)];
  const copied = await unsentBy(adaHere);
  assert.equal(copied.length, 5);
  assert.ok(copied.every((text) => !text.includes(acme.realm.url) && PATH.test(text)));
  assert.deepEqual((await Promise.all(copied.map((text) => readAt(here, text, adaHere)))).sort(), [
    "draft",
    "note",
    "scheduled",
    "shared",
    "snippet",
  ]);
  const own = copied.filter((text) => !text.includes("Ben's"));
  for (const person of [benHere, ownerHere])
    for (const text of own) assert.equal(await readAt(here, text, person), 403);
  // A file that a message has is its sender's, whoever else links to it.
  assert.deepEqual((await filesOf(adaHere)).sort(), [
    ["draft.txt", 0],
    ["note.txt", 0],
    ["scheduled.txt", 0],
    ["snippet.txt", 0],
  ]);
  assert.deepEqual(await filesOf(benHere), [["shared.txt", 1]]);
  const { reader } = here.app.database;
  const claims = await reader.selectFrom("attachment_scheduled_message").select("attachment_id").execute();
  assert.equal(claims.length, 1, "a scheduled message keeps its file");

  // While it is followed, what is written anew comes with its files.
  const ending = new AbortController();
  asked.length = 0;
  const keeping = (await follow(acme, here, people, { client, signal: ending.signal })).keepUp();
  keeping.catch(() => {});
  await until(() => asked.some((url) => url.includes("/api/v1/events")));
  const change = { type: "" as const, to: [], topic: "" };
  await ada.call(editDraft, { draft_id, draft: { ...change, content: linkTo(await upload(ada, "draft 2")) } });
  const { saved_snippet_id } = snippet;
  await ada.call(editSavedSnippet, { saved_snippet_id, content: linkTo(await upload(ada, "snippet 2")) });
  const { scheduled_message_id } = scheduled;
  await ada.call(updateScheduledMessage, { scheduled_message_id, content: linkTo(await upload(ada, "scheduled 2")) });
  const found = async () => Promise.all((await unsentBy(adaHere)).map((text) => readAt(here, text, adaHere)));
  const wanted = ["draft 2", "note", "scheduled 2", "shared", "snippet 2"];
  await until(async () => (await found()).sort().join() === wanted.join());
  ending.abort();
  await assert.rejects(keeping);
  // Sent, the file is the message's: with the one that is here.
  await ada.sends("#design > logo", (await unsentBy(ada)).find((text) => text.includes("draft-2")) as string);
  await ada.call(deleteDraft, { draft_id });
  asked.length = 0;
  const last = await follow(acme, here, people, { client });
  assert.deepEqual((await last.once()).differences, []);
  assert.deepEqual(asked.filter(isFile), []);
  assert.deepEqual(
    (await filesOf(adaHere)).filter(([, messages]) => messages !== 0),
    [["draft-2.txt", 1]],
  );

  // Files of drafts are kept for some weeks from the switch, however long it was followed.
  await here.clock.leap({ seconds: 30 * 86_400 });
  await last.end();
  const waiting = await reader
    .selectFrom("attachment")
    .select("unclaimed_since")
    .where("unclaimed_since", "is not", null)
    .execute();
  assert.equal(waiting.length, 5);
  const now = Math.floor(here.clock.now() / 1000);
  assert.ok(waiting.every(({ unclaimed_since }) => now - (unclaimed_since as number) < 86_400));
});

test("files that cannot be had are counted by every way to compare, their links stay, and they come once they can be had", async (t) => {
  const acme = await org(t);
  const here = await startServer(acme.server.engine, { maxUploadMib: 1 }, { isNew: true });
  t.after(() => here.close());
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const secret = linkTo(await upload(ben, "Ben's alone"));
  const gone = linkTo(await upload(ada, "gone"));
  for (const { id: attachment_id } of (await ada.call(getAttachments, {})).attachments)
    await ada.call(removeAttachment, { attachment_id });
  const large = linkTo(await uploads(ada, asFile("x".repeat(MIB + 1), "large.txt")));
  const late = linkTo(await upload(ada, "late"));
  await drafts(ada, `${secret} ${gone}`);
  await ada.call(createSavedSnippet, { title: "Map", content: `${large} ${gone}` });
  await drafts(ada, late);
  await drafts(ada, "[x](/user_uploads/1/%2e%2e/.%2E/%2e%2e/%2e%2e/login)");
  await drafts(ada, linkTo(await upload(ada, "elsewhere")));

  let isLateGiven = false;
  const lie: Lie = (url, answer) => {
    if (url.pathname.endsWith("late.txt") && !isLateGiven) return "no JSON";
    if (url.pathname.endsWith("elsewhere.txt")) return { ...answer, url: "http://10.0.0.1/secret" };
    return undefined;
  };
  const asked: string[] = [];
  const client = clientOf(acme.server, { lie, before: ({ url }) => void asked.push(url) });
  const following = () => follow(acme, here, [acme.owner, ada], { client });
  const left = [
    ["the file is not on the other server", 2],
    ["the file is too large", 1],
    ["the other server does not give the file", 3],
  ];
  const copied = await (await following()).once();
  assert.deepEqual([copied.differences, leftFiles(copied)], [[], left]);
  assert.ok(!JSON.stringify(copied.leftOut).includes(".txt"), "names of files are in no report");
  assert.ok(asked.every((url) => url.startsWith(`${acme.realm.url}/`) && !url.endsWith("/login")));
  const adaHere = await sameOn(here, ada);
  assert.deepEqual((await unsentBy(adaHere)).sort(), (await unsentBy(ada)).sort());
  assert.deepEqual(await filesOf(adaHere), []);
  const compared = await (await following()).compare();
  assert.deepEqual([compared.differences, leftFiles(compared)], [[], left]);

  isLateGiven = true;
  const rest = [left[0], left[1], ["the other server does not give the file", 2]];
  const later = await (await following()).compare();
  assert.deepEqual([later.differences, leftFiles(later)], [["Ada: a file of the drafts is not here."], rest]);
  assert.deepEqual(await filesOf(adaHere), [], "comparing changes nothing");
  const mended = await (await following()).once();
  assert.deepEqual([mended.differences, leftFiles(mended)], [[], rest]);
  assert.deepEqual(await filesOf(adaHere), [["late.txt", 0]]);
  const text = (await unsentBy(adaHere)).find((each) => each.includes("late.txt"));
  assert.notEqual(text, late);
  assert.equal(await readAt(here, text as string, adaHere), "late");
});

test("a copy of files that is killed at any request goes on, and stores none twice", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const ada = await acme.member("Ada");
  const paths = [await upload(ada, "one"), await upload(ada, "two"), await upload(ada, "three")];
  for (const path of paths) await drafts(ada, `Two drafts ${linkTo(path)}`);
  await drafts(ada, paths.map((path) => linkTo(path)).join(" "));
  await (await follow(acme, here, [acme.owner])).once();

  class Killed extends Error {}
  let requests = 0;
  for (let allowed = 0, isDone = false; !isDone; allowed++) {
    requests = 0;
    const before = ({ url }: { url: string }) => {
      if (url.includes("/user_uploads/") && requests++ >= allowed) throw new Killed();
    };
    try {
      const client = clientOf(acme.server, { before });
      assert.deepEqual((await (await follow(acme, here, [acme.owner, ada], { client })).once()).differences, []);
      isDone = true;
    } catch (error) {
      assert.ok(error instanceof Killed, `${(error as Error).stack}`);
    }
    if (allowed === 2) await here.restart({ crash: true });
    if (allowed === 3)
      // As if it had been killed before the drafts were made: their files are found.
      await here.app.database.transaction((tx) => tx.deleteFrom("draft").execute());
  }
  const adaHere = await sameOn(here, ada);
  assert.deepEqual((await filesOf(adaHere)).sort(), [
    ["one.txt", 0],
    ["three.txt", 0],
    ["two.txt", 0],
  ]);
  const texts = await unsentBy(adaHere);
  assert.deepEqual((await Promise.all(texts.map((text) => readAt(here, text, adaHere)))).length, 4);
  assert.ok(texts.every((text) => paths.every((path) => !text.includes(path))));
});

test("a draft for a channel where nobody writes any more keeps its text, and what was not sent there is counted", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const ada = await acme.member("Ada");
  const old = await acme.channel("old", [ada, acme.owner]);
  await ada.call(createDrafts, { drafts: [{ type: "stream", to: [old], topic: "logo", content: "My best idea" }] });
  await ada.call(createScheduledMessage, {
    ...{ type: "channel" as const, to: old, topic: "logo", content: "Too late" },
    scheduled_delivery_timestamp: soon(acme),
  });
  await acme.owner.call(archiveChannel, { stream_id: old });
  // What has failed there is not tried here.
  const failed = { failed: true, type: "private", to: [ada.id], content: "Failed", scheduled_delivery_timestamp: 1 };
  const lie: Lie = (_, answer) =>
    Array.isArray(answer.reminders) && Array.isArray(answer.drafts) && answer.drafts.length > 0
      ? {
          ...answer,
          scheduled_messages: [
            ...(answer.scheduled_messages as object[]),
            ...[1001, 1002].map((scheduled_message_id) => ({ ...failed, scheduled_message_id })),
          ],
          reminders: [{ ...failed, reminder_id: 7, reminder_target_message_id: 1 }],
        }
      : undefined;
  const client = clientOf(acme.server, { lie });
  const outcome = await (await follow(acme, here, [acme.owner, ada], { client })).once();
  assert.deepEqual(outcome.differences, []);
  const left = outcome.leftOut.filter(({ what }) => what !== "people");
  assert.deepEqual(
    left.map(({ what, reason, count }) => [what, reason.startsWith("they could not be sent"), count]).sort(),
    [
      ["addresses of drafts", false, 1],
      ["reminders", true, 1],
      ["scheduled messages", false, 1],
      ["scheduled messages", true, 2],
    ],
  );
  const { drafts: copied } = await (await sameOn(here, ada)).call(getDrafts, {});
  assert.deepEqual(
    copied.map(({ type, to, content }) => [type, to, content]),
    [["", [], "My best idea"]],
  );
});

test("an earlier text of a message links to the file that is here", async (t) => {
  const acme = await org(t);
  const here = await newInstallation(t, acme.server.engine);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada, acme.owner]);
  const link = linkTo(await upload(ada, "logo"));
  const message_id = await ada.sends("#design > logo", `Frist ${link}`);
  await ada.call(editMessage, { message_id, content: `First ${link}` });
  assert.equal((await (await follow(acme, here, [acme.owner])).once()).isEqual, true);
  const ownerHere = await sameOn(here, acme.owner);
  const { message_history } = await ownerHere.call(getMessageHistory, { message_id });
  assert.deepEqual(
    await Promise.all(message_history.map(({ content }) => readAt(here, content as string, ownerHere))),
    ["logo", "logo"],
  );
});
