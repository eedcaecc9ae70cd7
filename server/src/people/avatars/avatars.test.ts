import assert from "node:assert/strict";
import sharp from "sharp";
import { ask } from "../../../test/ask.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { registration } from "../../contract.ts";
import { change } from "../../kernel/context.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { getMessages } from "../../messages/contract.ts";
import { asFile, picture } from "../../messages/uploads/testing.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../settings/contract.ts";
import { getOwnUser, getUsers } from "../users/contract.ts";
import { changeAvatar } from "./actions.ts";
import * as contract from "./contract.ts";

const wears = async (person: Person, file: File): Promise<string> =>
  (await person.connection.call(contract.setAvatar, {}, { file })).avatar_url;

const looks = (acme: Organization, path: string, as?: Person) =>
  acme.server.http.inject({
    url: path,
    headers: {
      host: acme.realm.host,
      ...(as ? { authorization: `Basic ${Buffer.from(`${as.email}:${as.apiKey}`).toString("base64")}` } : {}),
    },
  });

const UNKNOWN = "/static/avatars/unknown-user.png";

test("an uploaded avatar is cropped to two squares, and everyone is notified", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  let avatar_url = "";
  const heard = await gil.eventsDuring(async () => {
    avatar_url = await wears(ada, await picture(300, 120, "jpeg"));
  });
  assert.match(avatar_url, new RegExp(`^/user_avatars/${acme.realm.id}/[0-9a-f]{40}\\.png$`));
  const avatar_url_medium = avatar_url.replace(".png", "-medium.png");
  const facts = { avatar_url, avatar_url_medium, avatar_source: "U", avatar_version: 2 };
  assert.deepEqual(heard, [{ type: "realm_user", op: "update", person: { user_id: ada.id, ...facts } }]);
  for (const [url, side] of [
    [avatar_url, 100],
    [avatar_url_medium, 500],
  ] as const) {
    const shown = await looks(acme, url);
    assert.deepEqual([shown.statusCode, shown.headers["content-type"]], [200, "image/png"]);
    const { width, height, format } = await sharp(shown.rawPayload).metadata();
    assert.deepEqual([width, height, format], [side, side, "png"]);
  }
  const own = await ada.call(getOwnUser, {});
  assert.deepEqual([own.avatar_url, own.avatar_version], [avatar_url, 2]);
  const state = await ada.call(registration.register, { fetch_event_types: ["realm_user"] });
  assert.deepEqual(
    [state.avatar_url, state.avatar_url_medium, state.avatar_source],
    [avatar_url, avatar_url_medium, "U"],
  );
});

test("the server always sends the URL of an uploaded avatar, also in messages", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await ada.call(updateSettings, { email_address_visibility: 1 });
  const shown = async () => {
    const { members } = await acme.owner.call(getUsers, { user_ids: [ada.id] });
    const { messages } = await acme.owner.call(getMessages, { anchor: "newest", num_before: 1, num_after: 0 });
    return [members[0]?.avatar_url, messages[0]?.avatar_url];
  };
  await ada.sends("#general > pictures", "look");
  const url = await wears(ada, await picture(10, 10));
  assert.deepEqual(await shown(), [url, url]);
});

test("a new avatar has a new URL, and the old file is deleted", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const first = await wears(ada, await picture(10, 10));
  const second = await wears(ada, await picture(20, 20));
  assert.notEqual(first, second);
  await acme.server.app.jobs.settled();
  assert.deepEqual([(await looks(acme, first)).statusCode, (await looks(acme, second)).statusCode], [404, 200]);
  const heard = await ada.eventsDuring(async () => {
    const { avatar_url } = await ada.call(contract.deleteAvatar, {});
    assert.match(avatar_url, /^\/static\/avatars\/drawn\/\d+-A\.png$/);
  });
  assert.deepEqual(
    heard.map(({ person }) => (person as { avatar_version: number }).avatar_version),
    [4],
  );
  await acme.server.app.jobs.settled();
  assert.equal((await looks(acme, second.replace(".png", "-medium.png"))).statusCode, 404);
  // Nothing is left to remove.
  assert.deepEqual(await ada.eventsDuring(() => ada.call(contract.deleteAvatar, {})), []);
});

