import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { TestResponse } from "../../test/ask.ts";
import { Browser } from "../../test/browser.ts";
import { linkIn, Mailbox } from "../../test/mailbox.ts";
import { type Engine, engines, startServer, type TestServer } from "../../test/server.ts";
import { createOrganization } from "./create.ts";
import { offerSetup } from "./key.ts";
import { setupPage } from "./page.ts";

const WANTED = {
  organization: "Tideline",
  full_name: "Olivia Owner",
  email: "olivia@example.com",
  password: "correct horse battery staple",
  timezone: "Asia/Tokyo",
};

const WELCOME = /^\/#narrow\/channel\/\d+-general\/topic\/welcome$/;

interface Fresh {
  readonly server: TestServer;
  readonly link: string;
  browser(): Browser;
}

/** A server without an organization, and the link it printed. */
async function fresh(t: TestContext, engine: Engine, config: { smtpUrl?: string } = {}): Promise<Fresh> {
  const server = await startServer(engine, config, { isNew: true });
  t.after(() => server.close());
  const realm = { url: "http://chat.test", host: "chat.test" };
  return {
    server,
    link: (await offerSetup(server.app)) as string,
    browser: () => new Browser({ server, realm }),
  };
}

const headingOf = ({ text }: TestResponse) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
const hasForm = ({ text }: TestResponse) => text.includes("<form");

function organizations({ app }: TestServer): Promise<number> {
  return app.database.reader
    .selectFrom("realm")
    .select("id")
    .execute()
    .then((rows) => rows.length);
}

