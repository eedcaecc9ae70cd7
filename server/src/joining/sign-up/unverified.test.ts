/** Joining on a server that sends no email, and everything that must stay impossible there (decision 080). */
import assert from "node:assert/strict";
import { type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { invites, users } from "../../contract.ts";
import { Role } from "../../kernel/access/roles.ts";
import { readConfig } from "../../kernel/config.ts";
import { addDomain } from "../../organization/domains/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { Visitor } from "./testing.ts";

const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "api_by_ip=100000/60,sign_up_with_link_by_ip=20/3600" });
useServer((engine) => startServer(engine, { rateLimits }));

const PASSWORD = "correct horse battery staple";
const FORM = { email: "nora@example.com", full_name: "Nora Newcomer", password: PASSWORD };

const linkOf = async (who: Person, more: object = {}) => (await who.call(invites.createInviteLink, more)).invite_link;

const opens = (acme: Organization, link: string) => new Visitor(acme).opens(link);

const joins = async (acme: Organization, link: string, fields: Partial<typeof FORM> & { timezone?: string } = {}) =>
  (await opens(acme, link)).submits({ ...FORM, ...fields });

async function people(acme: Organization) {
  const { members } = await acme.owner.call(users.getUsers, {});
  return members.map(({ full_name }) => full_name);
}

const errorsIn = ({ text }: Visitor) => [...text.matchAll(/class="error" id="(\w+)-note"/g)].map(([, name]) => name);

test("people join with a link and are signed in at once; their address counts as unverified", async (t) => {
  const acme = await org(t);
  const [ann, ada] = [await acme.administrator("Ann"), await acme.member("Ada")];
  const link = await linkOf(acme.owner, { include_realm_default_subscriptions: true });
  const visitor = await joins(acme, link, { email: " Nora@example.com ", timezone: "Europe/Berlin" });
  assert.deepEqual([visitor.status, visitor.location], [302, "/"]);
  const me = await visitor.asks("/users/me");
  assert.deepEqual([me.full_name, me.role, me.timezone], ["Nora Newcomer", Role.member, "Europe/Berlin"]);
  assert.equal((await ada.call(users.fetchApiKey, { username: FORM.email, password: PASSWORD })).user_id, me.user_id);

  const { user_ids } = await ann.call(users.getUnverifiedEmails, {});
  assert.deepEqual(user_ids, [me.user_id], "accounts that others made are not listed");
  await assert.rejects(ada.call(users.getUnverifiedEmails, {}), { message: "Must be an organization administrator" });

  const next = await joins(acme, link, { email: "otto@example.com", full_name: "Otto Other" });
  assert.equal(next.status, 302, "the link works for others too");
  assert.equal((await acme.owner.call(invites.getInvites, {})).invites.length, 1);
});

test("nobody joins with an address that has an account, and the page does not say which kind", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.deactivate(ben);
  const link = await linkOf(acme.owner);
  const texts = [];
  for (const { email } of [ada, ben]) {
    const visitor = await joins(acme, link, { email: email.toUpperCase() });
    assert.deepEqual([visitor.status, errorsIn(visitor)], [400, ["email"]]);
    assert.equal((await visitor.asks("/users/me")).code, "UNAUTHORIZED", "and nobody is signed in");
    texts.push(/id="email-note">([^<]*)</.exec((await joins(acme, link, { email })).text)?.[1]);
  }
  assert.equal(new Set(texts).size, 1);
  await assert.rejects(ada.call(users.fetchApiKey, { username: ada.email, password: PASSWORD }), {
    code: "AUTHENTICATION_FAILED",
  });
  assert.deepEqual(await people(acme), ["Olivia", "Ada", "Ben"]);
});

test("of two people who join with one address at the same time, one does", async (t) => {
  const acme = await org(t);
  const link = await linkOf(acme.owner);
  const visitors = [await opens(acme, link), await opens(acme, link)];
  await Promise.all(visitors.map((each) => each.submits(FORM)));
  assert.deepEqual(visitors.map(({ status }) => status).sort(), [302, 400]);
});

test("an organization that restricts domains, or wants confirmed addresses, admits nobody with a link", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const link = await linkOf(owner);
  await owner.call(addDomain, { domain: "example.com", allow_subdomains: false });
  for (const rule of [{ emails_restricted_to_domains: true }, { allow_unverified_sign_up: false }]) {
    await owner.call(updateRealm, rule);
    const page = await opens(acme, link);
    assert.deepEqual([page.status, page.text.includes("<form")], [403, false]);
    assert.match(page.text, /this server sends no email\. Ask Olivia to invite your address/);
    // As from a form that was opened before.
    const late = await opens(acme, "/login/");
    await late.submitsTo(link, FORM);
    assert.equal(late.status, 403);
    await owner.call(updateRealm, { emails_restricted_to_domains: false });
  }
  assert.deepEqual(await people(acme), ["Olivia"]);
  assert.equal((await opens(acme, link)).status, 403, "the setting alone is enough");
  await assert.rejects((await acme.administrator("Ann")).call(updateRealm, { allow_unverified_sign_up: true }), {
    message: "Must be an organization owner",
  });
});

