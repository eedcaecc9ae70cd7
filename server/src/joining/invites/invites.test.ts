import assert from "node:assert/strict";
import { after } from "node:test";
import { type ApiResponse, type Organization, org, type Person, test, useServer } from "../../../test/index.ts";
import { linkIn, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { Role } from "../../kernel/access/roles.ts";
import { addDomain } from "../../organization/domains/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { createUserGroup } from "../../people/groups/contract.ts";
import { updateUser } from "../../people/users/contract.ts";
import { createInviteLink, getInvites, resendInvite, revokeInvite, revokeInviteLink, sendInvites } from "./contract.ts";
import { endInvitationsIn } from "./store.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url, invitationsPerDay: 20 }));

const DAY = 86_400;

/** Waits for jobs first: email that has arrived may still be marked as being sent, and would be sent again. */
async function leap(acme: Organization, time: { days: number }): Promise<void> {
  await acme.server.app.jobs.settled();
  await acme.clock.leap(time);
  await acme.server.app.jobs.settled();
}

/** All tests share the mailbox, so each uses its own addresses. */
const at = (acme: Organization, name: string) => `${name}@${acme.realm.string_id}-${engineOf(acme)}.example.com`;
const engineOf = ({ server }: Organization) => (server.app.config.databaseUrl ? "pg" : "lite");

const invite = (who: Person, params: Record<string, string>): Promise<ApiResponse> =>
  who.asks("POST", "/invites", { stream_ids: "[]", ...params });

async function invitesOf(who: Person) {
  return (await who.call(getInvites, {})).invites;
}

const nobodyMembers = (acme: Organization) => ({ new: acme.realm.systemGroups["role:nobody"] });

test("an email invitation has a link and a role, and expires after ten days", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const email = at(acme, "new");
  await ada.call(sendInvites, { invitee_emails: `New One <${email}>`, stream_ids: [] });

  const mail = await mailbox.next(email);
  assert.equal(mail.subject, "Ada invited you to Acme");
  assert.match(new URL(linkIn(mail, "/accounts/do_confirm/")).pathname, /^\/accounts\/do_confirm\/[a-z2-7]{24}$/);
  assert.equal(new URL(linkIn(mail, "/accounts/do_confirm/")).origin, acme.realm.url);
  const now = Math.floor(acme.clock.now() / 1000);
  const [invitation, ...others] = await invitesOf(ada);
  assert.deepEqual(others, []);
  assert.ok(invitation && invitation.id > 0);
  assert.deepEqual(invitation, {
    id: invitation.id,
    invited_by_user_id: ada.id,
    invited: now,
    expiry_date: now + 10 * DAY,
    invited_as: Role.member,
    is_multiuse: false,
    email,
    notify_referrer_on_join: true,
  });
});

test("addresses are separated by commas or newlines, and each is invited once", async (t) => {
  const acme = await org(t);
  const [one, two, three] = ["one", "two", "three"].map((name) => at(acme, name)) as [string, string, string];
  const { owner } = acme;
  await owner.call(sendInvites, {
    invitee_emails: `${one}, Two <${two}>\n\n${three}\r\n , ${one.toUpperCase()},${two}`,
    stream_ids: [],
    invite_expires_in_minutes: null,
    notify_referrer_on_join: false,
  });
  const invites = await invitesOf(owner);
  assert.deepEqual(
    invites.map((each) => ["email" in each && each.email, each.expiry_date]),
    [one, two, three].map((email) => [email, null]),
  );
  // A pending invitation does not prevent another one.
  await owner.call(sendInvites, { invitee_emails: one, stream_ids: [], invite_expires_in_minutes: 5 });
  assert.equal((await invitesOf(owner)).length, 4);
  await acme.clock.leap({ minutes: 5 });
  assert.equal((await invitesOf(owner)).length, 3);
});

