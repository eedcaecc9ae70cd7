/**
 * How operations record what they declare for the audit log, where the catalogue of events has no step for it: mostly
 * sign-ins, of which nobody hears.
 */
import assert from "node:assert/strict";
import * as api from "../../src/contract.ts";
import { allowTokens, signedToken } from "../../src/people/json-web-tokens/testing.ts";
import { withAuthenticator, withPasskey } from "../../src/people/second-factors/testing.ts";
import { PASSWORD, withPassword } from "../../src/people/sign-in/testing.ts";
import { Browser } from "../browser.ts";
import type { Organization, Person } from "../index.ts";

export interface AuditScene {
  readonly acme: Organization;
  /** A member with a password. */
  readonly ada: Person;
  readonly ben: Person;
}

type Way = (scene: AuditScene) => Promise<unknown>;

const WRONG = "not her password";

const refused = (calling: Promise<unknown>) => assert.rejects(calling, /password/i);

async function signedIn({ acme, ada }: AuditScene): Promise<Browser> {
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  return browser;
}

async function makeDefaultField({ acme, ada }: AuditScene, email: string): Promise<void> {
  const { id } = await acme.owner.call(api.profileFields.createProfileField, { name: "Phone", field_type: 1 });
  await acme.owner.call(api.users.updateUserByEmail, { email, profile_data: [{ id, value: "123" }] } as never);
  assert.ok(ada);
}

/** Changing one's own account, under the three paths that clients use. */
const ownAccount = Object.fromEntries(
  (["updateSettings", "updateDisplaySettings", "updateNotificationSettings"] as const).flatMap((name) => {
    const { [name]: operation } = api.settings;
    const own =
      (changes: object): Way =>
      ({ ada }) =>
        ada.call(operation, changes);
    return [
      [`${name} user_name_changed`, own({ full_name: "Ada L." })],
      [`${name} user_email_changed`, own({ email: "ada.l@example.com" })],
      [`${name} password_changed`, own({ old_password: PASSWORD, new_password: `${PASSWORD} again` })],
      [
        `${name} sign_in_refused`,
        ({ ada }: AuditScene) =>
          refused(ada.call(operation, { old_password: WRONG, new_password: `${PASSWORD} again` })),
      ],
    ] as [string, Way][];
  }),
);

/** By the operation's id and the action. */
export const AUDIT_WAYS: Readonly<Record<string, Way>> = {
  ...ownAccount,

  "subscribe default_channel_added": ({ acme }) =>
    acme.owner.call(api.channels.subscribe, { subscriptions: [{ name: "for newcomers" }], is_default_stream: true }),
  "changeSubscriptions channel_created": ({ acme }) =>
    acme.owner.call(api.subscriptions.changeSubscriptions, { add: [{ name: "brand new" }] }),
  "removePlayground realm_setting_changed": async ({ acme }) => {
    const { id: playground_id } = await acme.owner.call(api.playgrounds.addPlayground, {
      name: "Rust",
      pygments_language: "Rust",
      url_template: "https://example.com/?code={code}",
    });
    await acme.owner.call(api.realms.updateRealm, { default_code_block_language: "Rust" });
    await acme.owner.call(api.playgrounds.removePlayground, { playground_id });
  },

  "reactivateUser bot_owner_changed": async ({ acme, ben }) => {
    const bot = await acme.bot("Robin", ben);
    await acme.owner.call(api.users.deactivateUser, { user_id: ben.id });
    await acme.owner.call(api.users.reactivateUser, { user_id: bot.id });
  },
  "updateUserByEmail user_role_changed": ({ acme, ben }) =>
    acme.owner.call(api.users.updateUserByEmail, { email: ben.email, role: 300 }),
  "updateUserByEmail user_email_changed": ({ acme, ben }) =>
    acme.owner.call(api.users.updateUserByEmail, { email: ben.email, new_email: "benny@example.com" }),
  "updateUserByEmail user_profile_changed": (scene) => makeDefaultField(scene, scene.ben.email),

  "fetchApiKey sign_in_refused": ({ ada }) =>
    refused(ada.call(api.users.fetchApiKey, { username: ada.email, password: WRONG })),
  "fetchApiKeyWithToken sign_in_refused": async ({ acme, ada, ben }) => {
    allowTokens(acme);
    await acme.owner.call(api.users.deactivateUser, { user_id: ben.id });
    const token = await signedToken(acme, { email: ben.email });
    await assert.rejects(ada.call(api.jsonWebTokens.fetchApiKeyWithToken, { token }), /deactivated/);
  },
  "fetchOwnApiKey sign_in_refused": async (scene) => {
    const browser = await signedIn(scene);
    assert.equal((await browser.calls("POST /fetch_api_key", { password: WRONG })).status, 400);
  },
  "fetchOwnApiKey api_key_fetched": async (scene) => {
    const browser = await signedIn(scene);
    assert.equal((await browser.calls("POST /fetch_api_key", { password: PASSWORD })).status, 200);
  },
  "addPasskey api_key_replaced": async ({ acme, ben }) => {
    acme.stopFollowing("a new second factor replaces the API key of their client");
    await withPasskey(acme, ben);
  },
  "confirmIdentity sign_in_refused": async (scene) => {
    const browser = await signedIn(scene);
    const { status } = await browser.calls("POST /users/me/identity_confirmation", { password: WRONG });
    assert.equal(status, 400);
  },
  "confirmIdentity recovery_code_used": async ({ acme, ben }) => {
    acme.stopFollowing("a new second factor replaces the API key of their client");
    const { browser, recoveryCodes } = await withAuthenticator(acme, ben);
    const settings = JSON.stringify({ name: "Acme", authentication_methods: { Email: false } });
    await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
    const [code = ""] = recoveryCodes;
    assert.equal((await browser.calls("POST /users/me/identity_confirmation", { code })).status, 200);
  },
  "endOtherSessions sessions_ended": async (scene) => {
    await signedIn(scene);
    await scene.ada.call(api.sessions.endOtherSessions, {});
  },
  "endSession session_ended": async (scene) => {
    await signedIn(scene);
    const { sessions } = await scene.ada.call(api.sessions.getSessions, {});
    await scene.ada.call(api.sessions.endSession, { session_id: sessions[0]?.id as never });
  },
};

export async function auditScene(acme: Organization): Promise<AuditScene> {
  const ada = await withPassword(acme, await acme.member(`Ada ${acme.realm.string_id} ${acme.server.engine}`));
  return { acme, ada, ben: await acme.member("Ben") };
}
