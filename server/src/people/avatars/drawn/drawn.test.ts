import assert from "node:assert/strict";
import sharp from "sharp";
import { type Organization, org, test } from "../../../../test/index.ts";
import { registration } from "../../../contract.ts";
import type { ApiError } from "../../../kernel/api/index.ts";
import { getMessages } from "../../../messages/contract.ts";
import { updateBot } from "../../bots/contract.ts";
import { updateSettings } from "../../settings/contract.ts";
import { getOwnUser, getUsers } from "../../users/contract.ts";
import { drawnPictureAt } from "./address.ts";
import { DRAWING, drawnPng } from "./draw.ts";

const looks = (acme: Organization, url: string, headers = {}) =>
  acme.server.http.inject({ url, headers: { host: acme.realm.host, ...headers } });

test("people without an uploaded picture have one that the server draws, also for clients that know the provider", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada Lovelace");
  await ada.call(updateSettings, { email_address_visibility: 1 });
  await ada.sends("#general > pictures", "look");
  const hue = (ada.id * 47) % 360;
  const avatar_url = `/static/avatars/drawn/${hue}-AL.png`;
  for (const client_gravatar of [true, false]) {
    const { members } = await acme.owner.call(getUsers, { user_ids: [ada.id], client_gravatar });
    const newest = { anchor: "newest", num_before: 1, num_after: 0, client_gravatar };
    const { messages } = await acme.owner.call(getMessages, newest);
    assert.deepEqual([members[0]?.avatar_url, messages[0]?.avatar_url], [avatar_url, avatar_url]);
  }
  const state = await ada.call(registration.register, { fetch_event_types: ["realm_user"] });
  assert.deepEqual(
    [state.avatar_url, state.avatar_url_medium, state.avatar_source],
    [avatar_url, `/static/avatars/drawn/${hue}-AL-medium.png`, "G"],
  );
});

test("a drawn picture is a PNG in two sizes, which anyone can open and clients can cache", async (t) => {
  const acme = await org(t);
  for (const [url, side] of [
    ["/static/avatars/drawn/141-AL.png", 100],
    ["/static/avatars/drawn/141-AL-medium.png", 500],
    ["/static/avatars/drawn/0-W.png", 100],
    ["/static/avatars/drawn/359-WW-medium.png", 500],
    ["/static/avatars/drawn/12-p0.png", 100],
    ["/static/avatars/drawn/12-p32767-medium.png", 500],
  ] as const) {
    const shown = await looks(acme, url);
    assert.deepEqual([shown.statusCode, shown.headers["content-type"]], [200, "image/png"], url);
    assert.match(String(shown.headers["cache-control"]), /immutable/);
    const { data, info } = await sharp(shown.rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [side, side]);
    const colours = new Set(Array.from({ length: side * side }, (_, n) => data.subarray(n * 3, n * 3 + 3).join()));
    assert.ok(colours.size > 1 && colours.has("255,255,255"), `${url} shows something`);
    assert.ok(shown.rawPayload.length < 6000, `${url} has ${shown.rawPayload.length} bytes`);
    const again = await looks(acme, url, { "if-none-match": shown.headers.etag });
    assert.equal(again.statusCode, 304);
  }
});

test("hues differ in colour only, and letters differ in shape", async (t) => {
  const acme = await org(t);
  const levels = async (name: string) => {
    const { rawPayload } = await looks(acme, `/static/avatars/drawn/${name}.png`);
    const { data } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return [data.subarray(0, 3).join(), Array.from({ length: 10_000 }, (_, n) => data[n * 3] === 255).join("")];
  };
  const [[red, redShape], [blue, blueShape], [, other]] = [
    await levels("0-AB"),
    await levels("240-AB"),
    await levels("0-BA"),
  ];
  assert.notEqual(red, blue);
  assert.equal(redShape, blueShape);
  assert.notEqual(redShape, other);
});

test("each picture has one URL, and nothing else is drawn", async (t) => {
  const acme = await org(t);
  for (const rest of [
    "360-AL.png",
    "007-AL.png",
    "7-.png",
    "7-ABC.png",
    "7-al.png",
    "7-Ä.png",
    "7-p32768.png",
    "7-p007.png",
    "7-AL.svg",
    "7-AL-medium-medium.png",
    "",
  ]) {
    assert.equal(drawnPictureAt(rest), undefined, rest);
    assert.equal((await looks(acme, `/static/avatars/drawn/${encodeURIComponent(rest)}`)).statusCode, 404, rest);
  }
});

test("a new name with other initials has a new picture, and everyone is notified", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const heard = await gil.eventsDuring(() => ada.call(updateSettings, { full_name: "Ada Lovelace" }));
  const url = (size = "") => `/static/avatars/drawn/${(ada.id * 47) % 360}-AL${size}.png`;
  const picture = { avatar_url: url(), avatar_url_medium: url("-medium"), avatar_source: "G", avatar_version: 2 };
  assert.deepEqual(
    heard.map(({ person }) => person),
    [
      { user_id: ada.id, full_name: "Ada Lovelace" },
      { user_id: ada.id, ...picture },
    ],
  );
  const own = await ada.call(getOwnUser, {});
  assert.deepEqual([own.avatar_url, own.avatar_version], [url(), 2]);
  const same = await gil.eventsDuring(() => ada.call(updateSettings, { full_name: "Anna Lang" }));
  assert.deepEqual(
    same.map(({ person }) => person),
    [{ user_id: ada.id, full_name: "Anna Lang" }],
  );
});

test("those who manage a bot are notified of its new picture too", async (t) => {
  const acme = await org(t);
  const bot = await acme.bot("Helper", acme.owner);
  const heard = await acme.owner.eventsDuring(() =>
    acme.owner.call(updateBot, { bot_id: bot.id, full_name: "Old Helper" }),
  );
  const avatar_url = `/static/avatars/drawn/${(bot.id * 47) % 360}-OH.png`;
  assert.deepEqual(
    heard.flatMap(({ type, bot: changed }) => (type === "realm_bot" ? [changed] : [])),
    [
      { user_id: bot.id, full_name: "Old Helper" },
      { user_id: bot.id, avatar_url },
    ],
  );
});

let engines = 0;

test("one reader cannot make everyone wait for pictures: a long line of theirs is refused", async () => {
  // Pictures that were drawn before are kept.
  const start = 10_000 + 1000 * engines++;
  const before = Array.from({ length: DRAWING.waitingPerName + 40 }, (_, figure) =>
    drawnPng({ hue: 1, figure: start + figure, isMedium: true }, { ip: "192.0.2.1" }).then(
      () => 200,
      (error: ApiError) => error.status,
    ),
  );
  const other = drawnPng({ hue: 1, figure: start + 999, isMedium: true }, { ip: "192.0.2.2" });
  assert.ok((await other).length > 0);
  const answers = await Promise.all(before);
  assert.equal(answers.filter((status) => status === 200).length, DRAWING.waitingPerName + DRAWING.perName);
  assert.equal(answers.filter((status) => status === 503).length, 40 - DRAWING.perName);
});
