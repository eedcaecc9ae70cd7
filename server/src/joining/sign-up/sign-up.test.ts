import assert from "node:assert/strict";
import { after } from "node:test";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { linkIn, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { defaultChannels, groups, invites, subscriptions, users } from "../../contract.ts";
import { Role } from "../../kernel/access/roles.ts";
import { readConfig } from "../../kernel/config.ts";
import { addDomain } from "../../organization/domains/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { Visitor } from "./testing.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url }));

const PASSWORD = "correct horse battery staple";
const PATH = "/accounts/do_confirm/";

/** All tests share the mailbox, so each uses its own addresses. */
const at = (acme: Organization, name: string) =>
  `${name}@${acme.realm.string_id}-${acme.server.app.config.databaseUrl ? "pg" : "lite"}.example.com`;

const mailedLink = async (email: string) => linkIn(await mailbox.next(email), PATH);

async function invited(who: Person, email: string, more: object = {}): Promise<string> {
  await who.call(invites.sendInvites, { invitee_emails: email, stream_ids: [], ...more });
  return mailedLink(email);
}

const registers = async (acme: Organization, link: string, fields: Record<string, string> = {}) =>
  (await new Visitor(acme).opens(link)).submits({ full_name: "Nora Newcomer", password: PASSWORD, ...fields });

async function find(acme: Organization, name: string) {
  const { members } = await acme.owner.call(users.getUsers, {});
  return members.find((user) => user.full_name === name);
}

async function channelsOf(acme: Organization, user_id: number): Promise<string[]> {
  const { streams } = (await acme.owner.asks("GET", "/streams", { include_all: "true" })) as never as {
    streams: { stream_id: number; name: string }[];
  };
  const { subscribed_channel_ids } = await acme.owner.call(subscriptions.getUserChannels, { user_id });
  return streams.filter(({ stream_id }) => subscribed_channel_ids.includes(stream_id)).map(({ name }) => name);
}

test("an invitation creates an account with its role, channels, groups and welcome message, and signs it in", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [owner], { invite_only: true });
  const { group_id } = await owner.call(groups.createUserGroup, { name: "crew", description: "", members: [owner.id] });
  const email = at(acme, "nora");
  const link = await invited(owner, email, {
    stream_ids: [stream_id],
    group_ids: [group_id],
    invite_as: Role.moderator,
    welcome_message_custom_text: "Bring **cake**.",
  });
  await ada.call(invites.sendInvites, { invitee_emails: email.toUpperCase(), stream_ids: [] });
  await ada.catchesUp();

  const visitor = await new Visitor(acme).opens(link);
  assert.deepEqual([visitor.status, visitor.heading], [200, "Welcome to Acme"]);
  assert.ok(visitor.text.includes(email));
  const heard = await owner.eventsDuring(() => visitor.submits({ full_name: " Nora Newcomer ", password: PASSWORD }));
  assert.deepEqual([visitor.status, visitor.location], [302, "/"]);

  const nora = await find(acme, "Nora Newcomer");
  assert.ok(nora);
  assert.deepEqual([nora.role, nora.delivery_email], [Role.moderator, email]);
  assert.deepEqual(await channelsOf(acme, nora.user_id), ["design"]);
  assert.equal((await visitor.asks("/users/me")).user_id, nora.user_id);
  assert.deepEqual(
    heard.map(({ type, op, group_id: id }) => [type, op, id === group_id].filter((part) => part !== undefined)),
    [
      ["realm_user", "add", false],
      ["user_group", "add_members", false],
      ["subscription", "peer_add", false],
      ["user_group", "add_members", true],
      ["message", false],
      ["invites_changed", false],
    ],
  );
  const { message } = heard[4] as never as { message: { sender_full_name: string; content: string } };
  assert.equal(message.sender_full_name, "Notification Bot");
  assert.match(message.content, new RegExp(`data-user-id="${nora.user_id}"`));
  // The other invitation to the address is revoked, and its inviter is notified.
  assert.equal((await ada.catchesUp()).filter(({ type }) => type === "invites_changed").length, 1);
  assert.deepEqual((await owner.call(invites.getInvites, {})).invites, []);

  const narrow = JSON.stringify([{ operator: "is", operand: "starred" }]);
  const query = new URLSearchParams({
    anchor: "newest",
    num_before: "9",
    num_after: "0",
    narrow,
    apply_markdown: "false",
  });
  const found = (await visitor.asks(`/messages?${query}`)).messages as { content: string }[];
  assert.equal(found.length, 2);
  assert.match(found[1]?.content ?? "", /Bring \*\*cake\*\*\./);

  assert.deepEqual([(await new Visitor(acme).opens(link)).status], [404]);
  const signedIn = await owner.call(users.fetchApiKey, { username: email, password: PASSWORD });
  assert.equal(signedIn.user_id, nora.user_id);
});