test("if some addresses have accounts, the others are still invited", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  await acme.deactivate(await acme.member("Dora"));
  const email = at(acme, "fresh");
  const heard = await owner.eventsDuring(async () => {
    const answer = await invite(owner, { invitee_emails: `ADA@example.com,${email},dora@example.com` });
    const { msg: _, ...rest } = answer;
    assert.deepEqual(rest, {
      result: "error",
      code: "INVITATION_FAILED",
      errors: [
        ["ADA@example.com", "Already has an account.", false],
        ["dora@example.com", "Account has been deactivated.", true],
      ],
      sent_invitations: true,
      daily_limit_reached: false,
      license_limit_reached: false,
    });
  });
  assert.deepEqual(heard, [{ type: "invites_changed" }]);
  assert.equal((await mailbox.next(email)).subject, "Olivia invited you to Acme");

  const all = await owner.eventsDuring(async () => {
    const answer = await invite(owner, { invitee_emails: ada.email });
    assert.deepEqual([answer.code, answer.sent_invitations], ["INVITATION_FAILED", false]);
  });
  assert.deepEqual(all, []);
});

test("if one address cannot be invited, nobody is", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const failing = async (invitee_emails: string) => {
    const answer = await invite(owner, { invitee_emails });
    assert.deepEqual([answer.code, answer.sent_invitations], ["INVITATION_FAILED", false]);
    return answer.errors;
  };
  const good = at(acme, "good");
  const bot = `notification-bot@${acme.realm.host}`;
  assert.deepEqual(await failing(`${good}, nonsense, ${owner.email}, x@mailinator.com, ${bot}`), [
    ["nonsense", "Invalid address.", false],
    [owner.email, "Already has an account.", false],
    ["x@mailinator.com", "Please use your real email address.", false],
    [bot, "Reserved for system bots.", false],
  ]);
  await owner.call(addDomain, { domain: "example.org", allow_subdomains: false });
  await owner.call(updateRealm, { emails_restricted_to_domains: true });
  assert.deepEqual(await failing("a@example.com, a+b@example.org, c@example.org"), [
    ["a@example.com", "Outside your domain.", false],
    ["a+b@example.org", "Email addresses containing + are not allowed.", false],
  ]);
  assert.deepEqual(await invitesOf(owner), []);
});

test("the checks of an invitation come in order", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, gil, bot] = [await acme.member("Ada"), await acme.guest("Gil"), await acme.bot("Bo", owner)];
  const hidden = await acme.channel("hidden", [owner], { invite_only: true });
  const open = await acme.channel("open", [owner]);
  const archived = await acme.channel("old", [owner]);
  await owner.asks("DELETE", `/streams/${archived}`);
  const says = async (who: Person, params: Record<string, string> = {}) => {
    const { code, msg } = await invite(who, { invitee_emails: at(acme, "x"), ...params });
    return code === "BAD_REQUEST" ? msg : `${code}: ${msg}`;
  };

  assert.equal(await says(gil, { invite_as: "x" }), "Not allowed for guest users");
  assert.equal(await says(bot, { invite_as: "x" }), "This endpoint does not accept bot requests.");
  const { code } = await ada.asks("POST", "/invites", { invitee_emails: "x@example.com" });
  assert.equal(code, "REQUEST_VARIABLE_MISSING");
  assert.equal(
    await says(ada, { invite_as: "500" }),
    "Invalid invite_as: Value error, Not in the list of possible values",
  );
  const long = { welcome_message_custom_text: "x".repeat(8001) };
  assert.equal(await says(ada, long), "welcome_message_custom_text is too long (limit: 8000 characters)");
  assert.equal(await says(ada, { invite_expires_in_minutes: "0" }), "invite_expires_in_minutes is too small");

  await owner.call(updateRealm, { can_invite_users_group: nobodyMembers(acme) });
  assert.equal(await says(ada, { invite_as: "100", invitee_emails: "" }), "Insufficient permission");
  await owner.call(updateRealm, { can_invite_users_group: { new: acme.realm.systemGroups["role:members"] } });
  const empty = { invitee_emails: "" };
  assert.equal(
    await says(ada, { invite_as: "100", ...empty }),
    "UNAUTHORIZED_PRINCIPAL: Must be an organization owner",
  );
  assert.equal(await says(ada, { invite_as: "200", ...empty }), "Must be an organization administrator");
  assert.equal(await says(ada, { invite_as: "300", ...empty }), "Must be an organization administrator");
  const nowhere = { stream_ids: `[${hidden}]` };
  for (const invitee_emails of ["", " , \n"])
    assert.equal(await says(ada, { invitee_emails, ...nowhere }), "You must specify at least one email address.");
  for (const id of [hidden, archived, 999_999])
    assert.equal(
      await says(ada, { stream_ids: `[${open}, ${id}]`, group_ids: "[999999]" }),
      `Invalid channel ID ${id}. No invites were sent.`,
    );

  await owner.call(updateRealm, { can_add_subscribers_group: nobodyMembers(acme) });
  assert.equal(
    await says(ada, { stream_ids: `[${open}]`, group_ids: "[999999]" }),
    "You do not have permission to subscribe other users to channels.",
  );
  const group_id = await madeGroup(owner, "crew");
  assert.equal(await says(ada, { group_ids: "[999999]" }), "Invalid user group");
  assert.equal(await says(ada, { group_ids: `[${group_id}]` }), "Insufficient permission");
  assert.equal(
    await says(owner, { group_ids: `[${acme.realm.systemGroups["role:members"]}]` }),
    "Insufficient permission",
  );
  await owner.asks("POST", `/user_groups/${group_id}/deactivate`);
  assert.equal(await says(owner, { group_ids: `[${group_id}]` }), "User group is deactivated.");
  assert.deepEqual(await invitesOf(owner), []);

  // Everyone can include default channels.
  const { streams } = (await ada.asks("GET", "/streams", { include_default: "true" })) as never as {
    streams: { stream_id: number; is_default: boolean }[];
  };
  const usual = streams.find((stream) => stream.is_default)?.stream_id;
  assert.equal(await says(ada, { stream_ids: `[${usual}]` }), "undefined: ");
});

