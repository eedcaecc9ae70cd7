import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { org, test } from "../../../test/index.ts";
import { picture } from "../../messages/uploads/testing.ts";
import { setAvatar } from "../../people/avatars/contract.ts";
import { setRealmIcon } from "../realms/pictures/contract.ts";
import { removeStrayPictures } from "./jobs.ts";
import { keysOf, newPicturePath, putPictures } from "./store.ts";

const DAY_MS = 24 * 3600 * 1000;

test("a picture of a failed upload is deleted after a day, and others stay", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  const file = await picture(10, 10);
  const { avatar_url } = await acme.owner.connection.call(setAvatar, {}, { file });
  const { icon_url } = await acme.owner.connection.call(setRealmIcon, {}, { file });
  const path = newPicturePath(acme.realm.id);
  await putPictures(app, path, Buffer.from("stored, and never worn"));
  const [stray = ""] = keysOf(path);
  const inUse = [avatar_url, new URL(icon_url).pathname].map((url) => url.replace("/user_avatars/", "avatars/"));
  const keys = [...inUse, stray];

  assert.ok("recurring" in removeStrayPictures);
  const { recurring } = removeStrayPictures;
  const leftAfter = async (ageMs: number) => {
    const storedAt = new Date(app.clock.now() - ageMs);
    for (const key of keys) utimesSync(join(app.config.dataDirectory, "uploads", key), storedAt, storedAt);
    await recurring(app);
    return Promise.all(keys.map(async (key) => (await app.storage.size(key)) !== undefined));
  };
  assert.deepEqual(await leftAfter(DAY_MS / 2), [true, true, true]);
  assert.deepEqual(await leftAfter(2 * DAY_MS), [true, true, false]);
});