test("the inviter is not notified if they turned that off", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const link = await invited(ada, at(acme, "nora"), { notify_referrer_on_join: false });
  const heard = await ada.eventsDuring(() => registers(acme, link));
  assert.deepEqual(
    heard.filter(({ type }) => type === "message"),
    [],
  );
  assert.equal(heard.filter(({ type }) => type === "invites_changed").length, 1);
});

test("newcomers get default channels if the invitation includes them, and channels they choose", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await acme.channel("tea", [owner]);
  await acme.channel("vault", [owner], { invite_only: true });
  await owner.call(defaultChannels.createDefaultGroup, {
    group_name: "Pleasures",
    description: "For <breaks>",
    stream_names: ["tea", "vault"],
  });
  const plain = await registers(acme, await invited(owner, at(acme, "one")), { full_name: "One One" });
  assert.equal(plain.status, 302);
  assert.deepEqual(await channelsOf(acme, (await find(acme, "One One"))?.user_id as number), []);

  const link = await invited(owner, at(acme, "two"), { include_realm_default_subscriptions: true });
  const visitor = await new Visitor(acme).opens(link);
  const [, field = ""] = /type="checkbox" name="(group-\d+)"/.exec(visitor.text) ?? [];
  assert.ok(visitor.text.includes("For &lt;breaks&gt;"));
  await visitor.submits({
    full_name: "Two Two",
    password: PASSWORD,
    [field]: "on",
    timezone: "Europe/Berlin",
    email_address_visibility: "4",
  });
  const two = await find(acme, "Two Two");
  assert.ok(two);
  assert.deepEqual([two.role, two.timezone, two.delivery_email], [Role.member, "Europe/Berlin", null]);
  assert.deepEqual((await channelsOf(acme, two.user_id)).sort(), ["Parley", "general", "sandbox", "tea"]);
});

test("any number of people can join with a link, each with a confirmed address, and nobody is notified", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const stream_id = await acme.channel("design", [owner]);
  const { invite_link } = await owner.call(invites.createInviteLink, { stream_ids: [stream_id], invite_as: 600 });
  await owner.catchesUp();
  for (const name of ["Ann Ann", "Bob Bob"]) {
    const email = at(acme, name.slice(0, 3).toLowerCase());
    const visitor = await new Visitor(acme).opens(invite_link);
    assert.deepEqual([visitor.status, visitor.heading], [200, "Join Acme"]);
    await visitor.submits({ email: ` ${email} ` });
    assert.deepEqual([visitor.status, visitor.heading], [200, "Check your email"]);
    const mail = await mailbox.next(email);
    assert.equal(mail.subject, "Confirm your email address for Acme");
    await registers(acme, linkIn(mail, PATH), { full_name: name });
    const user = await find(acme, name);
    assert.ok(user);
    assert.equal(user.role, Role.guest);
    assert.deepEqual(await channelsOf(acme, user.user_id), ["design"]);
  }
  const heard = await owner.catchesUp();
  assert.deepEqual(
    heard.filter(({ type }) => type === "message" || type === "invites_changed"),
    [],
  );
  assert.equal((await owner.call(invites.getInvites, {})).invites.length, 1);
});

test("a confirmation link is valid for a day", async (t) => {
  const acme = await org(t);
  const { invite_link } = await acme.owner.call(invites.createInviteLink, {});
  const late = at(acme, "late");
  await (await new Visitor(acme).opens(invite_link)).submits({ email: late });
  const link = await mailedLink(late);
  assert.equal((await new Visitor(acme).opens(link)).status, 200);
  await acme.server.app.jobs.settled();
  await acme.clock.leap({ days: 1 });
  assert.equal((await new Visitor(acme).opens(link)).status, 404);
});

test("if invitations are not required, people join as members with the default channels", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const closed = await new Visitor(acme).opens("/register");
  assert.deepEqual([closed.status, closed.heading], [403, "You need an invitation"]);
  await owner.call(updateRealm, { invite_required: false });
  const email = at(acme, "nora");
  const visitor = await new Visitor(acme).opens("/register/");
  await visitor.submits({ email });
  await registers(acme, await mailedLink(email));
  const nora = await find(acme, "Nora Newcomer");
  assert.ok(nora);
  assert.equal(nora.role, Role.member);
  assert.deepEqual((await channelsOf(acme, nora.user_id)).sort(), ["Parley", "general", "sandbox"]);

  // A form that was opened before no longer works.
  const waiting = await new Visitor(acme).opens("/register/");
  await owner.call(updateRealm, { invite_required: true });
  await waiting.submits({ email: at(acme, "other") });
  assert.equal(waiting.status, 403);
});