async function madeGroup(owner: Person, name: string): Promise<number> {
  const { group_id } = await owner.call(createUserGroup, { name, description: "", members: [owner.id] });
  return group_id;
}

test("a role can be granted by users with the same role or a higher one", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const people = { owner, admin: await acme.administrator("Adam"), mod: await acme.moderator("Mo") };
  await owner.call(updateRealm, { create_multiuse_invite_group: { new: acme.realm.systemGroups["role:members"] } });
  const may = async (who: Person, invite_as: number) => {
    const { result } = await who.asks("POST", "/invites/multiuse", { invite_as: String(invite_as) });
    return result === "success";
  };
  for (const [who, roles] of [
    [people.owner, [100, 200, 300, 400, 600]],
    [people.admin, [200, 300, 400, 600]],
    [people.mod, [300, 400, 600]],
    [await acme.member("Ada"), [400, 600]],
  ] as const)
    for (const role of [100, 200, 300, 400, 600])
      assert.equal(await may(who, role), (roles as readonly number[]).includes(role), `${who.name} ${role}`);
});

test("the number of invited addresses per day is limited, and resending counts", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => at(acme, `n${from + n}`)).join(",");
  const failed = async (answer: Promise<ApiResponse>) => {
    const { code, daily_limit_reached, sent_invitations, errors } = await answer;
    return [code, daily_limit_reached, sent_invitations, errors];
  };
  const LIMIT = ["INVITATION_FAILED", true, false, []];
  assert.equal((await invite(owner, { invitee_emails: many(0, 18) })).result, "success");
  assert.deepEqual(await failed(invite(owner, { invitee_emails: many(18, 3) })), LIMIT);
  assert.equal((await invite(owner, { invitee_emails: many(18, 1) })).result, "success");
  const [first] = await invitesOf(owner);
  const again = () => owner.asks("POST", `/invites/${first?.id}/resend`);
  assert.equal((await again()).result, "success");
  assert.deepEqual(await failed(again()), LIMIT);
  // Links do not count.
  await owner.call(createInviteLink, {});
  await leap(acme, { days: 1 });
  assert.equal((await again()).result, "success");
});

test("in an open organization, new members cannot invite anyone for three days", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await owner.call(updateRealm, { invite_required: false });
  const [ada, adam] = [await acme.member("Ada"), await acme.administrator("Adam")];
  const tries = async (who: Person, name: string) => {
    const { code, errors, sent_invitations } = await invite(who, { invitee_emails: at(acme, name) });
    return code && [code, errors, sent_invitations];
  };
  assert.deepEqual(await tries(ada, "a"), ["INVITATION_FAILED", [], false]);
  assert.equal(await tries(adam, "b"), undefined);
  await leap(acme, { days: 3 });
  assert.equal(await tries(ada, "c"), undefined);
});

