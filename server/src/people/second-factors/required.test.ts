/** Organizations that require second factors of some roles. */
import assert from "node:assert/strict";
import { ask, told } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { createInviteLink } from "../../joining/invites/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { updateUser } from "../users/contract.ts";
import { confirms, isIn, Phone, setsUp, withAuthenticator } from "./testing.ts";

const STEP = "/login/set-up/";
const LOCKED_OUT = "people without a second factor are locked out, with their clients";

/** The owner has a second factor; returns their browser. */
async function requires(acme: Organization, roles: string): Promise<Browser> {
  acme.stopFollowing(LOCKED_OUT);
  const { browser } = await withAuthenticator(acme, acme.owner);
  await requiresAgain(browser, roles);
  return browser;
}

async function requiresAgain(browser: Browser, roles: string): Promise<void> {
  const { status, text } = await browser.calls("PATCH /realm", { two_factor_required_for: roles });
  assert.equal(status, 200, text);
}

const keyWorks = async ({ server, realm }: Organization, as: Person) =>
  (await ask(server, "GET /users/me", { host: realm.host, as })).status === 200;

/** Sets up the app that the page shows. Returns the last page. */
async function follows(acme: Organization, browser: Browser) {
  const page = await browser.opens(STEP);
  const [, secret = ""] = /<code class="secret-text">([^<]+)<\/code>/.exec(page.text) ?? [];
  const phone = new Phone(acme, secret.replaceAll(" ", ""));
  return { page, phone, done: await browser.sends(page, { code: phone.code() }) };
}

test("people in the role set one up when they sign in, and cannot go on without", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.administrator("Ada"));
  const before = new Browser(acme);
  await before.signsIn(ada.email, PASSWORD);
  await requires(acme, "administrators");
  assert.equal(await isIn(before), false, "the session that existed before");
  assert.equal((await before.opens("/")).headers.location, "/login/");
  assert.deepEqual(told(await ask(acme.server, "GET /users/me", { host: acme.realm.host, as: ada })), {
    status: 401,
    result: "error",
    msg: "This account needs two-factor authentication. Sign in with a browser.",
    code: "SECOND_FACTOR_REQUIRED",
  });
  const form = { username: ada.email, password: PASSWORD };
  const key = await ask(acme.server, "POST /fetch_api_key", { host: acme.realm.host, form });
  assert.deepEqual([key.status, key.body.code], [401, "SECOND_FACTOR_REQUIRED"]);

  assert.equal((await before.fills("/login/?next=/api/", form)).headers.location, STEP);
  assert.equal(await isIn(before), false);
  assert.equal((await before.opens("/login/second-factor/")).headers.location, "/login/", "there is none to ask for");
  const wrong = await before.fills(STEP, { code: "123456" });
  assert.match(wrong.text, /That code is wrong/);
  assert.equal((await before.fills(STEP, { code: "123456", setup: "forged" })).status, 400);
  const { done, phone } = await follows(acme, before);
  assert.equal(done.status, 200);
  const codes = [...done.text.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code]) => code as string);
  assert.equal(codes.length, 10);
  assert.match(done.text, /<a href="\/api\/">/);
  assert.equal(await isIn(before), true);

  const next = new Browser(acme);
  await next.signsIn(ada.email, PASSWORD);
  assert.equal((await next.fills("/login/second-factor/", { code: await phone.nextCode() })).status, 302);
  assert.equal(await keyWorks(acme, ada), false, "the key from before");
});