test("addresses are checked at the start of sign-up and again at the end", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await owner.call(updateRealm, { invite_required: false });
  const says = async (email: string) => {
    const visitor = await (await new Visitor(acme).opens("/register/")).submits({ email });
    return [visitor.status, /class="error"[^>]*>([^<]*)</.exec(visitor.text)?.[1]];
  };
  assert.deepEqual(await says("nonsense"), [400, "Enter a valid email address."]);
  assert.equal((await says("x@mailinator.com"))[0], 400);
  assert.equal((await says(`welcome-bot@${acme.realm.host}`))[0], 400);

  const email = at(acme, "nora");
  const link = await invited(owner, email);
  await owner.call(addDomain, { domain: "example.org", allow_subdomains: false });
  await owner.call(updateRealm, { emails_restricted_to_domains: true });
  assert.equal((await says("x@example.com"))[0], 400);
  assert.equal((await says("x+y@example.org"))[0], 400);
  const visitor = await new Visitor(acme).opens(link);
  assert.deepEqual([visitor.status, visitor.heading], [400, "You cannot use this address"]);
  await owner.call(addDomain, { domain: email.split("@")[1] as string, allow_subdomains: false });
  assert.equal((await registers(acme, link)).status, 302);
});

test("only the owner of an address learns whether it has an account", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await owner.call(updateRealm, { invite_required: false });
  const email = at(acme, "nora");
  const link = await invited(owner, email);
  await registers(acme, link);
  assert.equal((await mailbox.next(email)).subject, "Your account at Acme");

  const known = await (await new Visitor(acme).opens("/register/")).submits({ email: email.replace("nora", "NORA") });
  const fresh = await (await new Visitor(acme).opens("/register/")).submits({ email: at(acme, "fresh") });
  assert.deepEqual([known.status, known.heading], [fresh.status, fresh.heading]);
  const mail = await mailbox.next(email.replace("nora", "NORA"));
  assert.equal(mail.subject, "You already have an account at Acme");
  assert.equal(linkIn(mail, "/login/"), `${acme.realm.url}/login/`);
});

test("creating an account revokes other confirmation links for the address", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await owner.call(updateRealm, { invite_required: false });
  const email = at(acme, "nora");
  const visit = async () => (await new Visitor(acme).opens("/register/")).submits({ email });
  await visit();
  const first = await mailedLink(email);
  await visit();
  const second = await mailedLink(email);
  const open = await new Visitor(acme).opens(second);
  await registers(acme, first);
  // All other links for this address are revoked.
  assert.equal((await open.submits({ full_name: "Nora Again", password: PASSWORD })).status, 404);
});

test("an invalid link says why", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const { owner } = acme;
  const explains = async (path: string, of = acme) => {
    const visitor = await new Visitor(of).opens(path);
    const isOver = visitor.heading === "This invitation is no longer valid";
    if (!isOver) assert.equal(visitor.heading, "This link does not work");
    return [visitor.status, /class="lead">(\w+ \w+)/.exec(visitor.text)?.[1]];
  };
  const key = "a".repeat(24);
  for (const path of [PATH, "/join/"]) {
    assert.deepEqual(await explains(`${path}short`), [404, "The link"]);
    assert.deepEqual(await explains(`${path}${key}`), [404, "This invitation"]);
  }
  const email = at(acme, "nora");
  const link = await invited(owner, email, { invite_expires_in_minutes: 10 });
  const { pathname } = new URL(link);
  // The invitation is for one organization and one address.
  assert.deepEqual(await explains(pathname, other), [404, "This invitation"]);
  assert.deepEqual(await explains(pathname.replace(PATH, "/join/")), [404, "This invitation"]);
  await acme.clock.leap({ minutes: 10 });
  assert.deepEqual(await explains(pathname), [404, "Ask Olivia"]);

  const revoked = await invited(owner, email);
  const [{ id } = { id: 0 }] = (await owner.call(invites.getInvites, {})).invites;
  const open = await new Visitor(acme).opens(revoked);
  await owner.call(invites.revokeInvite, { invite_id: id });
  assert.deepEqual(await explains(revoked), [404, "Ask Olivia"]);
  assert.equal((await open.submits({ full_name: "Nora Newcomer", password: PASSWORD })).status, 404);
  assert.equal(await find(acme, "Nora Newcomer"), undefined);
});

