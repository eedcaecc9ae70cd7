/** People come, change and go; so do bots and groups. */
import assert from "node:assert/strict";
import * as api from "../../../src/contract.ts";
import { allowTokens, signedToken } from "../../../src/people/json-web-tokens/testing.ts";
import { Device } from "../../../src/people/second-factors/test-device.ts";
import { confirms, Phone } from "../../../src/people/second-factors/testing.ts";
import { PASSWORD, withPassword } from "../../../src/people/sign-in/testing.ts";
import { Browser } from "../../browser.ts";
import { Person } from "../../person.ts";
import { Receiver } from "../../receiver.ts";
import type { CatalogueWorld } from "../world.ts";

const { users, bots, groups, invites } = api;

export async function peopleChapter(world: CatalogueWorld): Promise<void> {
  await profiles(world);
  await accounts(world);
  await botsOfPeople(world);
  await commands(world);
  await userGroups(world);
  await invitations(world);
}

async function profiles({ walk, adam, mel, rita }: CatalogueWorld): Promise<void> {
  const make = (name: string, field_type: number, field_data?: object) =>
    walk.does(adam, api.profileFields.createProfileField, {
      name,
      field_type,
      ...(field_data ? { field_data } : {}),
    } as never);
  const { id } = await make("Phone", 1);
  const { id: list } = await make("Meal", 3, { a: { text: "Soup", order: "1" }, b: { text: "Salad", order: "2" } });
  await make("Pronouns", 8);
  await walk.does(adam, api.profileFields.updateProfileField, { field_id: id, hint: "with country" });
  const own = [
    { id, value: "+1 *23*" },
    { id: list, value: "a" },
  ];
  for (const person of [mel, rita]) await walk.does(person, api.profileFields.updateOwnProfile, { data: own });
  await walk.does(mel, api.profileFields.deleteOwnProfile, { data: [id] });
  const ids = walk.stateOf(mel).profileFields.map((field) => field.id);
  await walk.does(adam, api.profileFields.reorderProfileFields, { order: ids.toReversed() });
  await walk.does(adam, api.profileFields.deleteProfileField, { field_id: list });
}

/** Ending sessions is nobody's business: no event is sent. */
async function signedInBrowsers({ walk, mel }: CatalogueWorld): Promise<void> {
  await walk.does(mel, api.sessions.endOtherSessions, {});
  await walk.happens("endSession", mel, async () => {
    const { sessions } = await mel.call(api.sessions.getSessions, {});
    assert.deepEqual(sessions, [], "they are ended");
    await assert.rejects(mel.call(api.sessions.endSession, { session_id: 1 as never }), /Invalid session ID/);
  });
}

/** Second factors are nobody's business but the person's: others get no event. Leo gets a notice, and listens to nothing. */
async function secondFactors({ walk, acme, adam, leo }: CatalogueWorld): Promise<void> {
  await withPassword(acme, leo);
  const browser = new Browser(acme);
  let confirmation = "";
  let phone: Phone | undefined;
  let setup = "";
  await walk.happens("confirmIdentity", leo, async () => {
    await browser.signsIn(leo.email, PASSWORD);
    confirmation = await confirms(browser);
  });
  await walk.happens("startAuthenticator", leo, async () => {
    const { body } = await browser.calls("POST /users/me/authenticator/setup", { confirmation });
    [phone, setup] = [new Phone(acme, String(body.secret)), String(body.setup)];
  });
  const succeeds = async (what: string, form: Record<string, string>) =>
    assert.equal((await browser.calls(what, form)).status, 200, what);
  const adds = () => succeeds("POST /users/me/authenticator", { setup, code: phone?.code() ?? "" });
  await walk.happens("addAuthenticator", leo, adds);
  await walk.happens("replaceRecoveryCodes", leo, () => succeeds("POST /users/me/recovery_codes", { confirmation }));
  await walk.happens("removeAuthenticator", leo, () => succeeds("DELETE /users/me/authenticator", { confirmation }));
  await walk.happens("addAuthenticator", leo, adds);
  let passkey: { options?: unknown; setup?: unknown } = {};
  await walk.happens("startPasskey", leo, async () => {
    passkey = (await browser.calls("POST /users/me/passkeys/setup", { confirmation })).body;
  });
  let path = "";
  await walk.happens("addPasskey", leo, async () => {
    const credential = JSON.stringify(new Device(acme.realm).creates(passkey.options as never));
    const form = { setup: String(passkey.setup), credential, name: "Laptop" };
    const { status, body } = await browser.calls("POST /users/me/passkeys", form);
    assert.equal(status, 200);
    path = `/users/me/passkeys/${body.id}`;
  });
  const linking = { provider: "company", confirmation };
  await walk.happens("startProviderLink", leo, () => succeeds("POST /users/me/provider_identities", linking));
  await walk.happens("unlinkProvider", leo, async () => {
    const issuer = "https://id.example.com";
    const row = { realm_id: acme.realm.id, user_id: leo.id, issuer, subject: "leo", linked_at: 1 };
    await acme.server.app.database.transaction((tx) =>
      tx
        .insertInto("provider_identity")
        .values({ ...row, has_second_factor: false })
        .execute(),
    );
    const { body } = await browser.calls("GET /users/me/sign_in_methods");
    const [{ identity }] = body.providers as [{ identity: { id: number } }];
    await succeeds(`DELETE /users/me/provider_identities/${identity.id}`, { confirmation });
  });
  await walk.happens("renamePasskey", leo, () => succeeds(`PATCH ${path}`, { name: "Old one" }));
  await walk.happens("removePasskey", leo, () => succeeds(`DELETE ${path}`, { confirmation }));
  await walk.does(adam, api.secondFactors.removeSecondFactors, { user_id: leo.id });
}