for (const engine of engines) {
  test(`without the key the set-up page has no form [${engine}]`, async (t) => {
    const { server, link, browser } = await fresh(t, engine);
    assert.match((await browser().opens("/")).text, /http:\/\/chat\.test\/setup\//);
    for (const path of ["/setup/", "/setup/?key=", "/setup/?key=wrong", `${link}x`, link.toLowerCase()]) {
      const page = await browser().opens(path);
      assert.deepEqual([page.status, hasForm(page)], [403, false], path);
    }
    assert.equal((await browser().opens(link)).status, 200);
    // A form that was loaded with the key does not work with another one.
    const sent = await browser().fills(link, { ...WANTED, key: "A".repeat(32) });
    assert.deepEqual([sent.status, hasForm(sent)], [403, false]);
    const forged = await browser().asks("POST //setup/", {
      ...WANTED,
      key: new URL(link).searchParams.get("key") ?? "",
    });
    assert.equal(forged.status, 403);
    assert.equal(await organizations(server), 0);
  });

  test(`the key is stored as a hash, and each start invalidates the previous one [${engine}]`, async (t) => {
    const { server, link, browser } = await fresh(t, engine);
    const { reader } = server.app.database;
    const stored = await reader.selectFrom("installation").selectAll().executeTakeFirstOrThrow();
    assert.ok(stored.setup_key_hash);
    assert.ok(!JSON.stringify(stored).includes(new URL(link).searchParams.get("key") as string));
    const newer = (await offerSetup(server.app)) as string;
    assert.equal((await browser().opens(link)).status, 403);
    assert.equal((await browser().opens(newer)).status, 200);
  });

  test(`the set-up creates an organization whose owner is signed in and finds three messages [${engine}]`, async (t) => {
    const { server, link, browser } = await fresh(t, engine);
    const owner = browser();
    const made = await owner.fills(link, WANTED);
    assert.deepEqual([made.status, made.headers.location], [302, "/setup/people/"]);
    const me = (await owner.calls("GET /users/me")).body;
    assert.deepEqual([me.full_name, me.delivery_email, me.role], ["Olivia Owner", WANTED.email, 100]);
    assert.equal(me.timezone, "Asia/Tokyo");
    const registered = await owner.calls("POST /register", {
      fetch_event_types: '["message", "update_message_flags", "realm"]',
    });
    assert.equal(registered.body.realm_name, "Tideline");
    const log = (await owner.calls("GET /audit_log")).body.entries as { action: string; actor_kind: string }[];
    assert.deepEqual(
      [...new Set(log.map(({ action }) => action))].sort(),
      [...(setupPage.audit as readonly string[])].sort(),
      "whatever the page declares is recorded",
    );
    assert.deepEqual([...new Set(log.map(({ actor_kind }) => actor_kind))], ["operator"]);
    const { streams } = registered.body.unread_msgs as { streams: { topic: string; unread_message_ids: number[] }[] };
    assert.deepEqual(
      streams.map(({ topic, unread_message_ids }) => [topic, unread_message_ids.length]),
      [["welcome", 3]],
    );
    for (const id of streams[0]?.unread_message_ids ?? [])
      assert.equal((await owner.calls(`DELETE /messages/${id}`)).status, 200);
    // This key is used up, and so are all others.
    assert.equal((await browser().opens(link)).headers.location, "/");
    assert.equal(await offerSetup(server.app), undefined);
  });

  test(`nobody has proven the owner's address until they open a link that is sent to it [${engine}]`, async (t) => {
    const mailbox = await Mailbox.open();
    t.after(() => mailbox.close());
    const { server, link, browser } = await fresh(t, engine, { smtpUrl: mailbox.url });
    const owner = browser();
    await owner.fills(link, WANTED);
    const { user_id } = (await owner.calls("GET /users/me")).body;
    const unverified = async () => (await owner.calls("GET /users/unverified_emails")).body.user_ids;
    assert.deepEqual(await unverified(), [user_id]);
    const mail = await mailbox.next(WANTED.email);
    assert.equal(mail.subject, "Confirm your email address for Tideline");
    const page = linkIn(mail, "/accounts/confirm_email/");
    assert.match((await browser().opens(page)).headers.location ?? "", /^\/login\/\?next=/, "not for others");
    assert.equal((await owner.fills(page, {})).status, 200);
    assert.deepEqual(await unverified(), []);
    await server.app.jobs.settled();
  });

  test(`without email, the owner's address stays unconfirmed, and nothing is sent [${engine}]`, async (t) => {
    const { link, browser } = await fresh(t, engine);
    const owner = browser();
    await owner.fills(link, WANTED);
    const { user_id } = (await owner.calls("GET /users/me")).body;
    assert.deepEqual((await owner.calls("GET /users/unverified_emails")).body.user_ids, [user_id]);
    assert.equal((await owner.calls("PATCH /settings", { email: WANTED.email })).status, 200);
    assert.deepEqual((await owner.calls("GET /users/unverified_emails")).body.user_ids, [user_id]);
  });

  test(`an organization speaks the language in which it was set up [${engine}]`, async (t) => {
    const { link, browser } = await fresh(t, engine);
    const owner = browser();
    owner.headers = { "accept-language": "zh-CN,en;q=0.8" };
    await owner.fills(link, WANTED);
    const { body } = await owner.calls("POST /register", {
      fetch_event_types: '["realm", "subscription", "user_settings", "update_message_flags", "message"]',
    });
    const { default_language } = body.user_settings as { default_language: string };
    assert.deepEqual([body.realm_default_language, default_language], ["zh-hans", "zh-hans"]);
    const names = (body.subscriptions as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names.sort(), ["Parley", "综合", "试验场"]);
    const { streams } = body.unread_msgs as { streams: { topic: string }[] };
    assert.equal(streams[0]?.topic, "欢迎");
  });

  test(`invalid fields get an error, and nothing is created [${engine}]`, async (t) => {
    const { server, link, browser } = await fresh(t, engine);
    for (const [field, value] of [
      ["organization", " "],
      ["organization", "a".repeat(41)],
      ["organization", "a\u0000b"],
      ["full_name", "x"],
      ["full_name", "<b>*</b>"],
      ["email", "olivia"],
      ["password", "password"],
      ["password", "olivia@example.com"],
      ["password", "a".repeat(2000)],
    ] as const) {
      const page = await browser().fills(link, { ...WANTED, [field]: value });
      const faults = [...page.text.matchAll(/class="error" id="(\w+)-note"/g)].map(([, name]) => name);
      assert.deepEqual([page.status, faults], [400, [field]], `${field}: ${value.slice(0, 20)}`);
      assert.ok(!page.text.includes(WANTED.password), "no password is sent back");
    }
    assert.equal(await organizations(server), 0);
    assert.equal((await browser().fills(link, WANTED)).status, 302, "the key is still valid");
  });

  test(`of two concurrent set-ups one succeeds, and the other gets an error [${engine}]`, async (t) => {
    const { server, link, browser } = await fresh(t, engine);
    const both = [browser(), browser()] as const;
    const pages = [await both[0].opens(link), await both[1].opens(link)] as const;
    const answers = await Promise.all(
      both.map((each, index) => each.sends(pages[index] as TestResponse, { ...WANTED, organization: `Org ${index}` })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 403]);
    const loser = answers.find(({ status }) => status === 403) as TestResponse;
    assert.equal(headingOf(loser), "Parley is already set up");
    assert.equal(await organizations(server), 1);
  });

  test(`creating an organization on the command line ends the set-up [${engine}]`, async (t) => {
    const { server, link, browser } = await fresh(t, engine);
    const visitor = browser();
    const page = await visitor.opens(link);
    const owner = { email: "ada@example.com", fullName: "Ada", password: null };
    await createOrganization(server.app, { name: "Acme", owner });
    assert.equal(headingOf(await visitor.sends(page, WANTED)), "Parley is already set up");
    assert.equal(await organizations(server), 1);
  });

  test(`what comes with an organization is stored together with it [${engine}]`, async (t) => {
    const { server } = await fresh(t, engine);
    const owner = { email: "ada@example.com", fullName: "Ada", password: null };
    const failing = () => Promise.reject(new Error("The disk is full."));
    await assert.rejects(createOrganization(server.app, { name: "Acme", owner, alongside: failing }), /disk is full/);
    assert.equal(await organizations(server), 0);
    await createOrganization(server.app, { name: "Acme", owner, alongside: async () => {} });
    assert.equal(await organizations(server), 1);
  });

  test(`the last step invites by email and by link, and reports invalid addresses [${engine}]`, async (t) => {
    const mailbox = await Mailbox.open();
    t.after(() => mailbox.close());
    const { link, browser } = await fresh(t, engine, { smtpUrl: mailbox.url });
    const owner = browser();
    await owner.fills(link, WANTED);
    const people = await owner.opens("/setup/people/");
    assert.doesNotMatch(people.text, /\/join\/|sends no email/);
    const says = async (emails: string) => {
      const answer = await owner.sends(people, { emails, what: "invite" });
      return [
        answer.status,
        /class="error" id="emails-note">([^<]*)</.exec(answer.text)?.[1] ?? answer.headers.location,
      ];
    };
    assert.deepEqual(await says(" , "), [400, "Enter at least one address, or choose Later."]);
    assert.deepEqual(await says("ben@example.com, nonsense"), [400, "These cannot be invited: nonsense."]);
    const [status, where] = await says("ben@example.com\nBo <bo@example.com>");
    assert.equal(status, 302);
    assert.match(String(where), WELCOME, "and begins in the topic with the first messages");
    const some = await says("olivia@example.com, cy@example.com");
    assert.deepEqual(some, [400, "The others were invited. These already have accounts: olivia@example.com."]);
    const shared = await owner.sends(people, { emails: "later@example.com", what: "link" });
    const [url = ""] = /http:\/\/chat\.test\/join\/\w+\//.exec(shared.text) ?? [];
    assert.match(shared.text, /later@example\.com/);
    assert.match((await browser().opens(url)).text, /Olivia Owner invited you to Tideline as a member\./);
    const { invites } = (await owner.calls("GET /invites")).body as { invites: { email?: string }[] };
    assert.deepEqual(
      invites.map(({ email }) => email),
      ["ben@example.com", "bo@example.com", "cy@example.com", undefined],
    );
    assert.equal((await browser().opens("/setup/people/")).headers.location, "/", "visitors cannot invite people");
  });

  test(`without a mail server the last step shows a link to share, and one for each address [${engine}]`, async (t) => {
    const { link, browser } = await fresh(t, engine);
    const owner = browser();
    await owner.fills(link, { ...WANTED, timezone: "Middle/Earth" });
    assert.equal((await owner.calls("GET /users/me")).body.timezone, "", "no such place");
    const people = await owner.opens("/setup/people/");
    assert.match(people.text, /This server sends no email/);
    const [url = ""] = /http:\/\/chat\.test\/join\/\w+\//.exec(people.text) ?? [];
    const joined = await browser().fills(url, {
      email: "nora@example.com",
      full_name: "Nora Newcomer",
      password: WANTED.password,
    });
    assert.equal(joined.status, 302);
    assert.match(String(joined.headers.location), WELCOME, "where the owner is");

    const invited = await owner.sends(people, { emails: "ben@example.com, bo@example.com", what: "invite" });
    const links = [...invited.text.matchAll(/http:\/\/chat\.test\/accounts\/do_confirm\/\w+/g)].map(([found]) => found);
    assert.deepEqual([invited.status, new Set(links).size], [200, 2]);
    assert.match((await browser().opens(`${links[0]}/`)).text, /ben@example\.com/);
    assert.equal((await browser().opens("/setup/people/")).headers.location, "/", "visitors do not see the link");
  });
}