test("administrators are notified of every invitation, others of their own", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const CHANGED = [{ type: "invites_changed" }];
  await ben.catchesUp();
  await owner.catchesUp();
  const heard = await ada.eventsDuring(() =>
    ada.call(sendInvites, { invitee_emails: at(acme, "one"), stream_ids: [] }),
  );
  assert.deepEqual(heard, CHANGED);
  assert.deepEqual(await owner.catchesUp(), CHANGED);
  const [{ id } = { id: 0 }] = await invitesOf(ada);
  assert.deepEqual(await invitesOf(ben), []);
  assert.deepEqual(
    (await invitesOf(owner)).map((each) => each.id),
    [id],
  );

  // Resending does not change the list.
  await ada.call(resendInvite, { invite_id: id });
  assert.deepEqual(await owner.catchesUp(), []);
  const revoked = await ada.eventsDuring(() => owner.call(revokeInvite, { invite_id: id }));
  assert.deepEqual(revoked, CHANGED);
  const link = await owner.eventsDuring(() => owner.call(createInviteLink, {}));
  assert.deepEqual(link, CHANGED);
  assert.deepEqual(await ben.catchesUp(), []);
});

test("an invitation can be revoked or resent by its inviter and by administrators", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const { owner } = acme;
  const [ada, ben, adam] = [await acme.member("Ada"), await acme.member("Ben"), await acme.administrator("Adam")];
  const email = at(acme, "one");
  await ada.call(sendInvites, { invitee_emails: email, stream_ids: [] });
  const [{ id } = { id: 0 }] = await invitesOf(ada);
  const first = linkIn(await mailbox.next(email), "/accounts/do_confirm/");

  const says = async (who: Person, method: string, path: string) => {
    const { msg } = await who.asks(method, path);
    return msg;
  };
  for (const [method, path] of [
    ["DELETE", `/invites/${id}`],
    ["POST", `/invites/${id}/resend`],
  ] as const) {
    assert.equal(await says(ben, method, path), "Must be an organization administrator");
    assert.equal(await says(other.owner, method, path), "No such invitation");
  }
  assert.equal(await says(adam, "POST", `/invites/${id}/resend`), "");
  assert.equal(linkIn(await mailbox.next(email), "/accounts/do_confirm/"), first);
  // Emails and links are not interchangeable.
  assert.equal(await says(adam, "DELETE", `/invites/multiuse/${id}`), "No such invitation");
  assert.equal(await says(adam, "DELETE", `/invites/${id}`), "");
  assert.equal(await says(adam, "DELETE", `/invites/${id}`), "No such invitation");
  assert.equal(await says(ada, "POST", `/invites/${id}/resend`), "No such invitation");

  // Only owners can manage invitations for owners.
  await owner.call(sendInvites, { invitee_emails: at(acme, "two"), stream_ids: [], invite_as: Role.owner });
  const [grand] = await invitesOf(adam);
  const { code } = await adam.asks("DELETE", `/invites/${grand?.id}`);
  assert.equal(code, "UNAUTHORIZED_PRINCIPAL");
  assert.equal(await says(owner, "DELETE", `/invites/${grand?.id}`), "");
});

test("links need permission, are listed after email invitations, and can be revoked once", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, adam] = [await acme.member("Ada"), await acme.administrator("Adam")];
  assert.equal((await ada.asks("POST", "/invites/multiuse")).msg, "Insufficient permission");
  const { invite_link } = await adam.call(createInviteLink, { invite_expires_in_minutes: 60, invite_as: Role.guest });
  assert.match(new URL(invite_link).pathname, /^\/join\/[a-z2-7]{24}\/$/);
  await owner.call(sendInvites, { invitee_emails: at(acme, "one"), stream_ids: [] });
  const now = Math.floor(acme.clock.now() / 1000);
  const [mail, link] = await invitesOf(owner);
  assert.ok(mail && link);
  assert.equal(mail.is_multiuse, false);
  assert.deepEqual(link, {
    id: link.id,
    invited_by_user_id: adam.id,
    invited: now,
    expiry_date: now + 3600,
    invited_as: Role.guest,
    is_multiuse: true,
    link_url: invite_link,
  });
  // Administrators cannot see a link for owners.
  await owner.call(createInviteLink, { invite_as: Role.owner });
  assert.equal((await invitesOf(adam)).length, 2);
  assert.equal((await invitesOf(owner)).length, 3);

  await owner.call(revokeInviteLink, { invite_id: link.id });
  const again = await owner.asks("DELETE", `/invites/multiuse/${link.id}`);
  assert.equal(again.msg, "Invitation has already been revoked");
});