async function accounts(world: CatalogueWorld): Promise<void> {
  const { walk, acme, olivia, adam, uma, gus, rita, leo, mona } = world;
  // Whoever writes to somebody is known to them from then on.
  await walk.happens("sendMessage", adam, () => adam.writes(rita, "welcome"));
  await acme.alter((tx) =>
    tx.updateTable("user").set({ can_create_users: true }).where("id", "in", [adam.id]).execute(),
  );
  const account = { email: "nina@example.com", password: "correct horse battery staple", full_name: "Nina" };
  const { user_id } = await walk.does(adam, users.createUser, account);
  const change = (id: number, changed: object) => walk.does(olivia, users.updateUser, { user_id: id, ...changed });
  await change(user_id, { full_name: "Nina N." });
  await change(user_id, { new_email: "nina.n@example.com" });
  const field_id = walk.stateOf(mona).profileFields[0]?.id;
  await change(user_id, { profile_data: [{ id: field_id, value: "hello" }] });
  for (const role of [300, 200, 100, 400]) await change(user_id, { role });
  for (const role of [600, 400]) await change(uma.id, { role });
  for (const role of [300, 200, 400, 600]) await change(gus.id, { role });
  await walk.does(olivia, users.updateUserByEmail, { email: "uma@example.com", full_name: "Uma U." });
  await walk.does(adam, api.passwordReset.makePasswordResetLink, { user_id: uma.id });
  await walk.does(olivia, users.deactivateUser, { user_id });
  await walk.does(olivia, users.reactivateUser, { user_id });
  await walk.does(leo, invites.sendInvites, { invitee_emails: "friend@example.com", stream_ids: [] });
  await walk.does(leo, users.deactivateOwnUser, {});
  await walk.does(olivia, users.reactivateUser, { user_id: leo.id });
  await signedInBrowsers(world);
  await walk.happens("fetchApiKey", leo, () =>
    leo.call(users.fetchApiKey, { username: "mel@example.com", password: account.password }),
  );
  allowTokens(acme);
  const token = await signedToken(acme, { email: "mel@example.com" });
  await walk.happens("fetchApiKeyWithToken", leo, () => leo.call(api.jsonWebTokens.fetchApiKeyWithToken, { token }));
  await walk.happens("regenerateApiKey", leo, () => leo.call(users.regenerateApiKey, {}));
  await secondFactors(world);
}

async function botsOfPeople({ walk, mel, mona, olivia, robin, acme, open }: CatalogueWorld): Promise<void> {
  const make = { full_name: "Hook", short_name: "hook", bot_type: 3, payload_url: "https://example.com/" };
  const { user_id: bot_id } = await walk.does(mel, bots.createBot, make as never);
  const change = (changed: object, as = mel) => walk.does(as, bots.updateBot, { bot_id, ...changed });
  await change({ full_name: "Hooked" });
  await change({ default_sending_stream: "open" });
  await change({ default_events_register_stream: "open" });
  await change({ default_all_public_streams: true });
  await change({ service_payload_url: "https://example.org/", service_interface: 2 });
  await change({ default_sending_stream: "secret" });
  await change({ default_sending_stream: "" });
  await change({ bot_owner_id: mona.id }, olivia);
  await change({ bot_owner_id: olivia.id }, olivia);
  await change({ bot_owner_id: mel.id }, olivia);
  await change({ role: 300 }, olivia);
  await walk.does(mel, bots.regenerateBotApiKey, { bot_id });
  await walk.does(mel, bots.deactivateBot, { bot_id });
  await walk.does(olivia, users.reactivateUser, { user_id: bot_id });
  await walk.does(robin, api.botStorage.updateBotStorage, { storage: { key: "value" } });
  await walk.does(robin, api.botStorage.deleteBotStorage, { keys: ["key"] });
  await walk.does(mel, api.outgoingWebhooks.outgoingWebhook, {});
  const incoming = { full_name: "Incoming", short_name: "incoming", bot_type: 2 };
  const { api_key, user_id: incoming_id } = await walk.does(mel, bots.createBot, incoming as never);
  const url = { integration: "json", api_key };
  await walk.does(mel, api.integrations.checkWebhook, url);
  await walk.does(mel, api.integrations.receiveWebhook, { ...url, stream: "open", topic: "news" });
  await feedsOfBot({ walk, mel, olivia, acme, open }, incoming_id);
}

/** Nobody listens at this address. */
const NOWHERE = "http://127.0.0.1:9/feed";

