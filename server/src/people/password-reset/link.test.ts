/** Password reset links that administrators hand over, on a server that sends no email (decision 080). */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { pino } from "pino";
import { ask } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { outboxFile } from "../../kernel/mail/mailer.ts";
import { getMessages } from "../../messages/contract.ts";
import { PASSWORD, withPassword } from "../sign-in/testing.ts";
import { getUnverifiedEmails, updateUser } from "../users/contract.ts";
import { changeUser } from "../users/store.ts";
import { makePasswordResetLink } from "./contract.ts";

const logged: string[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void logged.push(line) });
useServer((engine) => startServer(engine, {}, { log }));

const NEW_PASSWORD = "a lighthouse keeps its own hours";

const linkFor = async (maker: Person, { id: user_id }: Pick<Person, "id">) =>
  (await maker.call(makePasswordResetLink, { user_id })).reset_link;

const statusOf = async (acme: Organization, link: string) => (await new Browser(acme).opens(link)).status;

const signIn = async ({ server, realm }: Organization, username: string, password: string) =>
  (await ask(server, "POST /fetch_api_key", { host: realm.host, form: { username, password } })).status;

test("an administrator's link lets a person choose a new password, once, and the person is told", async (t) => {
  const acme = await org(t);
  const ann = await acme.administrator("Ann");
  const ada = await withPassword(acme, await acme.member("Ada"));
  const elsewhere = new Browser(acme);
  await elsewhere.signsIn(ada.email, PASSWORD);

  const { reset_link, expires_at } = await ann.call(makePasswordResetLink, { user_id: ada.id });
  assert.equal(new URL(reset_link).origin, acme.realm.url);
  assert.equal(expires_at, Math.floor(acme.clock.now() / 1000) + 86_400);
  const narrow = [{ operator: "is", operand: "dm" }] as never;
  const { messages } = await ada.call(getMessages, { anchor: "newest", num_before: 1, num_after: 0, narrow });
  assert.match(messages[0]?.content ?? "", /Ann.* made a link to reset your password/);
  assert.ok(!(messages[0]?.content ?? "").includes("/accounts/password/reset/"));
  assert.equal(await signIn(acme, ada.email, PASSWORD), 200, "the old password works until then");

  const done = await new Browser(acme).fills(reset_link, { password: NEW_PASSWORD });
  assert.equal(done.status, 302);
  assert.equal((await elsewhere.calls("GET /users/me")).status, 401);
  assert.equal(await signIn(acme, ada.email, PASSWORD), 401);
  assert.equal(await signIn(acme, ada.email, NEW_PASSWORD), 200);
  assert.equal(await statusOf(acme, reset_link), 404);
});

test("a new link replaces the previous one, and it is valid for a day", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const [first, second] = [await linkFor(acme.owner, ada), await linkFor(acme.owner, ada)];
  assert.deepEqual([await statusOf(acme, first), await statusOf(acme, second)], [404, 200]);
  await acme.clock.leap({ hours: 24 });
  assert.equal(await statusOf(acme, second), 404);
});

test("links are for people whom the maker can manage", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ann, amy] = [await acme.administrator("Ann"), await acme.administrator("Amy")];
  const [ada, ben, mod] = [await acme.member("Ada"), await acme.member("Ben"), await acme.moderator("Mod")];
  const bot = await acme.bot("Robin", ada);
  await acme.deactivate(ben);
  const refused = (maker: Person, user_id: number, message: string) =>
    assert.rejects(maker.call(makePasswordResetLink, { user_id }), { message });
  for (const person of [ada, mod]) await refused(person, mod.id, "Must be an organization administrator");
  await refused(ann, owner.id, "Must be an organization owner");
  await refused(ann, ann.id, "Change your own password in your settings.");
  await refused(owner, owner.id, "Change your own password in your settings.");
  await refused(ann, bot.id, "No such user");
  await refused(ann, ben.id, "User is deactivated");
  await refused(ann, 10_000_000, "No such user");
  await owner.call(updateUser, { user_id: ada.id, role: 100 });
  await refused(ann, ada.id, "Must be an organization owner");
  for (const [maker, person] of [
    [ann, amy],
    [ann, mod],
    [owner, ada],
  ] as const)
    assert.equal(await statusOf(acme, await linkFor(maker, person)), 200);
  await owner.call(updateUser, { user_id: bot.id, role: 200 });
  await refused(bot, mod.id, "This endpoint does not accept bot requests.");
});

