/** How pages record what they declare for the audit log. */
import assert from "node:assert/strict";
import * as api from "../../src/contract.ts";
import { waitingAccount } from "../../src/joining/sign-up/testing.ts";
import { Role } from "../../src/kernel/access/roles.ts";
import { keepIdentity } from "../../src/people/identity-providers/store.ts";
import { PASSWORD } from "../../src/people/sign-in/testing.ts";
import { changeUser } from "../../src/people/users/store.ts";
import { Browser } from "../browser.ts";
import { linkIn, type Mailbox } from "../mailbox.ts";
import type { AuditScene } from "./audit-ways.ts";

const NEWCOMER = { full_name: "Nora Newcomer", password: PASSWORD };

type PageWay = (scene: AuditScene) => Promise<unknown>;

const signsIn = async ({ acme, ada }: AuditScene, password = PASSWORD): Promise<Browser> => {
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, password);
  return browser;
};

async function terms({ acme, ada }: AuditScene) {
  const { group_id } = await acme.owner.call(api.groups.createUserGroup, {
    name: "crew",
    description: "",
    members: [ada.id],
  });
  return { group_ids: [group_id], stream_ids: [] };
}

/** Without email, whoever has the link joins at once. */
async function joinsWithLink(scene: AuditScene): Promise<void> {
  const { owner } = scene.acme;
  const { invite_link } = await owner.call(api.invites.createInviteLink, await terms(scene));
  const answer = await new Browser(scene.acme).fills(invite_link, { ...NEWCOMER, email: "nora@example.com" });
  assert.equal(answer.status, 302, answer.text);
}

async function invites(scene: AuditScene, form: Record<string, string>): Promise<void> {
  const browser = new Browser(scene.acme);
  await scene.acme.owner.call(api.users.updateUser, { user_id: scene.ada.id, role: 200 });
  await browser.signsIn(scene.ada.email, PASSWORD);
  assert.equal((await browser.fills("/setup/people/", form)).status, 200);
}

/** By the page's path and the action, on a server that sends no email. */
export const PAGE_WAYS: Readonly<Record<string, PageWay>> = {
  "/login/ signed_in": (scene) => signsIn(scene),
  "/login/ api_key_fetched": ({ acme, ada }) =>
    new Browser(acme).fills(`/login/?mobile_flow_otp=${"0a".repeat(32)}`, { username: ada.email, password: PASSWORD }),
  "/login/ sign_in_refused": (scene) => signsIn(scene, "wrong"),
  "/accounts/logout/ signed_out": async (scene) => {
    const browser = await signsIn(scene);
    await browser.asks("POST //accounts/logout/", { csrfmiddlewaretoken: browser.csrfToken });
  },
  "/setup/people/ invitation_sent": (scene) => invites(scene, { what: "invite", emails: "nora@example.com" }),
  "/setup/people/ invitation_link_created": (scene) => invites(scene, { what: "link" }),
  "/join/:key/ user_created": joinsWithLink,
  "/join/:key/ group_member_added": joinsWithLink,
  "/join/:key/ signed_in": joinsWithLink,
};

/** On a server that sends email: pages behind the links in it. */
export function mailedPageWays(mailbox: Mailbox): Readonly<Record<string, PageWay>> {
  const asksForReset = async ({ acme, ada }: AuditScene): Promise<string> => {
    await new Browser(acme).fills("/accounts/password/reset/", { email: ada.email });
    return linkIn(await mailbox.next(ada.email), "/accounts/password/reset/");
  };
  const accepts = async (scene: AuditScene, email: string, more: object = {}): Promise<void> => {
    const { acme } = scene;
    await acme.owner.call(api.invites.sendInvites, { invitee_emails: email, ...(await terms(scene)), ...more });
    const link = linkIn(await mailbox.next(email), "/accounts/do_confirm/").replace(/\/?$/, "/");
    assert.equal((await new Browser(acme).fills(link, NEWCOMER)).status, 302);
  };
  const joins = (scene: AuditScene): Promise<void> =>
    accepts(scene, `nora.${scene.acme.realm.string_id}.${scene.acme.server.engine}@example.com`);
  const claims = async (scene: AuditScene): Promise<void> => {
    const email = `ben.${scene.acme.realm.string_id}.${scene.acme.server.engine}@example.com`;
    await waitingAccount(scene.acme, email);
    await accepts(scene, email, { invite_as: Role.moderator });
  };
  const resets = async (scene: AuditScene): Promise<void> => {
    const link = await asksForReset(scene);
    await new Browser(scene.acme).fills(link, { password: "a lighthouse keeps its own hours" });
  };
  /** Proves the address of an account that somebody has linked before. */
  const provesAddress = async (scene: AuditScene): Promise<void> => {
    const { acme, ada } = scene;
    acme.stopFollowing("the API key of their client is replaced");
    const at = { issuer: "https://id.example", subject: ada.email, linked_at: 1, has_second_factor: false };
    await acme.alter(async (tx) => {
      await changeUser(tx, ada.id, { is_email_verified: false });
      await keepIdentity(tx, { realm_id: acme.realm.id, user_id: ada.id, ...at });
    });
    await resets(scene);
  };
  return {
    "/accounts/password/reset/ password_reset_requested": asksForReset,
    "/accounts/password/reset/:key/ password_changed": resets,
    "/accounts/password/reset/:key/ api_key_replaced": provesAddress,
    "/accounts/password/reset/:key/ identities_unlinked": provesAddress,
    "/accounts/confirm_new_email/:key/ user_email_changed": async (scene) => {
      const { acme, ada } = scene;
      const email = `new.${acme.realm.string_id}.${acme.server.engine}@example.org`;
      const browser = await signsIn(scene);
      await ada.call(api.settings.updateSettings, { email });
      await browser.fills(linkIn(await mailbox.next(email), "/accounts/confirm_new_email/"), {});
    },
    "/accounts/confirm_email/:key/ user_email_confirmed": async (scene) => {
      const { acme, ada } = scene;
      await acme.alter((tx) =>
        tx.updateTable("user").set({ is_email_verified: false }).where("id", "=", ada.id).execute(),
      );
      const browser = await signsIn(scene);
      await browser.calls("PATCH /settings", { email: ada.email });
      const isLink = ({ subject }: { subject?: string | undefined }) => subject?.startsWith("Confirm") === true;
      let mail = await mailbox.next(ada.email);
      while (!isLink(mail)) mail = await mailbox.next(ada.email);
      await browser.fills(linkIn(mail, "/accounts/confirm_email/"), {});
    },
    "/accounts/do_confirm/:key/ user_reactivated": claims,
    "/accounts/do_confirm/:key/ user_role_changed": claims,
    "/accounts/do_confirm/:key/ user_name_changed": claims,
    "/accounts/do_confirm/:key/ user_created": joins,
    "/accounts/do_confirm/:key/ group_member_added": joins,
    "/accounts/do_confirm/:key/ signed_in": joins,
  };
}

/** Pages with tests of their own. */
export const PAGES_ELSEWHERE: Readonly<Record<string, string>> = {
  "/accounts/login/": "is /login/ under another path",
  "/accounts/login/jwt/": "joining/provider-sign-in/json-web-token.test.ts",
  "/complete/oidc/:provider/": "joining/provider-sign-in",
  "/login/confirm/": "joining/provider-sign-in",
  "/login/desktop/": "joining/provider-sign-in/apps.test.ts",
  "/login/passkey/": "people/second-factors/passkeys.test.ts",
  "/login/second-factor/": "people/second-factors",
  "/login/set-up/": "people/second-factors",
  "/setup/": "set-up/set-up.test.ts",
};