async function feedsOfBot(
  { walk, mel, olivia, acme, open }: Pick<CatalogueWorld, "walk" | "mel" | "olivia" | "acme" | "open">,
  bot_id: number,
): Promise<void> {
  const feed = { bot_id, url: NOWHERE, stream_id: open, topic: "news" };
  const { feed_id } = await walk.does(mel, api.feeds.addFeed, feed);
  await walk.does(olivia, api.feeds.updateFeed, { bot_id, feed_id, topic: "old news" });
  await acme.clock.leap({ minutes: 2 });
  await walk.does(mel, api.feeds.fetchFeed, { bot_id, feed_id });
  await walk.does(mel, api.feeds.removeFeed, { bot_id, feed_id });
}

/** Nobody hears of a call but the bot's program, which says nothing and answers later. */
async function commands({ walk, acme, mel, gus, open }: CatalogueWorld): Promise<void> {
  const program = await Receiver.open();
  const { url: payload_url } = program.endpoint();
  const make = { full_name: "Deployer", short_name: "deployer", bot_type: 3, payload_url };
  const { user_id: bot_id, api_key: apiKey } = await walk.does(mel, bots.createBot, make as never);
  const email = `deployer-bot@${acme.realm.host}`;
  const bot = new Person(acme.server, acme.realm.url, { id: bot_id, name: "Deployer", email, apiKey });
  const { createBotCommand, updateBotCommand, deleteBotCommand } = api.botCommands;
  const { command_id } = await walk.does(mel, createBotCommand, { bot_id, name: "deploy" });
  await walk.does(mel, updateBotCommand, { bot_id, command_id, hint: "where to" });
  const where = { command_name: "deploy", stream_id: open, topic: "plans" };
  const { call_id } = await walk.does(gus, api.botCommands.callBotCommand, where);
  await walk.does(bot, api.botCommands.answerCommandCall, { call_id, content: "on its way" });
  await walk.does(gus, api.botCommands.dismissCommandAnswer, { call_id });
  const { call_id: again } = await walk.does(gus, api.botCommands.callBotCommand, where);
  await walk.does(bot, api.botCommands.answerCommandCall, { call_id: again, content: "done", public: true });
  await walk.does(mel, deleteBotCommand, { bot_id, command_id });
  await program.close();
}

async function userGroups({ walk, acme, mel, mona, uma, gus, olivia, secret }: CatalogueWorld): Promise<void> {
  const { group_id: user_group_id } = await walk.does(mel, groups.createUserGroup, {
    name: "cooks",
    description: "who cook",
    members: [mel.id, mona.id],
  });
  const { group_id: other } = await walk.does(mel, groups.createUserGroup, {
    name: "bakers",
    description: "who bake",
    members: [mel.id],
    subgroups: [user_group_id],
  } as never);
  const change = (changed: object) => walk.does(mel, groups.updateUserGroup, { user_group_id, ...changed });
  await change({ name: "chefs" });
  await change({ description: "who cook well" });
  await change({ can_mention_group: { new: acme.realm.systemGroups["role:moderators"] } });
  // Its members may come into a private channel, and so see it.
  await walk.does(mel, api.channelUpdates.updateChannel, {
    stream_id: secret,
    can_subscribe_group: { new: user_group_id },
  } as never);
  await walk.does(mel, groups.updateGroupMembers, { user_group_id, add: [uma.id, gus.id], delete: [mona.id] });
  await walk.does(mel, groups.updateGroupMembers, { user_group_id, delete: [uma.id] });
  await walk.does(mel, groups.updateSubgroups, { user_group_id: other, delete: [user_group_id] });
  await walk.does(mel, groups.updateSubgroups, { user_group_id: other, add: [user_group_id] });
  await walk.does(mel, groups.updateGroupMembers, { user_group_id: other, delete_subgroups: [user_group_id] });
  await walk.does(mel, groups.updateGroupMembers, { user_group_id: other, add_subgroups: [user_group_id] });
  await walk.does(mel, groups.updateGroupMembers, { user_group_id: other, delete_subgroups: [user_group_id] });
  await walk.does(olivia, groups.deactivateUserGroup, { user_group_id: other });
  await walk.does(olivia, groups.updateUserGroup, { user_group_id: other, name: "former bakers" });
  await walk.does(olivia, groups.updateUserGroup, { user_group_id: other, deactivated: false });
}

async function invitations({ walk, mel, olivia, adam }: CatalogueWorld): Promise<void> {
  await walk.does(mel, invites.sendInvites, { invitee_emails: "new@example.com", stream_ids: [] });
  await walk.does(olivia, invites.createInviteLink, {});
  const { invites: open } = await olivia.call(invites.getInvites, {});
  const byMail = open.find((each) => !each.is_multiuse);
  const byLink = open.find((each) => each.is_multiuse);
  await walk.does(mel, invites.resendInvite, { invite_id: byMail?.id as number });
  await walk.does(mel, invites.revokeInvite, { invite_id: byMail?.id as number });
  await walk.does(olivia, invites.revokeInviteLink, { invite_id: byLink?.id as number });
  await walk.does(adam, api.welcome.testWelcomeMessage, { welcome_message_custom_text: "Welcome!" });
}