test("an invitation shows the inviter, the role and the channels", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [owner], { invite_only: true });
  const lead = async (link: string) => /class="lead">([^<]*)</.exec((await new Visitor(acme).opens(link)).text)?.[1];
  const mailed = await invited(owner, at(acme, "nora"), { stream_ids: [stream_id], invite_as: Role.guest });
  assert.match((await lead(mailed)) ?? "", /^Olivia invited you to Acme as a guest\. You will join #design\. One more/);
  const terms = { include_realm_default_subscriptions: true };
  await owner.call(updateRealm, { create_multiuse_invite_group: { new: acme.realm.systemGroups["role:members"] } });
  const { invite_link } = await ada.call(invites.createInviteLink, terms);
  assert.equal(
    await lead(invite_link),
    "Ada invited you to Acme as a member. You will join #general, #sandbox, and #Parley. Which email address would you like to use?",
  );
  // A deactivated inviter cannot send a new invitation.
  await acme.deactivate(ada);
  assert.equal(await lead(invite_link), "Ask someone in the organization for a new one.");
});

test("the sign-up page says who can join", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await owner.call(updateRealm, { invite_required: false });
  const says = async () => (await new Visitor(acme).opens("/register/")).text;
  assert.match(await says(), /Anyone can join\./);
  await owner.call(addDomain, { domain: "tideline.example", allow_subdomains: false });
  await owner.call(addDomain, { domain: "tides.example", allow_subdomains: false });
  await owner.call(updateRealm, { emails_restricted_to_domains: true });
  assert.match(await says(), /Anyone with an @tideline\.example or @tides\.example address can join\./);
});

test("an invalid name or password is asked for again, and no account is created", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await acme.member("Ada");
  await owner.call(updateRealm, { require_unique_names: true });
  const email = at(acme, "nora");
  const visitor = await new Visitor(acme).opens(await invited(owner, email));
  const problem = async (full_name: string, password: string) => {
    await visitor.submits({ full_name, password });
    return [visitor.status, /class="error" id="(\w+)-note"/.exec(visitor.text)?.[1]];
  };
  assert.deepEqual(await problem("N", PASSWORD), [400, "full_name"]);
  assert.deepEqual(await problem('<b>"', PASSWORD), [400, "full_name"]);
  assert.ok(visitor.text.includes("&lt;b&gt;&quot;"));
  assert.deepEqual(await problem("ADA", PASSWORD), [400, "full_name"]);
  assert.deepEqual(await problem("Nora Newcomer", "password"), [400, "password"]);
  assert.deepEqual(await problem("Nora Newcomer", "x".repeat(101)), [400, "password"]);
  assert.ok(!visitor.text.includes("xxxx"));
  assert.equal((await owner.call(users.getUsers, {})).members.length, 2);
  await visitor.submits({ full_name: "Nora Newcomer", password: PASSWORD });
  assert.equal(visitor.status, 302);
});

test("a form without its token, or from another site, creates no account", async (t) => {
  const acme = await org(t);
  const link = `${await invited(acme.owner, at(acme, "nora"))}/`;
  const body = new URLSearchParams({ full_name: "Nora Newcomer", password: PASSWORD });
  const bare = await acme.server.fetch(link, { method: "POST", body });
  assert.equal(bare.status, 403);
  assert.equal(await find(acme, "Nora Newcomer"), undefined);
});

test("recent messages are unread for a newcomer, except in protected history", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const stream_id = await acme.channel("design", [owner]);
  const secret = await acme.channel("vault", [owner], { invite_only: true, history_public_to_subscribers: false });
  const said = await owner.sends("#design > logo", "Blue.");
  await owner.sends("#vault > code", "1234");
  const visitor = await registers(acme, await invited(owner, at(acme, "nora"), { stream_ids: [stream_id, secret] }));
  const query = new URLSearchParams({ anchor: "newest", num_before: "99", num_after: "0", apply_markdown: "false" });
  const { messages: found } = (await visitor.asks(`/messages?${query}`)) as never as {
    messages: { id: number; type: string; content: string; flags: string[] }[];
  };
  const inChannels = found.filter(({ type }) => type === "stream");
  assert.deepEqual(
    inChannels.map(({ id, flags }) => [id, flags]),
    [[said, ["historical"]]],
  );
});

