import assert from "node:assert/strict";
import { told } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { endOtherSessions, endSession, getSessions } from "./contract.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

async function signsIn(acme: Organization, person: Person, userAgent = FIREFOX): Promise<Browser> {
  const browser = new Browser(acme);
  browser.headers = { "user-agent": userAgent };
  await browser.signsIn(person.email, PASSWORD);
  return browser;
}

interface ListedSession {
  readonly id: number;
  readonly device: string;
  readonly begun_at: number;
  readonly last_seen_at: number;
  readonly expires_at: number;
  readonly is_current: boolean;
}

const listed = async (browser: Browser): Promise<readonly ListedSession[]> =>
  (await browser.calls("GET /users/me/sessions")).body.sessions as readonly ListedSession[];

const isIn = async (browser: Browser): Promise<boolean> => (await browser.calls("GET /users/me")).status === 200;

test("a user sees in which browsers they are signed in", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await withPassword(acme, ada);
  await withPassword(acme, ben);
  const laptop = await signsIn(acme, ada);
  const begun = acme.clock.now() / 1000;
  await acme.clock.leap({ days: 2 });
  const phone = await signsIn(acme, ada, SAFARI);
  await signsIn(acme, ben);
  const [second, first, ...more] = await listed(laptop);
  assert.deepEqual(more, [], "nobody else's");
  assert.deepEqual([second?.device, first?.device], ["Safari, iOS", "Firefox, Linux"]);
  assert.deepEqual([second?.is_current, first?.is_current], [false, true]);
  assert.deepEqual(
    (await listed(phone)).map(({ is_current }) => is_current),
    [true, false],
  );
  assert.equal(first?.last_seen_at, first?.begun_at);
  assert.ok(Math.abs((first?.begun_at ?? 0) - begun) < 5);
  await laptop.opens("/");
  assert.equal((await listed(laptop))[1]?.last_seen_at, Math.floor(acme.clock.now() / 1000), "opening it is using it");
  // With an API key there is no current session.
  const { sessions } = await ada.call(getSessions, {});
  assert.deepEqual(
    sessions.map(({ is_current }) => is_current),
    [false, false],
  );
  await acme.clock.leap({ days: 13 });
  assert.deepEqual(
    (await ada.call(getSessions, {})).sessions.map(({ device }) => device),
    ["Safari, iOS", "Firefox, Linux"],
  );
  await acme.clock.leap({ days: 2 });
  assert.deepEqual((await ada.call(getSessions, {})).sessions, [], "expired ones are gone");
});

test("a user signs out one browser", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await withPassword(acme, ada);
  const [laptop, phone] = [await signsIn(acme, ada), await signsIn(acme, ada, SAFARI)];
  const [second] = await listed(laptop);
  const answer = await laptop.calls(`DELETE /users/me/sessions/${second?.id}`, {});
  assert.deepEqual(told(answer), { status: 200, result: "success", msg: "" });
  assert.deepEqual([await isIn(laptop), await isIn(phone)], [true, false]);
  const [own] = await listed(laptop);
  await ada.call(endSession, { session_id: own?.id as never });
  assert.ok(!(await isIn(laptop)), "also the last one");
});

test("nobody signs out others", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await withPassword(acme, ada);
  const laptop = await signsIn(acme, ada);
  const [own] = await listed(laptop);
  const bot = await acme.bot("Helper", ada);
  for (const person of [ben, acme.owner]) {
    await assert.rejects(person.call(endSession, { session_id: own?.id as never }), /Invalid session ID/);
    await person.call(endOtherSessions, {});
  }
  for (const operation of [getSessions, endOtherSessions])
    await assert.rejects(bot.call(operation, {}), /This endpoint does not accept bot requests/);
  assert.ok(await isIn(laptop));
  await assert.rejects(ada.call(endSession, { session_id: 999_999 as never }), /Invalid session ID/);
});

test("a user signs out everywhere else", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await withPassword(acme, ada);
  const [laptop, phone, tablet] = [
    await signsIn(acme, ada),
    await signsIn(acme, ada, SAFARI),
    await signsIn(acme, ada),
  ];
  assert.equal((await laptop.calls("DELETE /users/me/sessions", {})).status, 200);
  assert.deepEqual([await isIn(laptop), await isIn(phone), await isIn(tablet)], [true, false, false]);
  await ada.call(endOtherSessions, {});
  assert.ok(!(await isIn(laptop)), "with an API key, all of them");
});