test("links that were guessed, revoked or used up let nobody in", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const link = await linkOf(owner, { invite_expires_in_minutes: 60 });
  assert.equal((await opens(acme, `/join/${"a".repeat(24)}/`)).status, 404);
  const page = await opens(acme, link);
  const [{ id } = { id: 0 }] = (await owner.call(invites.getInvites, {})).invites;
  await owner.call(invites.revokeInviteLink, { invite_id: id });
  assert.equal((await page.submits(FORM)).status, 404);
  const other = await linkOf(owner, { invite_expires_in_minutes: 60 });
  const late = await opens(acme, other);
  await acme.clock.leap({ hours: 2 });
  assert.equal((await late.submits(FORM)).status, 404);
  assert.deepEqual(await people(acme), ["Olivia"]);
});

test("open organizations say that a link is needed, and admit nobody without one", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { invite_required: false });
  const page = await opens(acme, "/register/");
  assert.deepEqual([page.status, page.text.includes("<form")], [403, false]);
  assert.match(page.text, /sends no email/);
  const sent = await opens(acme, "/login/");
  await sent.submitsTo("/register/", FORM);
  assert.equal(sent.status, 403);
  await acme.server.app.jobs.settled();
  assert.deepEqual(await people(acme), ["Olivia"]);
});

test("invitations by address give the inviter a link to pass on, which works once, for that address", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const sent = await ada.call(invites.sendInvites, { invitee_emails: "nora@example.com", stream_ids: [] });
  const [link] = sent.invite_links ?? [];
  assert.ok(link);
  assert.equal(link.email, "nora@example.com");
  const [listed] = (await ada.call(invites.getInvites, {})).invites;
  assert.equal(listed?.link_url, link.link_url);

  const visitor = await opens(acme, link.link_url);
  await visitor.submits({ ...FORM, email: "someone.else@example.com" });
  assert.equal(visitor.status, 302);
  const me = await visitor.asks("/users/me");
  assert.equal(me.delivery_email, "nora@example.com");
  assert.deepEqual((await acme.owner.call(users.getUnverifiedEmails, {})).user_ids, [me.user_id]);
  assert.equal((await opens(acme, link.link_url)).status, 404);
});

test("only people who could send an invitation themselves see its link", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ann, ada, ben] = [await acme.administrator("Ann"), await acme.member("Ada"), await acme.member("Ben")];
  await ada.call(invites.sendInvites, { invitee_emails: "member@example.com", stream_ids: [] });
  await ann.call(invites.sendInvites, { invitee_emails: "admin@example.com", stream_ids: [], invite_as: 200 });
  await owner.call(invites.sendInvites, { invitee_emails: "owner@example.com", stream_ids: [], invite_as: 100 });
  const linksSeenBy = async (who: Person) =>
    (await who.call(invites.getInvites, {})).invites.flatMap((each) =>
      "email" in each && each.link_url !== undefined ? [each.email] : [],
    );
  assert.deepEqual(await linksSeenBy(ada), ["member@example.com"]);
  assert.deepEqual(await linksSeenBy(ben), []);
  assert.deepEqual(await linksSeenBy(ann), ["member@example.com", "admin@example.com"]);
  assert.deepEqual(await linksSeenBy(owner), ["member@example.com", "admin@example.com", "owner@example.com"]);
  await owner.call(users.updateUser, { user_id: ann.id, role: 400 });
  assert.deepEqual(await linksSeenBy(ann), [], "a former administrator could make one for themselves");
});

test("where addresses must be confirmed, only owners get the links of invitations", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ann, ada] = [await acme.administrator("Ann"), await acme.member("Ada")];
  await owner.call(addDomain, { domain: "example.com", allow_subdomains: false });
  for (const rule of [
    { emails_restricted_to_domains: true },
    { emails_restricted_to_domains: false, allow_unverified_sign_up: false },
  ]) {
    await owner.call(updateRealm, rule);
    for (const [who, isShown] of [
      [ada, false],
      [ann, false],
      [owner, true],
    ] as const) {
      const invitee_emails = `${who.name}-${Object.keys(rule).length}@example.com`;
      const { invite_links } = await who.call(invites.sendInvites, { invitee_emails, stream_ids: [] });
      assert.equal(invite_links !== undefined, isShown, `${who.name}, ${JSON.stringify(rule)}`);
    }
  }
});

test("attempts with a link are limited by address, and the refusal names the setting", async (t) => {
  const acme = await org(t);
  const visitor = await opens(acme, await linkOf(acme.owner));
  const form = { ...FORM, email: "not an address" };
  for (let n = 0; n < 20; n++) {
    await visitor.submits(form);
    if (visitor.status === 429) break;
  }
  await visitor.opens(await linkOf(acme.owner));
  await visitor.submits(form);
  assert.equal(visitor.status, 429);
  assert.match(visitor.text, /PARLEY_RATE_LIMITS=sign_up_with_link_by_ip=/);
  assert.deepEqual(await people(acme), ["Olivia"]);
});

test("by default 300 people behind one address join with a link, and 300 are invited at once", async (t) => {
  const { rateLimits: usual, invitationsPerDay } = readConfig({});
  assert.ok(usual && usual.sign_up_with_link_by_ip.requests >= 2 * 300, "with a mistake each");
  assert.ok((invitationsPerDay ?? 0) >= 300);
  const acme = await org(t);
  const invitee_emails = Array.from({ length: 300 }, (_, n) => `person${n}@example.com`).join("\n");
  const { invite_links } = await acme.owner.call(invites.sendInvites, { invitee_emails, stream_ids: [] });
  assert.equal(invite_links?.length, 300);
});
