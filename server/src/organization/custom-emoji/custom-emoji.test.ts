import assert from "node:assert/strict";
import sharp from "sharp";
import { ask } from "../../../test/ask.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { put } from "../../kernel/storage/put.ts";
import { getMessages } from "../../messages/contract.ts";
import { addReaction, removeReaction } from "../../messages/reactions/contract.ts";
import { asFile, picture } from "../../messages/uploads/testing.ts";
import { register } from "../../registration/contract.ts";
import { updateRealm } from "../realms/contract.ts";
import { addCustomEmoji, deactivateCustomEmoji, getCustomEmoji } from "./contract.ts";
import { removeStray } from "./jobs.ts";

async function adds(person: Person, emoji_name: string, file?: File): Promise<string> {
  await person.connection.call(addCustomEmoji, { emoji_name }, { file: file ?? (await picture(200, 100)) });
  return (await allOf(person)).at(-1)?.id as string;
}

const allOf = async (person: Person) => Object.values((await person.call(getCustomEmoji, {})).emoji);

/** An animation of three frames. */
async function animation(side = 90): Promise<File> {
  const colours = ["red", "green", "blue"];
  const frames = await Promise.all(
    colours.map((background) =>
      sharp({ create: { width: side, height: side, channels: 4, background } })
        .png()
        .toBuffer(),
    ),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
  return asFile(new Uint8Array(gif), "party.gif", "image/gif");
}

const fetches = async (acme: Organization, url: string) => {
  const response = await acme.server.fetch(`${acme.realm.url}${url}`);
  assert.equal(response.status, 200, url);
  return { type: response.headers.get("content-type"), content: Buffer.from(await response.arrayBuffer()) };
};

/** A request with any number of files. */
async function posts(person: Person, name: string, files: readonly File[]) {
  const form = new FormData();
  for (const [n, file] of files.entries()) form.append(`file${n}`, file);
  const credentials = Buffer.from(`${person.email}:${person.apiKey}`).toString("base64");
  const url = `${person.connection.url}/api/v1/realm/emoji/${encodeURIComponent(name)}`;
  return { url, init: { method: "POST", body: form, headers: { authorization: `Basic ${credentials}` } } };
}

test("an emoji is scaled to 64 pixels and served to everyone, and everyone is notified", async (t) => {
  const acme = await org(t);
  const [ada, gus] = [await acme.member("Ada"), await acme.guest("Gus")];
  await gus.watches();
  const id = await adds(ada, " party parrot ");
  const [emoji] = await allOf(gus);
  const { source_url } = emoji as { source_url: string };
  const expected = {
    id,
    name: "party_parrot",
    source_url,
    still_url: null,
    deactivated: false,
    author_id: ada.id,
  };
  assert.deepEqual(emoji, expected);
  assert.deepEqual(await gus.catchesUp(), [{ type: "realm_emoji", op: "update", realm_emoji: { [id]: expected } }]);
  assert.deepEqual((await gus.call(register, {})).realm_emoji, { [id]: expected });
  const { type, content } = await fetches(acme, source_url);
  const { width, height, format } = await sharp(content).metadata();
  assert.deepEqual([type, width, height, format], ["image/webp", 64, 64, "webp"]);
});

test("an animated emoji stays animated, and has a still frame", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await adds(ada, "party", await animation());
  const [emoji] = await allOf(ada);
  const image = await sharp((await fetches(acme, emoji?.source_url as string)).content, { pages: -1 }).metadata();
  assert.deepEqual([image.pages, image.width, image.pageHeight], [3, 64, 64]);
  const still = await sharp((await fetches(acme, emoji?.still_url as string)).content).metadata();
  assert.deepEqual([still.pages ?? 1, still.width, still.height], [1, 64, 64]);
});

test("emoji images are found only at their own URL, and in their own organization", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  await adds(acme.owner, "party");
  const [emoji] = await allOf(acme.owner);
  const url = emoji?.source_url as string;
  for (const [host, path] of [
    [other.realm.host, url],
    [acme.realm.host, url.replace(".webp", "-still.webp")],
    [acme.realm.host, "/custom_emoji/../../parley.db"],
    [acme.realm.host, `/custom_emoji/${acme.realm.id}/x.webp`],
  ] as const)
    assert.equal((await ask(acme.server, `GET /${path}`, { host })).status, 404, path);
});

test("images without an emoji are deleted after a day, and others stay", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  await adds(acme.owner, "blob", await animation());
  const keys = async () => (await Array.fromAsync(app.storage.list(`emoji/${acme.realm.id}/`))).map(({ key }) => key);
  const known = await keys();
  assert.equal(known.length, 2);
  const stray = `emoji/${acme.realm.id}/stray.webp`;
  await put(app, stray, Buffer.from("x"), "image/webp");
  // The age of files follows the machine's clock, not the test's.
  const { database, storage } = app;
  const later = (hours: number) => {
    const clock = { now: () => Date.now() + hours * 3_600_000, after: () => () => {} };
    return { clock, database, storage };
  };
  await removeStray(later(23));
  assert.equal((await keys()).length, 3);
  await removeStray(later(25));
  assert.deepEqual((await keys()).sort(), known.sort());
});

test("a custom emoji overrides a built-in one with the same name, and deactivating it restores that", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const content = async (text: string) => {
    const id = await owner.sends("#general > x", text);
    return (await owner.call(getMessages, { message_ids: [id] })).messages[0]?.content;
  };
  assert.match((await content(":tada:")) ?? "", /emoji-1f389/);
  const id = await adds(owner, "tada");
  const [emoji] = await allOf(owner);
  const image = `<p><img alt=":tada:" class="emoji" src="${emoji?.source_url}" title="tada"></p>`;
  assert.equal(await content(":tada:"), image);
  const heard = await owner.eventsDuring(() => owner.call(deactivateCustomEmoji, { emoji_name: "tada" }));
  assert.deepEqual(heard, [
    { type: "realm_emoji", op: "update", realm_emoji: { [id]: { ...emoji, deactivated: true } } },
  ]);
  assert.match((await content(":tada:")) ?? "", /emoji-1f389/);
  assert.equal((await fetches(acme, emoji?.source_url as string)).type, "image/webp");
  const again = await adds(owner, "tada");
  assert.notEqual(again, id);
  assert.equal((await allOf(owner)).length, 2);
});

