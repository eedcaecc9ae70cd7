import assert from "node:assert/strict";
import sharp from "sharp";
import { ask } from "../../../../test/ask.ts";
import { type Organization, org, test } from "../../../../test/index.ts";
import { registration } from "../../../contract.ts";
import { asFile, picture } from "../../../messages/uploads/testing.ts";
import { getServerSettings } from "../contract.ts";
import * as contract from "./contract.ts";

const looks = (acme: Organization, url: string) =>
  acme.server.http.inject({ url: new URL(url).pathname, headers: { host: acme.realm.host } });

const sizeAt = async (acme: Organization, url: string) => {
  const { width, height } = await sharp((await looks(acme, url)).rawPayload).metadata();
  return [width, height];
};

test("an organization has an icon generated from its name, until one is uploaded", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const gil = await acme.guest("Gil");
  const made = `${acme.realm.url}/static/icon.png`;
  assert.deepEqual(await gil.call(contract.getRealmIcon, {}), { icon_url: made });
  let icon_url = "";
  const heard = await gil.eventsDuring(async () => {
    ({ icon_url } = await owner.connection.call(contract.setRealmIcon, {}, { file: await picture(300, 200) }));
  });
  const data = { icon_url, icon_source: "U" };
  assert.deepEqual(heard, [{ type: "realm", op: "update_dict", property: "icon", data }]);
  assert.ok(icon_url.startsWith(`${acme.realm.url}/user_avatars/${acme.realm.id}/realm/`));
  assert.deepEqual(await sizeAt(acme, icon_url), [256, 256]);
  assert.equal((await looks(acme, made)).headers.location, new URL(icon_url).pathname);
  assert.deepEqual(await gil.call(contract.getRealmIcon, {}), { icon_url });
  assert.equal((await gil.call(getServerSettings, {})).realm_icon, icon_url);
  const state: Record<string, unknown> = await gil.call(registration.register, { fetch_event_types: ["realm"] });
  assert.deepEqual([state.realm_icon_url, state.realm_icon_source], [icon_url, "U"]);

  const removed = await gil.eventsDuring(() => owner.call(contract.deleteRealmIcon, {}));
  assert.deepEqual(removed, [
    { type: "realm", op: "update_dict", property: "icon", data: { icon_url: made, icon_source: "G" } },
  ]);
  await acme.server.app.jobs.settled();
  assert.equal((await looks(acme, icon_url)).statusCode, 404);
  assert.equal((await looks(acme, made)).statusCode, 200);
  assert.deepEqual(await gil.eventsDuring(() => owner.call(contract.deleteRealmIcon, {})), []);
});

test("an organization has a logo for light backgrounds and one for dark backgrounds", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const logo = (night: boolean) => owner.call(contract.getRealmLogo, { night });
  const upload = async (night: boolean) =>
    (await owner.connection.call(contract.setRealmLogo, { night }, { file: await picture(1600, 100) })).logo_url;
  const made = `${acme.realm.url}/static/logo.svg`;
  const madeForNight = `${acme.realm.url}/static/night-logo.svg`;
  assert.deepEqual([await logo(false), await logo(true)], [{ logo_url: made }, { logo_url: madeForNight }]);
  for (const url of [made, madeForNight]) {
    const { statusCode, headers, payload } = await looks(acme, url);
    assert.deepEqual([statusCode, headers["content-type"]], [200, "image/svg+xml; charset=utf-8"]);
    assert.match(payload, /aria-label="Acme"/);
  }

  let night_logo_url = "";
  const heard = await owner.eventsDuring(async () => {
    night_logo_url = await upload(true);
  });
  assert.deepEqual(heard, [
    { type: "realm", op: "update_dict", property: "night_logo", data: { night_logo_url, night_logo_source: "U" } },
  ]);
  assert.deepEqual(await sizeAt(acme, night_logo_url), [800, 50]);
  const logo_url = await upload(false);
  const state: Record<string, unknown> = await owner.call(registration.register, { fetch_event_types: ["realm"] });
  assert.deepEqual(
    [state.realm_logo_url, state.realm_logo_source, state.realm_night_logo_url, state.realm_night_logo_source],
    [logo_url, "U", night_logo_url, "U"],
  );
  const removed = await owner.eventsDuring(() => owner.call(contract.deleteRealmLogo, {}));
  assert.deepEqual(removed, [
    { type: "realm", op: "update_dict", property: "logo", data: { logo_url: made, logo_source: "D" } },
  ]);
  assert.deepEqual(await logo(true), { logo_url: night_logo_url });
});

test("a small logo is not enlarged", async (t) => {
  const acme = await org(t);
  const { logo_url } = await acme.owner.connection.call(contract.setRealmLogo, {}, { file: await picture(60, 20) });
  assert.deepEqual(await sizeAt(acme, logo_url), [60, 20]);
});

test("only administrators can change the organization's pictures, and invalid files are rejected", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const mod = await acme.moderator("Mo");
  const heard = await owner.eventsDuring(async () => {
    for (const what of ["icon", "logo"]) {
      for (const method of ["POST", "DELETE"]) {
        const { code, msg } = await mod.asks(method, `/realm/${what}`);
        assert.deepEqual([code, msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
      }
      assert.equal((await owner.asks("POST", `/realm/${what}`)).msg, `You must upload exactly one ${what}.`);
      const form = new FormData();
      form.set("file", asFile(new Uint8Array(5 * 1024 * 1024 + 1), "a.png", "image/png"));
      const request = new Request("http://x", { method: "POST", body: form });
      const large = await ask(acme.server, `POST /realm/${what}`, {
        host: acme.realm.host,
        as: owner,
        headers: { "content-type": request.headers.get("content-type") as string },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      assert.equal(large.body.msg, "Uploaded file is larger than the allowed limit of 5 MiB");
    }
    const file = asFile("hello", "a.png", "image/png");
    await assert.rejects(owner.connection.call(contract.setRealmIcon, {}, { file }), { code: "BAD_IMAGE" });
    const wrong = owner.asks("DELETE", "/realm/logo", { night: "perhaps" });
    assert.equal((await wrong).msg, "night is not valid JSON");
  });
  assert.deepEqual(heard, []);
});
