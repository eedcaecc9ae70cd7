import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import type { MessageId } from "../../kernel/api/ids.ts";
import { deleteMessage } from "../delete/contract.ts";
import { editMessage } from "../edit/contract.ts";
import { Trait } from "../traits.ts";
import * as contract from "./contract.ts";
import { asFile, reads, uploads } from "./testing.ts";

const link = (...pathIds: string[]) => pathIds.map((pathId) => `[f](/user_uploads/${pathId})`).join(" ");

async function listed(person: Person) {
  return (await person.call(contract.getAttachments, {})).attachments;
}

async function traitsOf({ server }: Organization, id: MessageId): Promise<number> {
  const { traits } = await server.app.database.reader
    .selectFrom("message")
    .select("traits")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return traits;
}

const edits = async (person: Person, message_id: MessageId, ...pathIds: string[]) =>
  (await person.call(editMessage, { message_id, content: `Now: ${link(...pathIds)}` })).detached_uploads;

test("a message claims the files it links to, and its author is notified of each", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const [first, second] = [await uploads(ada), await uploads(ada)];
  let id: MessageId = 0;
  await ben.watches();
  const heard = await ada.eventsDuring(async () => {
    id = await ada.sends("#design > logo", link(first, second, first));
  });
  const attachments = await listed(ada);
  assert.deepEqual(
    attachments.map(({ path_id, messages }) => [path_id, messages]),
    [first, second].map((path) => [path, [{ id, date_sent: Math.floor(acme.clock.now() / 1000) * 1000 }]]),
  );
  assert.deepEqual(
    heard.filter(({ type }) => type === "attachment"),
    attachments.map((attachment) => ({ type: "attachment", op: "update", attachment, upload_space_used: 10 })),
  );
  assert.deepEqual(
    heard.map(({ type }) => type),
    ["attachment", "attachment", "muted_topics", "user_topic", "message"],
  );
  assert.ok(
    (await ben.catchesUp()).every(({ type }) => type === "message"),
    "nobody else hears of the files",
  );
  assert.ok((await traitsOf(acme, id)) & Trait.hasAttachment);
});

test("full URLs and paths without a leading slash claim too", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const [first, second] = [await uploads(ada, asFile("a", "日本 語.txt")), await uploads(ada)];
  await ada.sends("#design > logo", `${acme.realm.url}/user_uploads/${encodeURI(first)} [x](user_uploads/${second})`);
  assert.deepEqual(
    (await listed(ada)).map(({ messages }) => messages.length),
    [1, 1],
  );
});

test("a link to a file that its author cannot read claims nothing", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  await acme.channel("design", [ben, cleo]);
  const pathId = await uploads(ada);
  let id: MessageId = 0;
  const heard = await ben.eventsDuring(async () => {
    id = await ben.sends("#design > logo", link(pathId, `${acme.realm.id}/no/such/file.txt`));
  });
  assert.ok(heard.every(({ type }) => type !== "attachment"));
  assert.deepEqual((await listed(ada))[0]?.messages, []);
  assert.equal((await reads(acme, `/user_uploads/${pathId}`, cleo)).status, 403);
  assert.equal((await traitsOf(acme, id)) & Trait.hasAttachment, 0);
});

test("users who can read a file can share it, and see only messages they can access", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const pathId = await uploads(ada);
  const hidden = await ada.writes(cleo, link(pathId));
  const shown = await ada.writes(ben, link(pathId));
  await acme.channel("design", [ben]);
  let passed: MessageId = 0;
  const heard = await ben.eventsDuring(async () => {
    passed = await ben.sends("#design > logo", link(pathId));
  });
  const [update] = heard as unknown as { attachment: { messages: { id: MessageId }[] } }[];
  assert.deepEqual(
    update?.attachment.messages.map(({ id }) => id),
    [shown, passed],
  );
  assert.deepEqual(
    (await listed(ada))[0]?.messages.map(({ id }) => id),
    [hidden, shown, passed],
    "its owner learns of them all",
  );
  assert.equal((await reads(acme, `/user_uploads/${pathId}`, await acme.member("Dan"))).status, 200);
});

test("an edit claims new files, and the response lists those that are no longer linked", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const [gone, kept, added, elsewhere] = [
    await uploads(ada),
    await uploads(ada),
    await uploads(ada),
    await uploads(ada),
  ];
  const foreign = await uploads(ben);
  await ben.sends("#design > logo", link(foreign));
  const id = await ada.sends("#design > logo", link(gone, kept, elsewhere, foreign));
  await ada.sends("#design > logo", link(elsewhere));
  let detached: Awaited<ReturnType<typeof edits>> = [];
  const heard = await ada.eventsDuring(async () => {
    detached = await edits(ada, id, kept, added);
  });
  assert.deepEqual(
    detached.map(({ path_id, messages }) => [path_id, messages]),
    [[gone, []]],
  );
  assert.deepEqual(
    heard.map((event) => (event as unknown as { attachment?: { path_id: string } }).attachment?.path_id ?? event.type),
    [added, "update_message"],
    "only what is newly linked to is announced",
  );
  const counts = new Map((await listed(ada)).map(({ path_id, messages }) => [path_id, messages.length]));
  assert.deepEqual(
    [gone, kept, added, elsewhere].map((path) => counts.get(path)),
    [0, 1, 1, 1],
  );
  assert.equal((await reads(acme, `/user_uploads/${gone}`, ben)).status, 403, "what was released is closed again");
});

test("messages keep their links to a deleted file, and claim nothing", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const pathId = await uploads(ada);
  await ada.sends("#design > logo", link(pathId));
  const [attachment] = await listed(ada);
  await ada.call(contract.removeAttachment, { attachment_id: attachment?.id as number });
  assert.equal((await reads(acme, `/user_uploads/${pathId}`, ben)).status, 404);
  await ada.sends("#design > logo", link(pathId));
});

test("a message that loses its last file has none", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const pathId = await uploads(ada);
  const id = await ada.sends("#design > logo", link(pathId));
  assert.deepEqual(
    (await edits(ada, id)).map(({ path_id }) => path_id),
    [pathId],
  );
  assert.equal((await traitsOf(acme, id)) & Trait.hasAttachment, 0);
  assert.deepEqual(await edits(ada, id, pathId), []);
  assert.ok((await traitsOf(acme, id)) & Trait.hasAttachment);
  assert.deepEqual(await edits(ada, id, pathId, `${acme.realm.id}/no/such/file.txt`), []);
});

test("a deleted message gives nobody access to its files", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const pathId = await uploads(ada);
  const message_id = await ada.sends("#design > logo", link(pathId));
  assert.equal((await reads(acme, `/user_uploads/${pathId}`, ben)).status, 200);
  await acme.owner.call(deleteMessage, { message_id });
  assert.equal((await reads(acme, `/user_uploads/${pathId}`, ben)).status, 403);
  assert.deepEqual((await listed(ada))[0]?.messages, []);
});

test("a file follows its message into another channel", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [acme.owner, await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const stream_id = await acme.channel("secret", [ada], { invite_only: true, history_public_to_subscribers: true });
  const pathId = await uploads(ada);
  const message_id = await ada.sends("#design > logo", link(pathId));
  assert.equal((await reads(acme, `/user_uploads/${pathId}`, ben)).status, 200);
  await ada.call(editMessage, { message_id, stream_id });
  assert.equal((await reads(acme, `/user_uploads/${pathId}`, ben)).status, 403);
});