test("reactions can use custom emoji, by name or by code", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const code = await adds(ada, "party");
  const message_id = await ada.sends("#design > logo", "We are live");
  const reactions = async () =>
    (await ada.call(getMessages, { message_ids: [message_id] })).messages[0]?.reactions.map((each) => each.user_id);
  const party = { emoji_name: "party", emoji_code: code, reaction_type: "realm_emoji" as const };
  const [heard] = await ben.eventsDuring(() => ada.call(addReaction, { message_id, emoji_name: "party" }));
  assert.deepEqual([heard?.emoji_name, heard?.emoji_code, heard?.reaction_type], ["party", code, "realm_emoji"]);
  await ada.call(removeReaction, { message_id, emoji_name: "party" });
  assert.deepEqual(await reactions(), []);
  await ada.call(addReaction, { message_id, ...party });
  const other = await ada.sends("#design > logo", "Another");
  for (const [change, message] of [
    [{ emoji_code: "999999" }, "Invalid custom emoji."],
    [{ emoji_name: "other" }, "Invalid custom emoji name."],
  ] as const)
    await assert.rejects(ben.call(addReaction, { message_id: other, ...party, ...change }), { message });
  await ada.call(deactivateCustomEmoji, { emoji_name: "party" });
  await assert.rejects(ben.call(addReaction, { message_id: other, ...party }), {
    message: "This custom emoji has been deactivated.",
  });
  await assert.rejects(ben.call(addReaction, { message_id: other, emoji_name: "party" }), {
    message: "Emoji 'party' does not exist",
  });
  // Adding to an existing reaction is always possible, and so is removing one.
  await ben.call(addReaction, { message_id, ...party });
  assert.deepEqual(await reactions(), [ada.id, ben.id]);
  await ben.call(removeReaction, { message_id, emoji_code: code });
  assert.deepEqual(await reactions(), [ada.id]);
});

test("checks come in order: name, permission, duplicates, file, image", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await adds(ada, "party");
  const { systemGroups } = acme.realm;
  const [png, text] = [await picture(9, 9), asFile("no image", "x.txt")];
  const huge = asFile(new Uint8Array(5 * 1024 * 1024 + 1), "x.png", "image/png");
  const broken = asFile("not really", "x.png", "image/png");
  const refused = async (person: Person, name: string, files: readonly File[], msg: string, code = "BAD_REQUEST") => {
    const { url, init } = await posts(person, name, files);
    const answer = (await (await acme.server.fetch(url, init)).json()) as { msg: string; code: string };
    assert.deepEqual([answer.msg, answer.code], [msg, code]);
  };
  await refused(await acme.guest("Gus"), "!", [], "Not allowed for guest users");
  await refused(await acme.bot("Robin", ada), "!", [], "This endpoint does not accept bot requests.");
  await refused(ada, " ", [], "Emoji name is missing");
  for (const name of ["party_", "party-"])
    await refused(ada, name, [], "Emoji names must end with either a letter or digit.");
  const characters =
    "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.";
  for (const name of ["Party", "party!", "fête", "a/b"]) await refused(ada, name, [], characters);
  await acme.owner.call(updateRealm, { can_add_custom_emoji_group: { new: systemGroups["role:moderators"] } });
  await refused(ada, "party", [], "Insufficient permission");
  await acme.owner.call(updateRealm, { can_add_custom_emoji_group: { new: systemGroups["role:members"] } });
  await refused(ada, "party", [], "A custom emoji with this name already exists.");
  await refused(ada, "tada", [], "You must upload exactly one file.");
  await refused(ada, "tada", [png, png], "You must upload exactly one file.");
  for (const file of [png, huge, text])
    await refused(ada, "tada", [file], "Only administrators can override default emoji.");
  await refused(ada, "shh", [png], "Only administrators can override default emoji.");
  await refused(ada, "blob", [huge], "Uploaded file is larger than the allowed limit of 5 MiB");
  await refused(ada, "blob", [text], "Invalid image format", "BAD_IMAGE");
  const undecodable = "Could not decode image; did you upload an image file?";
  await refused(ada, "blob", [broken], undecodable, "BAD_IMAGE");
  assert.equal((await allOf(ada)).length, 1);
});

test("an emoji's author and administrators can deactivate it", async (t) => {
  const acme = await org(t);
  const [ada, ben, adam] = [await acme.member("Ada"), await acme.member("Ben"), await acme.administrator("Adam")];
  await adds(ada, "blob_one");
  await adds(ada, "blob_two");
  const remove = (person: Person, emoji_name: string) => person.call(deactivateCustomEmoji, { emoji_name });
  await assert.rejects(remove(ben, "blob_one"), { message: "Must be an organization administrator or emoji author" });
  const gone = { message: "Emoji 'blob_three' does not exist", code: "BAD_REQUEST", status: 404 };
  await assert.rejects(remove(ben, "blob_three"), gone);
  await remove(ada, "blob_one");
  await assert.rejects(remove(ada, "blob_one"), { message: "Emoji 'blob_one' does not exist", status: 404 });
  await remove(adam, "blob_two");
  assert.deepEqual(
    (await allOf(ben)).map((each) => each.deactivated),
    [true, true],
  );
});
