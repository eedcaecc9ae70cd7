import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { updateChannel } from "../update/contract.ts";
import { createFolder, getFolders, reorderFolders, updateFolder } from "./contract.ts";

test("folders are created, described, ordered and archived, and everyone is notified", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const gil = await acme.guest("Gil");
  const made: number[] = [];
  const heard = await gil.eventsDuring(async () => {
    for (const name of ["Work", " Play "]) {
      const { channel_folder_id } = await owner.call(createFolder, { name, description: "**All** of it" });
      made.push(channel_folder_id);
    }
  });
  const [work, play] = made as [number, number];
  assert.deepEqual(heard[1], {
    type: "channel_folder",
    op: "add",
    channel_folder: {
      id: play,
      name: "Play",
      description: "**All** of it",
      rendered_description: "<p><strong>All</strong> of it</p>",
      order: play,
      creator_id: owner.id,
      date_created: Math.floor(acme.clock.now() / 1000),
      is_archived: false,
    },
  });
  const update = { type: "channel_folder", op: "update", channel_folder_id: work };
  const changed = await gil.eventsDuring(() =>
    owner.call(updateFolder, { channel_folder_id: work, name: "WORK", description: "", is_archived: true }),
  );
  assert.deepEqual(changed, [
    { ...update, data: { name: "WORK" } },
    { ...update, data: { description: "", rendered_description: "" } },
    { ...update, data: { is_archived: true } },
  ]);
  assert.deepEqual(
    await gil.eventsDuring(() => owner.call(updateFolder, { channel_folder_id: work, name: "WORK" })),
    [],
  );
  const ordered = await gil.eventsDuring(() => owner.call(reorderFolders, { order: [play, work] }));
  assert.deepEqual(ordered, [{ type: "channel_folder", op: "reorder", order: [play, work] }]);
  const names = async (include_archived: boolean) =>
    (await gil.call(getFolders, { include_archived })).channel_folders.map((each) => [each.name, each.order]);
  assert.deepEqual(await names(false), [["Play", 0]]);
  assert.deepEqual(await names(true), [
    ["Play", 0],
    ["WORK", 1],
  ]);
});

test("only administrators change folders, and invalid requests are refused", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const { owner } = acme;
  const mod = await acme.moderator("Mo");
  const { channel_folder_id: id } = await owner.call(createFolder, { name: "Work" });
  const { channel_folder_id: theirs } = await other.owner.call(createFolder, { name: "Work" });
  for (const [method, path] of [
    ["POST", "/channel_folders/create"],
    ["PATCH", "/channel_folders"],
    ["PATCH", `/channel_folders/${id}`],
  ] as const) {
    const answer = await mod.asks(method, path);
    assert.deepEqual([answer.code, answer.msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
  const create = async (params: Record<string, string>) =>
    (await owner.asks("POST", "/channel_folders/create", params)).msg;
  assert.equal(await create({}), "Missing 'name' argument");
  assert.equal(await create({ name: " " }), "Channel folder name can't be empty.");
  assert.equal(await create({ name: "wORK" }), "Channel folder name already in use");
  assert.equal(await create({ name: "a\u0007" }), "Invalid character in channel folder name, at position 2.");
  assert.equal(await create({ name: "x".repeat(61) }), "name is too long (limit: 60 characters)");
  assert.equal(
    await create({ name: "x", description: "x".repeat(1025) }),
    "description is too long (limit: 1024 characters)",
  );
  const change = async (folder: number, params: Record<string, string>) =>
    (await owner.asks("PATCH", `/channel_folders/${folder}`, params)).msg;
  assert.equal(await change(theirs, { name: "x" }), "Invalid channel folder ID");
  assert.equal(await change(id, { name: "" }), "Channel folder name can't be empty.");
  for (const order of ["[]", `[${id}, ${id}]`, `[${theirs}]`])
    assert.equal((await owner.asks("PATCH", "/channel_folders", { order })).msg, "Invalid order mapping.");

  const stream_id = await acme.channel("design", [owner]);
  await owner.call(updateChannel, { stream_id, folder_id: id });
  assert.equal(
    await change(id, { is_archived: "true" }),
    "You need to remove all the channels from this folder to archive it.",
  );
  await owner.call(updateChannel, { stream_id, folder_id: null });
  assert.equal(await change(id, { is_archived: "true" }), "");
  // An archived folder frees its name, and can still be given channels.
  assert.equal(await create({ name: "Work" }), "");
  await owner.call(updateChannel, { stream_id, folder_id: id });
});