test("a former owner cannot manage invitations for owners, not even their own", async (t) => {
  const acme = await org(t);
  const olaf = await acme.administrator("Olaf");
  await acme.owner.call(updateUser, { user_id: olaf.id, role: 100 });
  await olaf.call(sendInvites, { invitee_emails: at(acme, "one"), stream_ids: [], invite_as: 100 });
  await olaf.call(createInviteLink, { invite_as: 100 });
  const [mail, link] = await invitesOf(olaf);
  assert(mail && link);
  await acme.owner.call(updateUser, { user_id: olaf.id, role: 200 });
  assert.deepEqual(await invitesOf(olaf), [mail], "the link would make them an owner again");
  const refused = { code: "UNAUTHORIZED_PRINCIPAL", message: "Must be an organization owner" };
  await assert.rejects(olaf.call(resendInvite, { invite_id: mail.id }), refused);
  await assert.rejects(olaf.call(revokeInvite, { invite_id: mail.id }), refused);
  await assert.rejects(olaf.call(revokeInviteLink, { invite_id: link.id }), refused);
  assert.deepEqual(await invitesOf(acme.owner), [mail, link]);
});

test("a deactivated user's invitations are revoked, and administrators are notified", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.administrator("Ada"), await acme.member("Ben")];
  await ada.call(sendInvites, { invitee_emails: at(acme, "one"), stream_ids: [] });
  await ada.call(createInviteLink, { invite_expires_in_minutes: null });
  await ben.catchesUp();
  const heard = await owner.eventsDuring(() => acme.deactivate(ada));
  assert.equal(heard.filter(({ type }) => type === "invites_changed").length, 1);
  assert.deepEqual(await invitesOf(owner), []);
  assert.deepEqual(
    (await ben.catchesUp()).filter(({ type }) => type === "invites_changed"),
    [],
  );
});

test("all invitations of a deactivated organization are revoked", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  for (const { owner } of [acme, other]) await owner.call(createInviteLink, { invite_expires_in_minutes: null });
  const now = Math.floor(acme.clock.now() / 1000);
  await acme.alter((tx) => endInvitationsIn(tx, acme.realm.id, now));
  assert.deepEqual(await invitesOf(acme.owner), []);
  assert.equal((await invitesOf(other.owner)).length, 1);
});

test("one reminder is sent two days before an invitation expires, unless it is short or revoked", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [email, short, gone] = [at(acme, "one"), at(acme, "short"), at(acme, "gone")];
  const send = (invitee_emails: string, days?: number) =>
    owner.call(sendInvites, {
      invitee_emails,
      stream_ids: [],
      ...(days === undefined ? {} : { invite_expires_in_minutes: days * 24 * 60 }),
    });
  await send(gone);
  const [{ id } = { id: 0 }] = await invitesOf(owner);
  await owner.call(revokeInvite, { invite_id: id });
  await send(email, 4);
  await send(short, 3);
  const link = linkIn(await mailbox.next(email), "/accounts/do_confirm/");
  for (const each of [short, gone]) await mailbox.next(each);
  await leap(acme, { days: 2 });
  const mail = await mailbox.next(email);
  assert.equal(mail.subject, "Your invitation to Acme is about to expire");
  assert.equal(linkIn(mail, "/accounts/do_confirm/"), link);
  await leap(acme, { days: 8 });
  const late = mailbox.arrived.filter(({ recipients }) =>
    recipients.some((each) => [email, short, gone].includes(each)),
  );
  assert.deepEqual(late, []);
});

test("invitations that ended long ago are deleted", async (t) => {
  const acme = await org(t);
  await acme.owner.call(createInviteLink, { invite_expires_in_minutes: 1 });
  await acme.owner.call(createInviteLink, { invite_expires_in_minutes: null });
  await leap(acme, { days: 32 });
  const { reader } = acme.server.app.database;
  const rows = await reader.selectFrom("invitation").select("id").where("realm_id", "=", acme.realm.id).execute();
  assert.equal(rows.length, 1);
});
