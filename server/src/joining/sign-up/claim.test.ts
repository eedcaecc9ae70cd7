/** Taking an account that waits for its person, on a server that sends no email: who can, and who must not (decision 105). */
import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { invites, users } from "../../contract.ts";
import { Role } from "../../kernel/access/roles.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { Visitor, waitingAccount } from "./testing.ts";

const PASSWORD = "correct horse battery staple";
const EMAIL = "ben@example.com";

const inviteBy = async (who: Person, more: object = {}): Promise<string> => {
  const answer = await who.call(invites.sendInvites, { invitee_emails: EMAIL, stream_ids: [], ...more });
  return answer.invite_links?.[0]?.link_url as string;
};

const fills = async (acme: Organization, link: string, fields: object = {}) =>
  (await new Visitor(acme).opens(link)).submits({ full_name: "Ben R.", password: PASSWORD, ...fields });

test("an administrator's invitation gives someone the account that waits for them", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const id = await waitingAccount(acme, EMAIL);
  await acme.owner.call(updateRealm, { require_unique_names: true });
  const link = await inviteBy(acme.owner, { invite_as: Role.moderator, include_realm_default_subscriptions: true });
  const heard = await ada.eventsDuring(async () => {
    const visitor = await fills(acme, link, { full_name: "Ben Riley" });
    assert.equal(visitor.status, 302, visitor.text);
    const me = await visitor.asks("/users/me");
    assert.deepEqual([me.user_id, me.full_name, me.role], [id, "Ben Riley", Role.moderator]);
  });
  const changes = heard.flatMap(({ type, person }) => (type === "realm_user" ? [person] : []));
  assert.deepEqual(changes.slice(0, 2), [
    { user_id: id, role: Role.moderator },
    { user_id: id, is_active: true },
  ]);
  const signedIn = await ada.call(users.fetchApiKey, { username: EMAIL, password: PASSWORD });
  assert.equal(signedIn.user_id, id);
  await acme.owner.call(users.deactivateUser, { user_id: id });
  await assert.rejects(inviteBy(acme.owner), { code: "INVITATION_FAILED" }, "it does not wait any more");
});

test("nobody gets an account that waits for someone else", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const id = await waitingAccount(acme, EMAIL);
  const { invite_link } = await acme.owner.call(invites.createInviteLink, {});
  const visitor = await fills(acme, invite_link, { email: EMAIL });
  assert.equal(visitor.status, 400, "a link for anyone proves nothing about the address");
  await acme.owner.call(updateRealm, { can_invite_users_group: { new: acme.realm.systemGroups["role:members"] } });
  await assert.rejects(inviteBy(ada), { code: "INVITATION_FAILED" }, "a member would be given the link");
  await assert.rejects(ada.call(users.fetchApiKey, { username: EMAIL, password: PASSWORD }));
  const { user } = await ada.call(users.getUser, { user_id: id });
  assert.deepEqual([user.is_active, user.full_name], [false, "Ben Riley"]);
});

test("the invitation of an administrator who is none any more does not give the account", async (t) => {
  const acme = await org(t);
  const ann = await acme.administrator("Ann");
  const id = await waitingAccount(acme, EMAIL);
  const link = await inviteBy(ann);
  await acme.owner.call(users.updateUser, { user_id: ann.id, role: Role.member });
  const visitor = await new Visitor(acme).opens(link);
  assert.equal(visitor.status, 400, visitor.text);
  const { user } = await acme.owner.call(users.getUser, { user_id: id });
  assert.equal(user.is_active, false);
});

test("a reactivated account does not wait any more", async (t) => {
  const acme = await org(t);
  const id = await waitingAccount(acme, EMAIL);
  await acme.owner.call(users.reactivateUser, { user_id: id });
  await acme.owner.call(users.deactivateUser, { user_id: id });
  await assert.rejects(inviteBy(acme.owner), { code: "INVITATION_FAILED" });
});

test("a link that was emailed is not shown when there is no mail server any more", async (t) => {
  const acme = await org(t);
  const open = async () => (await acme.owner.call(invites.getInvites, {})).invites.map((each) => "link_url" in each);
  await inviteBy(acme.owner);
  assert.deepEqual(await open(), [true]);
  const emailed = { is_passed_on: false };
  await acme.alter((tx) => tx.updateTable("invitation").set(emailed).where("realm_id", "=", acme.realm.id).execute());
  assert.deepEqual(await open(), [false]);
});