test("sign-ups are limited by email address and by IP address", async (t) => {
  const limits = readConfig({ PARLEY_RATE_LIMITS: "sign_up_by_ip=4/3600,sign_up_by_email=2/3600,invite_by_user=1/60" });
  const server = await startServer("sqlite", { smtpUrl: mailbox.url, rateLimits: limits.rateLimits });
  try {
    const acme = await org(t, server);
    const { owner } = acme;
    await owner.call(updateRealm, { invite_required: false });
    const tries = async (email: string) =>
      (await (await new Visitor(acme).opens("/register/")).submits({ email })).status;
    const email = at(acme, "limited");
    assert.deepEqual([await tries(email), await tries(email), await tries(email.toUpperCase())], [200, 200, 429]);
    assert.deepEqual([await tries(at(acme, "other")), await tries(at(acme, "third"))], [200, 429]);

    const { result } = await owner.asks("POST", "/invites/multiuse");
    assert.equal(result, "success");
    const again = await owner.asks("POST", "/invites", { invitee_emails: email, stream_ids: "[]" });
    assert.equal(again.code, "RATE_LIMIT_HIT");
    await server.app.jobs.settled();
    await acme.verify();
  } finally {
    await server.close();
  }
});

test("nobody can join with a revoked link, even after entering an address", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const { invite_link } = await owner.call(invites.createInviteLink, { stream_ids: [] });
  const [kept, email] = [at(acme, "kept"), at(acme, "nora")];
  const { invite_link: other } = await owner.call(invites.createInviteLink, { stream_ids: [] });
  await (await new Visitor(acme).opens(invite_link)).submits({ email });
  await (await new Visitor(acme).opens(other)).submits({ email: kept });
  const [link, keptLink] = [await mailedLink(email), await mailedLink(kept)];
  assert.equal((await new Visitor(acme).opens(link)).status, 200);
  const [first] = (await owner.call(invites.getInvites, {})).invites;
  await owner.call(invites.revokeInviteLink, { invite_id: first?.id as number });
  for (const over of [invite_link, link]) assert.equal((await new Visitor(acme).opens(over)).status, 404);
  assert.equal((await registers(acme, keptLink, { full_name: "Kay Kept" })).status, 302);
});

test("nobody can join with a deactivated user's link, or without an invitation once they are required", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.administrator("Ada");
  const { invite_link } = await ada.call(invites.createInviteLink, { stream_ids: [] });
  const email = at(acme, "nora");
  await (await new Visitor(acme).opens(invite_link)).submits({ email });
  const link = await mailedLink(email);
  await owner.asks("DELETE", `/users/${ada.id}`);
  assert.equal((await new Visitor(acme).opens(link)).status, 404);

  await owner.call(updateRealm, { invite_required: false });
  const open = at(acme, "otto");
  await (await new Visitor(acme).opens("/register/")).submits({ email: open });
  const confirmation = await mailedLink(open);
  assert.equal((await new Visitor(acme).opens(confirmation)).status, 200);
  await owner.call(updateRealm, { invite_required: true });
  assert.equal((await new Visitor(acme).opens(confirmation)).status, 404);
});

test("guests cannot choose channels", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await acme.channel("tea", [owner]);
  await owner.call(defaultChannels.createDefaultGroup, {
    group_name: "Pleasures",
    description: "",
    stream_names: ["tea"],
  });
  const [group] = await acme.server.app.database.reader
    .selectFrom("default_channel_group")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .execute();
  const link = await invited(owner, at(acme, "gus"), { invite_as: Role.guest });
  const visitor = await new Visitor(acme).opens(link);
  assert.doesNotMatch(visitor.text, /Pleasures/);
  await visitor.submits({ full_name: "Gus Guest", password: PASSWORD, [`group-${group?.id}`]: "on" });
  const gus = await find(acme, "Gus Guest");
  assert.deepEqual(await channelsOf(acme, gus?.user_id as number), []);
});

test("with a mail server nobody joins without confirming the address, and nobody else gets the link", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const email = at(acme, "nora");
  const { invite_link } = await owner.call(invites.createInviteLink, {});
  const visitor = await new Visitor(acme).opens(invite_link);
  await visitor.submits({ email, full_name: "Nora Newcomer", password: PASSWORD });
  assert.equal(visitor.heading, "Check your email");
  await mailedLink(email);
  assert.equal(await find(acme, "Nora Newcomer"), undefined);
  const sent = await owner.call(invites.sendInvites, { invitee_emails: at(acme, "otto"), stream_ids: [] });
  assert.equal(sent.invite_links, undefined);
  const { invites: open } = await owner.call(invites.getInvites, {});
  assert.deepEqual(
    open.map((each) => each.link_url !== undefined),
    [false, true],
  );
  await registers(acme, await mailedLink(at(acme, "otto")), { full_name: "Otto Other" });
  assert.deepEqual((await owner.call(users.getUnverifiedEmails, {})).user_ids, []);
});