test("a link is worthless in another organization", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const link = await linkFor(acme.owner, await acme.member("Ada"));
  assert.equal(await statusOf(other, new URL(link).pathname), 404);
  const stranger = await acme.member("Ben");
  await assert.rejects(other.owner.call(makePasswordResetLink, { user_id: stranger.id }), { message: "No such user" });
});

test("a link ends when its maker could not make it any more", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ann, amy] = [await acme.administrator("Ann"), await acme.administrator("Amy")];
  const [ada, ben, eve] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Eve")];
  const [forAda, forBen, forEve] = [await linkFor(ann, ada), await linkFor(amy, ben), await linkFor(ann, eve)];
  const page = await new Browser(acme).opens(forAda);
  assert.equal(page.status, 200);
  await owner.call(updateUser, { user_id: eve.id, role: 100 });
  assert.equal(await statusOf(acme, forEve), 404, "the person is an owner now");
  await owner.call(updateUser, { user_id: ann.id, role: 300 });
  assert.equal(await statusOf(acme, forAda), 404, "the maker is no administrator any more");
  await acme.deactivate(amy);
  assert.equal(await statusOf(acme, forBen), 404, "the maker is gone");
});

test("a new password, a new address or deactivation ends a link", async (t) => {
  const acme = await org(t);
  const [ada, ben, eve] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Eve")];
  const links = [await linkFor(acme.owner, ada), await linkFor(acme.owner, ben), await linkFor(acme.owner, eve)];
  await withPassword(acme, ada);
  await acme.alter((tx) => changeUser(tx, ben.id, { delivery_email: "benjamin@example.com" }));
  await acme.deactivate(eve);
  for (const link of links) assert.equal(await statusOf(acme, link), 404);
});

test("a link proves nothing about the address, and organizations without passwords have none", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.alter((tx) => changeUser(tx, ada.id, { is_email_verified: false }));
  await new Browser(acme).fills(await linkFor(acme.owner, ada), { password: NEW_PASSWORD });
  assert.deepEqual((await acme.owner.call(getUnverifiedEmails, {})).user_ids, [ada.id]);
  await acme.alter((tx) =>
    tx
      .updateTable("realm")
      .set({ settings: JSON.stringify({ name: "Acme", authentication_methods: { Email: false } }) })
      .where("id", "=", acme.realm.id)
      .execute(),
  );
  await assert.rejects(linkFor(acme.owner, ada), { message: "This organization does not use password sign-in." });
});

test("the log says who made a link for whom, but neither it nor the outbox contains the link", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  logged.length = 0;
  const key = (await linkFor(acme.owner, ada)).split("/").at(-2) as string;
  await acme.server.app.jobs.settled();
  const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.ok(lines.some(({ user_id, made_by }) => user_id === ada.id && made_by === acme.owner.id));
  assert.ok(!logged.some((line) => line.includes(key)));
  assert.ok(!existsSync(outboxFile(acme.server.app.config.dataDirectory)));
});

test("the page for forgotten passwords says that the server sends no email, and makes no link", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = new Browser(acme);
  const page = await browser.opens("/accounts/password/reset/");
  assert.match(page.text, /This server sends no email\. Ask an administrator/);
  assert.ok(!page.text.includes("<form"));
  await browser.opens("/login/");
  const sent = await browser.asks("POST //accounts/password/reset/", {
    email: ada.email,
    csrfmiddlewaretoken: browser.csrfToken,
  });
  assert.match(sent.text, /This server sends no email/);
  await acme.server.app.jobs.settled();
  const links = await acme.server.app.database.reader.selectFrom("one_time_link").selectAll().execute();
  assert.deepEqual(
    links.filter(({ user_id }) => user_id === ada.id),
    [],
  );
});
