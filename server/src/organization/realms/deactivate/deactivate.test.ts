import assert from "node:assert/strict";
import { after } from "node:test";
import { ask, type TestResponse, told } from "../../../../test/ask.ts";
import { Browser } from "../../../../test/browser.ts";
import { listen, type Organization, org, type Person, test, until, useServer } from "../../../../test/index.ts";
import { Mailbox } from "../../../../test/mailbox.ts";
import { startServer } from "../../../../test/server.ts";
import { registration } from "../../../contract.ts";
import { createInviteLink, getInvites } from "../../../joining/invites/contract.ts";
import { Role } from "../../../kernel/access/roles.ts";
import { change } from "../../../kernel/context.ts";
import { serverContext } from "../../../kernel/server-context.ts";
import { PASSWORD, withPassword } from "../../../people/sign-in/testing.ts";
import { deactivateRealm } from "../contract.ts";
import { reactivateRealm } from "./actions.ts";

const DAY = 24 * 3600;
const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url }));

async function reactivate({ server: { app }, realm }: Organization): Promise<void> {
  const current = await app.identities.realmById(app.database.reader, realm.id);
  await change(serverContext(app, current), reactivateRealm);
}

const looks = ({ server, realm }: Organization, as?: Person): Promise<TestResponse> =>
  ask(server, "GET /users/me", { host: realm.host, ...(as ? { as } : {}) });

const closed = {
  status: 401,
  result: "error",
  msg: "This organization has been deactivated",
  code: "UNAUTHORIZED",
};

test("only an owner can deactivate the organization", async (t) => {
  const acme = await org(t);
  for (const person of [await acme.administrator("Ann"), await acme.member("Ada"), await acme.guest("Gil")])
    await assert.rejects(person.call(deactivateRealm, {}), {
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
  assert.equal((await looks(acme, acme.owner)).status, 200);
});

test("deactivation invalidates all credentials, and keeps visitors out", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await withPassword(acme, await acme.member("Ada")), await acme.guest("Gil")];
  const bot = await acme.bot("Robin", ada);
  await acme.owner.asks("PATCH", "/realm", { enable_spectator_access: "true" });
  await acme.channel("open", [acme.owner], { is_web_public: true });
  const visits = () => ask(acme.server, "POST /register", { host: acme.realm.host, form: {} });
  assert.equal((await visits()).status, 200);
  assert.deepEqual(await acme.owner.call(deactivateRealm, {}), {});
  for (const person of [acme.owner, ada, gil, bot]) assert.deepEqual(told(await looks(acme, person)), closed);
  assert.equal((await visits()).status, 401);
  const form = { username: ada.email, password: PASSWORD };
  const signIn = await ask(acme.server, "POST /fetch_api_key", { host: acme.realm.host, form });
  assert.deepEqual([signIn.status, signIn.body.code], [401, "REALM_DEACTIVATED"]);
  const settings = await ask(acme.server, "GET /server_settings", { host: acme.realm.host });
  assert.equal(settings.body.realm_web_public_access_enabled, false);
});

test("browser sessions end too, and do not return with the organization", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  assert.equal((await browser.calls("GET /users/me")).status, 200);
  await acme.owner.call(deactivateRealm, {});
  assert.equal((await browser.calls("GET /users/me")).status, 401);
  await reactivate(acme);
  assert.equal((await browser.calls("GET /users/me")).status, 401);
});

test("invitations are revoked, and do not return with the organization", async (t) => {
  const acme = await org(t);
  await acme.owner.call(createInviteLink, { invite_expires_in_minutes: null });
  await acme.owner.call(deactivateRealm, {});
  await reactivate(acme);
  assert.deepEqual((await acme.owner.call(getInvites, {})).invites, []);
});

