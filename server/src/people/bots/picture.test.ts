import assert from "node:assert/strict";
import { ask } from "../../../test/ask.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { asFile, picture } from "../../messages/uploads/testing.ts";
import { getUsers } from "../users/contract.ts";
import { createBot, getBots, updateBot } from "./contract.ts";

const UPLOADED = /^\/user_avatars\/\d+\/[0-9a-f]{40}\.png$/;
const weather = { full_name: "Weather", short_name: "weather" };

/** Sends a multipart form with any number of files. */
async function sends(acme: Organization, as: Person, what: string, files: File[], fields: Record<string, string> = {}) {
  const form = new FormData();
  files.forEach((file, index) => {
    form.set(`file${index}`, file);
  });
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const request = new Request("http://x", { method: "POST", body: form });
  const headers = { "content-type": request.headers.get("content-type") as string };
  const payload = Buffer.from(await request.arrayBuffer());
  return (await ask(acme.server, what, { host: acme.realm.host, as, headers, payload })).body;
}

test("a bot is created with an avatar, and gets a new one", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await Promise.all([ada.catchesUp(), ben.catchesUp()]);
  const made = await ada.connection.call(createBot, weather, { file: await picture(30, 20) });
  assert.match(made.avatar_url, UPLOADED);
  const [bot] = (await ada.call(getBots, {})).bots;
  assert.equal(bot?.avatar_url, made.avatar_url);
  await Promise.all([ada.catchesUp(), ben.catchesUp()]);

  const changes = { bot_id: made.user_id, full_name: "Wind" };
  const changed = await ada.connection.call(updateBot, changes, { file: await picture(20, 30, "jpeg") });
  assert.match(changed.avatar_url, UPLOADED);
  assert.notEqual(changed.avatar_url, made.avatar_url);
  assert.equal(changed.full_name, "Wind");
  const heard = (await ada.catchesUp()).filter(({ type }) => type === "realm_bot").map((event) => event.bot);
  assert.deepEqual(heard, [
    { user_id: made.user_id, full_name: "Wind" },
    { user_id: made.user_id, avatar_url: changed.avatar_url },
  ]);
  const { members } = await ben.call(getUsers, { user_ids: [made.user_id] });
  assert.equal(members[0]?.avatar_url, changed.avatar_url);
});

test("a multipart form can omit the avatar, and can override the method of a POST request", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const made = await sends(acme, ada, "POST /bots", [], weather);
  assert.equal(made.result, "success");
  const path = `/bots/${made.user_id}`;
  const named = await sends(acme, ada, `PATCH ${path}`, [], { full_name: "Wind" });
  assert.deepEqual([named.full_name, named.avatar_url], ["Wind", made.avatar_url]);
  const dressed = await sends(acme, ada, `POST ${path}`, [await picture(9, 9)], { method: "PATCH" });
  assert.match(dressed.avatar_url as string, UPLOADED);
  assert.equal((await sends(acme, ada, `POST ${path}`, [await picture(9, 9)])).msg, "Method Not Allowed");
  assert.equal((await sends(acme, ada, `POST ${path}`, [], { method: "DELETE" })).result, "success");
});

test("an invalid image creates no bot, and changes none", async (t) => {
  const acme = await org(t);
  const [ada, ben, gus] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gus")];
  const bot = await acme.bot("Robin", ada);
  const image = await picture(9, 9);
  const large = asFile(new Uint8Array(5 * 1024 * 1024 + 1), "a.png", "image/png");
  const refused: [File[], string][] = [
    [[asFile("hello")], "Invalid image format"],
    [[asFile("hello", "a.png", "image/png")], "Could not decode image; did you upload an image file?"],
    [[large], "Uploaded file is larger than the allowed limit of 5 MiB"],
    [[image, image], "You may only upload one file at a time"],
  ];
  const path = `PATCH /bots/${bot.id}`;
  const heard = await ada.eventsDuring(async () => {
    for (const [files, sentence] of refused) {
      assert.equal((await sends(acme, ada, "POST /bots", files, weather)).msg, sentence);
      assert.equal((await sends(acme, ada, path, files, { full_name: "Tui" })).msg, sentence);
    }
    const namesake = { ...weather, full_name: "Robin" };
    assert.equal((await sends(acme, ada, "POST /bots", [asFile("hello")], namesake)).msg, "Name is already in use.");
    assert.equal((await sends(acme, ben, path, [image])).msg, "Insufficient permission");
    assert.equal((await sends(acme, gus, "POST /bots", [large], weather)).msg, "Not allowed for guest users");
    assert.equal((await sends(acme, ada, path, [image], { full_name: "Ada" })).msg, "Name is already in use.");
  });
  assert.deepEqual(heard, []);
});