test("invalid images are rejected, and the old avatar stays", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const kept = await wears(ada, await picture(10, 10));
  const png = new Uint8Array(await (await picture(300, 300)).arrayBuffer());
  const noise = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: "red",
      noise: { type: "gaussian", mean: 99, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const huge = await sharp({ create: { width: 12_000, height: 8_000, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const cases: [File, string, string][] = [
    [asFile("hello", "a.txt", "text/plain"), "BAD_IMAGE", "Invalid image format"],
    [asFile("<svg/>", "a.svg", "image/svg+xml"), "BAD_IMAGE", "Invalid image format"],
    [asFile("hello", "a.png", "image/png"), "BAD_IMAGE", "Could not decode image; did you upload an image file?"],
    [
      asFile(new Uint8Array(noise.subarray(0, 5000)), "a.png", "image/png"),
      "BAD_IMAGE",
      "Image is corrupted or truncated",
    ],
    [asFile(new Uint8Array(huge), "a.png", "image/png"), "BAD_IMAGE", "Image size exceeds limit."],
    [
      asFile(new Uint8Array(5 * 1024 * 1024 + 1), "a.png", "image/png"),
      "BAD_REQUEST",
      "Uploaded file is larger than the allowed limit of 5 MiB",
    ],
  ];
  for (const [file, code, message] of cases) await assert.rejects(wears(ada, file), { code, message }, message);
  assert.equal((await ada.asks("POST", "/users/me/avatar")).msg, "You must upload exactly one avatar.");
  const form = new FormData();
  for (const name of ["a", "b"]) form.set(name, asFile(png, `${name}.png`, "image/png"));
  const request = new Request("http://x", { method: "POST", body: form });
  const several = await ask(acme.server, "POST /users/me/avatar", {
    host: acme.realm.host,
    as: ada,
    headers: { "content-type": request.headers.get("content-type") as string },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  assert.equal(several.body.msg, "You must upload exactly one avatar.");
  assert.equal((await ada.call(getOwnUser, {})).avatar_url, kept);
  assert.equal((await looks(acme, kept)).statusCode, 200);
});

test("metadata is stripped from photographs, after they are rotated upright", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const halves = await sharp({ create: { width: 40, height: 40, channels: 3, background: "white" } })
    .composite([{ input: { create: { width: 40, height: 20, channels: 3, background: "black" } }, gravity: "north" }])
    .withExif({ IFD0: { Copyright: "somewhere secret" } })
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer();
  const url = await wears(ada, asFile(new Uint8Array(halves), "photo.jpg", "image/jpeg"));
  const { rawPayload } = await looks(acme, url);
  const { exif, orientation } = await sharp(rawPayload).metadata();
  assert.deepEqual([exif, orientation], [undefined, undefined]);
  const [top] = await sharp(rawPayload).extract({ left: 50, top: 5, width: 1, height: 1 }).raw().toBuffer();
  assert.ok((top as number) > 200, "black was on top before rotation");
});

test("if avatar changes are disabled, only administrators can change theirs", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await wears(ada, await picture(10, 10));
  await acme.owner.call(updateRealm, { avatar_changes_disabled: true });
  const message = "Avatar changes are disabled in this organization.";
  await assert.rejects(wears(ada, await picture(10, 10)), { message });
  await assert.rejects(wears(ada, asFile(new Uint8Array(6 * 1024 * 1024), "a.png", "image/png")), { message });
  await assert.rejects(ada.call(contract.deleteAvatar, {}), { message });
  assert.equal((await ada.asks("POST", "/users/me/avatar")).msg, "You must upload exactly one avatar.");
  await wears(acme.owner, await picture(10, 10));
});

test("a bot can have an avatar", async (t) => {
  const acme = await org(t);
  const bot = await acme.bot("Helper", acme.owner);
  let url = "";
  const heard = await acme.owner.eventsDuring(async () => {
    url = await wears(bot, await picture(10, 10));
  });
  assert.deepEqual(
    heard.map(({ type }) => type),
    ["realm_user", "realm_bot"],
  );
  assert.deepEqual(heard[1], { type: "realm_bot", op: "update", bot: { user_id: bot.id, avatar_url: url } });
  const { members } = await acme.owner.call(getUsers, { user_ids: [bot.id] });
  assert.equal(members[0]?.avatar_url, url);
  const { app } = acme.server;
  await change(serverContext(app, acme.realm), (ctx) => changeAvatar(ctx, bot.id, null));
  assert.match((await bot.call(getOwnUser, {})).avatar_url as string, /^\/static\/avatars\/drawn\//);
});

test("/avatar redirects to a user's picture, by id or by an email address the caller can see", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const url = await wears(ada, await picture(10, 10));
  const leads = async (to: string | number, as?: Person) => {
    const { statusCode, headers } = await looks(acme, `/avatar/${to}`, as);
    return statusCode === 302 ? headers.location : statusCode;
  };
  assert.equal(await leads(ada.id, ben), url);
  assert.equal(await leads(`${ada.id}/medium`, ben), url.replace(".png", "-medium.png"));
  assert.equal(await leads(`user${ada.id}@${acme.realm.host}`, ben), url);
  assert.equal(await leads(encodeURIComponent(ada.email), acme.owner), url);
  assert.equal(await leads(encodeURIComponent(ada.email), ben), UNKNOWN);
  assert.equal(await leads("nobody@example.com", ben), UNKNOWN);
  assert.equal(await leads(other.owner.id, ben), UNKNOWN);
  assert.equal(await leads(999_999, ben), UNKNOWN);
  const drawn = `/static/avatars/drawn/${(ben.id * 47) % 360}-B`;
  assert.equal(await leads(ben.id, ada), `${drawn}.png`);
  assert.equal(await leads(`${ben.id}/medium`, ada), `${drawn}-medium.png`);

  assert.equal(await leads(ada.id), 401);
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  assert.match(
    (await leads(`${ben.id}/medium`, ada)) as string,
    /^https:\/\/secure\.gravatar\.com\/.*&s=500&version=1$/,
  );
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  await acme.channel("square", [acme.owner], { is_web_public: true });
  assert.equal(await leads(ada.id), url);
  assert.equal(await leads(encodeURIComponent(ada.email)), 401);
});

test("anyone with the URL can open a picture, but only in its organization", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const url = await wears(acme.owner, await picture(10, 10));
  assert.equal((await looks(acme, url)).statusCode, 200);
  assert.equal((await looks(acme, url, acme.owner)).statusCode, 200);
  assert.equal((await looks(other, url)).statusCode, 404);
  for (const path of [`${acme.realm.id}/x.png`, `${acme.realm.id}/../../secret.key`, "", "realm"])
    assert.equal((await looks(acme, `/user_avatars/${path}`)).statusCode, 404, path);
});

test("built-in bots and inaccessible users have built-in pictures", async (t) => {
  const acme = await org(t);
  const { cross_realm_bots = [] } = await acme.owner.call(registration.register, {});
  const urls = cross_realm_bots.map((bot) => bot.avatar_url as string);
  assert.deepEqual(urls, ["/static/avatars/notification-bot.png", "/static/avatars/welcome-bot.png"]);
  for (const url of [...urls, UNKNOWN]) {
    const { statusCode, rawPayload } = await looks(acme, url);
    assert.deepEqual([statusCode, (await sharp(rawPayload).metadata()).width], [200, 500]);
  }
  assert.equal((await looks(acme, "/static/avatars/built-in.ts")).statusCode, 404);
});