test("owners get an email that says what happens to the data", async (t) => {
  const acme = await org(t);
  const olga = await acme.person(`Olga ${acme.realm.string_id}`, Role.owner);
  const otto = await acme.person(`Otto ${acme.realm.string_id}`, Role.owner);
  await otto.asks("PATCH", "/settings", { default_language: "de" });
  await olga.call(deactivateRealm, { deletion_delay_days: 14 });
  const mail = await mailbox.next(olga.email);
  assert.equal(mail.subject, "Acme has been deactivated");
  assert.match(mail.text ?? "", new RegExp(`${olga.name} deactivated Acme`));
  const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(
    acme.clock.now() + 14 * DAY * 1000,
  );
  assert.match(mail.text ?? "", new RegExp(`will be deleted on ${day}`));
  assert.equal((await mailbox.next(otto.email)).subject, "Acme ist deaktiviert");
});

test("waiting clients get it as their last event, and all queues are deleted", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const ears = [await listen(ada), await listen(gil)];
  const polls = ears.map((ear) => ear.hears({}));
  await until(() => acme.server.app.queues.waiting >= 2);
  await acme.owner.call(deactivateRealm, {});
  const event = { type: "realm", op: "deactivated", realm_id: acme.realm.id };
  assert.deepEqual(await Promise.all(polls), [[event], [event]]);
  const { reader } = acme.server.app.database;
  const left = await reader.selectFrom("event_queue").select("id").where("realm_id", "=", acme.realm.id).execute();
  assert.deepEqual(left, []);
  await reactivate(acme);
  await assert.rejects(
    ada.call(registration.getEvents, { queue_id: (ears[0] as { queue_id: string }).queue_id, dont_block: true }),
    { code: "BAD_EVENT_QUEUE_ID" },
  );
});

test("the operator can reactivate it, with all of its data", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const id = await ada.sends("#design > logo", "hi");
  await acme.owner.call(deactivateRealm, { deletion_delay_days: 14 });
  await reactivate(acme);
  assert.equal((await looks(acme, ada)).status, 200);
  assert.equal((await ada.asks("GET", `/messages/${id}`)).result, "success");
  const { reader } = acme.server.app.database;
  const row = await reader.selectFrom("realm").selectAll().where("id", "=", acme.realm.id).executeTakeFirst();
  assert.deepEqual([row?.is_active, row?.scheduled_deletion_at], [true, null]);
  await assert.rejects(reactivate(acme), { message: "The organization is active." });
});

test("data is deleted after two weeks at the earliest, or never", async (t) => {
  const { owner, server, realm } = await org(t);
  for (const deletion_delay_days of [13, 0, -1])
    await assert.rejects(owner.call(deactivateRealm, { deletion_delay_days }), {
      code: "BAD_REQUEST",
      message: "Data deletion time must be at least 14 days in the future.",
    });
  assert.equal(
    (await owner.asks("POST", "/realm/deactivate", { deletion_delay_days: "soon" })).msg,
    "deletion_delay_days is not valid JSON",
  );
  assert.equal(
    (await owner.asks("POST", "/realm/deactivate", { deletion_delay_days: "2147483648" })).msg,
    "deletion_delay_days is too large",
  );
  const planned = async () => {
    const row = server.app.database.reader.selectFrom("realm").selectAll().where("id", "=", realm.id);
    return (await row.executeTakeFirstOrThrow()).scheduled_deletion_at;
  };
  await owner.call(deactivateRealm, { deletion_delay_days: 30 });
  assert.equal(await planned(), Math.floor(server.clock.now() / 1000) + 30 * DAY);
});

test("null means that no data is deleted", async (t) => {
  const { owner, server, realm } = await org(t);
  assert.equal((await owner.asks("POST", "/realm/deactivate", { deletion_delay_days: "null" })).result, "success");
  const row = server.app.database.reader.selectFrom("realm").selectAll().where("id", "=", realm.id);
  assert.equal((await row.executeTakeFirstOrThrow()).scheduled_deletion_at, null);
});