test("an account that has a second factor cannot set up another by its password alone", async (t) => {
  const acme = await org(t);
  const ada = await acme.administrator("Ada");
  await withAuthenticator(acme, ada);
  await requires(acme, "administrators");
  const thief = new Browser(acme);
  await thief.signsIn(ada.email, PASSWORD);
  assert.equal((await thief.opens(STEP)).headers.location, "/login/");
  const sent = await thief.asks(`POST /${STEP}`, { csrfmiddlewaretoken: thief.csrfToken, code: "123456" });
  assert.equal(sent.headers.location, "/login/");

  // Two browsers are asked to set one up; the slower one must not replace what the faster one did.
  const ben = await withPassword(acme, await acme.administrator("Ben"));
  const [fast, slow] = [new Browser(acme), new Browser(acme)];
  for (const browser of [fast, slow]) await browser.signsIn(ben.email, PASSWORD);
  const page = await slow.opens(STEP);
  assert.equal((await follows(acme, fast)).done.status, 200);
  const [, secret = ""] = /<code class="secret-text">([^<]+)<\/code>/.exec(page.text) ?? [];
  const late = await slow.sends(page, { code: new Phone(acme, secret.replaceAll(" ", "")).code() });
  assert.equal(late.headers.location, "/login/");
  assert.equal(await isIn(slow), false);
});

test("each choice includes the roles above it, and bots are never asked", async (t) => {
  const acme = await org(t);
  const people = {
    administrator: await acme.administrator("Ann"),
    moderator: await acme.moderator("Mo"),
    member: await acme.member("Mel"),
    guest: await acme.guest("Gus"),
  };
  const bot = await acme.bot("Robin", people.member);
  const owners = await requires(acme, "administrators");
  const works = async () => {
    const names: string[] = [];
    for (const [name, person] of Object.entries(people)) if (await keyWorks(acme, person)) names.push(name);
    return names;
  };
  assert.deepEqual(await works(), ["moderator", "member", "guest"]);
  await requiresAgain(owners, "moderators");
  assert.deepEqual(await works(), ["member", "guest"]);
  await requiresAgain(owners, "members");
  assert.deepEqual(await works(), ["guest"]);
  await requiresAgain(owners, "everyone");
  assert.deepEqual(await works(), []);
  assert.equal(await keyWorks(acme, bot), true);
  await requiresAgain(owners, "nobody");
  assert.equal((await works()).length, 4);
});

test("who is promoted into the role is asked at once", async (t) => {
  const acme = await org(t);
  const mel = await acme.member("Mel");
  const owners = await requires(acme, "administrators");
  assert.equal(await keyWorks(acme, mel), true);
  assert.equal((await owners.calls(`PATCH /users/${mel.id}`, { role: "200" })).status, 200);
  assert.equal(await keyWorks(acme, mel), false);
});

test("people who join set one up before they are in", async (t) => {
  const acme = await org(t);
  const { invite_link } = await acme.owner.call(createInviteLink, { stream_ids: [] });
  await requires(acme, "members");
  const browser = new Browser(acme);
  const form = { full_name: "Nina", email: "nina@example.com", password: "three paper cranes at dawn" };
  assert.equal((await browser.fills(invite_link, form)).headers.location, STEP);
  assert.equal(await isIn(browser), false);
  assert.equal((await follows(acme, browser)).done.status, 200);
  assert.equal(await isIn(browser), true);
});

test("only owners can require it, and only with a second factor of their own", async (t) => {
  const acme = await org(t);
  const ann = await acme.administrator("Ann");
  await assert.rejects(ann.call(updateRealm, { two_factor_required_for: "members" }), {
    message: /Must be an organization owner/,
  });
  await assert.rejects(acme.owner.call(updateRealm, { two_factor_required_for: "administrators" }), {
    message: "Set up two-factor authentication for your own account first.",
  });
  await assert.rejects(acme.owner.call(updateRealm, { two_factor_required_for: "some" as never }));
  assert.equal((await acme.owner.call(updateUser, { user_id: ann.id, role: 300 })) !== undefined, true);
});

test("who must have a second factor can replace it, but not remove it", async (t) => {
  const acme = await org(t);
  const owners = await requires(acme, "administrators");
  const confirmation = await confirms(owners);
  const refused = await owners.calls("DELETE /users/me/authenticator", { confirmation });
  assert.match(String(refused.body.msg), /requires a second factor/);
  const { body } = await owners.calls("GET /users/me/second_factors");
  assert.equal(body.is_required, true);
  assert.notEqual(body.authenticator, null);
  await acme.clock.leap({ seconds: 30 });
  await setsUp(acme, owners);
});
