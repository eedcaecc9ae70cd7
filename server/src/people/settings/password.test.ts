import assert from "node:assert/strict";
import { ask, type TestResponse } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { updateSettings } from "./contract.ts";

const BETTER = "seven violet umbrellas at noon";

const signIn = ({ server, realm }: Organization, { email }: Person, password: string): Promise<TestResponse> =>
  ask(server, "POST /fetch_api_key", { host: realm.host, form: { username: email, password } });

test("the old password allows setting a new one, and the API key stays the same", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const heard = await ada.eventsDuring(() =>
    ada.call(updateSettings, { old_password: PASSWORD, new_password: BETTER }),
  );
  assert.deepEqual(heard, []);
  assert.equal((await signIn(acme, ada, PASSWORD)).status, 401);
  assert.equal((await signIn(acme, ada, BETTER)).body.api_key, ada.apiKey);
});

test("a new password ends all other sessions", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const [here, elsewhere] = [new Browser(acme), new Browser(acme)];
  for (const browser of [here, elsewhere]) await browser.signsIn(ada.email, PASSWORD);
  const answer = await here.calls("PATCH /settings", { old_password: PASSWORD, new_password: BETTER });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await here.calls("GET /users/me")).status, 200);
  assert.equal((await elsewhere.calls("GET /users/me")).status, 401);
});

test("with a wrong or missing old password, or an account without one, nothing changes", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await withPassword(acme, await acme.member("Ada")), await acme.member("Ben")];
  const heard = await ada.eventsDuring(async () => {
    for (const old of [{ old_password: "wrong" }, { old_password: "" }, {}]) {
      const request = { ...old, new_password: BETTER, full_name: "Adele", enter_sends: false };
      await assert.rejects(ada.call(updateSettings, request), { code: "BAD_REQUEST", message: "Wrong password!" });
    }
  });
  assert.deepEqual(heard, []);
  await assert.rejects(ben.call(updateSettings, { old_password: "", new_password: BETTER }), {
    message: "Wrong password!",
  });
  assert.equal((await signIn(acme, ada, PASSWORD)).status, 200);
});

test("passwords that are easy to guess are rejected, also those made from the account's data", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada Lovelace"));
  for (const new_password of ["x7!Kq", "password", "abcdefgh", "ada lovelace"])
    await assert.rejects(ada.call(updateSettings, { old_password: PASSWORD, new_password }), {
      message: "New password is too weak!",
    });
  await assert.rejects(ada.call(updateSettings, { old_password: PASSWORD, new_password: "x7!Kq ".repeat(17) }), {
    message: "new_password is too long (limit: 100 characters)",
  });
  assert.equal((await signIn(acme, ada, PASSWORD)).status, 200);
});

test("an old password alone changes nothing, even if it is wrong", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  await ada.call(updateSettings, { old_password: "wrong" });
  await ada.call(updateSettings, { old_password: "wrong", new_password: "" });
  assert.equal((await signIn(acme, ada, PASSWORD)).status, 200);
});

test("wrong old passwords and failed sign-ins share a limit", async (t) => {
  const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "authenticate_by_username=3/1800" });
  const server = await startServer("sqlite", { rateLimits });
  t.after(() => server.close());
  const acme = await org(t, server);
  const ada = await withPassword(acme, await acme.member("Ada"));
  await signIn(acme, ada, "wrong");
  for (const old_password of ["a", "b"])
    await assert.rejects(ada.call(updateSettings, { old_password, new_password: BETTER }), {
      message: "Wrong password!",
    });
  await assert.rejects(ada.call(updateSettings, { old_password: PASSWORD, new_password: BETTER }), {
    code: "RATE_LIMIT_HIT",
  });
});
